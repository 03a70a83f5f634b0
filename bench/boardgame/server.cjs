"use strict";

/** Serves Tulips with boardgame.io: node server.cjs PORT [FOLDER]; in memory where no folder is given. */

const { FlatFile, Server } = require("boardgame.io/server");
const tulips = require("./tulips.cjs");

const [port, folder] = process.argv.slice(2);
const given = folder ? { db: new FlatFile({ dir: folder }) } : {};

Server({ games: [tulips], origins: [/localhost/], ...given }).run(Number(port));
