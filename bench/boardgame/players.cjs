"use strict";

/**
 * Plays Tulips at random with boardgame.io's own kind of connection: node players.cjs PORT LOTS PURSE.
 *
 * Does what it is told on standard input, a line of JSON each, and answers with another:
 *   {"tables": n}  makes so many tables more, with both seats connected -> {"ready": how many wait to be played}
 *   {"seconds": s} plays 16 at a time for so long, or until none is left -> {"actions": n, "seconds": s}
 */

const { createInterface } = require("node:readline");
const { io } = require("socket.io-client");

const [port, lots, purse] = process.argv.slice(2).map(Number);
const home = `http://127.0.0.1:${port}`;
const AT_ONCE = 16;

const fresh = [];
const playing = new Set();
let going = false;
let actions = 0;
let ended = () => {};

async function post(path, body) {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${home}/games/tulips/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

/** One player at one table. */
class Seat {
  constructor(table, match, id, credentials) {
    this.table = table;
    this.match = match;
    this.id = id;
    this.credentials = credentials;
    this.state = null;
    this.doing = null;
    this.socket = io(`${home}/tulips`, { transports: ["websocket"], forceNew: true });
    this.synced = new Promise((resolve) => {
      this.socket.on("sync", (_match, { state }) => {
        this.see(state);
        resolve();
      });
    });
    this.socket.on("connect", () => this.socket.emit("sync", match, id, credentials, 2));
    this.socket.on("update", (_match, state) => this.see(state));
  }

  stage() {
    return this.state.ctx.activePlayers?.[this.id];
  }

  see(state) {
    this.state = state;
    if (this.doing && (this.stage() !== this.doing.stage || state.G.lots !== this.doing.lots)) {
      this.doing = null;
      actions += 1;
    }
    if (state.ctx.gameover) this.table.over();
    else this.act();
  }

  act() {
    const stage = this.stage();
    if (!going || !stage || this.doing || !playing.has(this.table)) return;
    const { G, _stateID } = this.state;
    this.doing = { stage, lots: G.lots };
    const bid = stage === "bidding" ? [Math.floor(Math.random() * (G.purses[this.id] + 1))] : [];
    const type = bid.length ? "bid" : ["keep", "sell"][Math.floor(Math.random() * 2)];
    const payload = { type, args: bid, playerID: this.id, credentials: this.credentials };
    this.socket.emit("update", { type: "MAKE_MOVE", payload }, _stateID, this.match, this.id);
  }
}

class Table {
  static async make() {
    const { matchID } = await post("create", { numPlayers: 2, unlisted: true, setupData: { lots, purse } });
    const table = new Table();
    table.seats = [];
    for (const playerID of ["0", "1"]) {
      const { playerCredentials } = await post(`${matchID}/join`, { playerID, playerName: `Player ${playerID}` });
      table.seats.push(new Seat(table, matchID, playerID, playerCredentials));
    }
    await Promise.all(table.seats.map((seat) => seat.synced));
    fresh.push(table);
  }

  go() {
    playing.add(this);
    for (const seat of this.seats) seat.act();
  }

  over() {
    if (!playing.delete(this)) return;
    // The connections are closed while nothing is measured.
    finished.push(this);
    const after = fresh.pop();
    if (after) after.go();
    else ended();
  }
}

const finished = [];

async function prepare(tables) {
  for (const table of finished.splice(0)) for (const seat of table.seats) seat.socket.disconnect();
  for (let left = tables; left > 0; left -= AT_ONCE) {
    await Promise.all([...Array(Math.min(left, AT_ONCE))].map(() => Table.make()));
  }
  return { ready: fresh.length };
}

function play(seconds) {
  return new Promise((resolve) => {
    const start = performance.now();
    ended = () => {
      if (!going) return;
      going = false;
      clearTimeout(timer);
      resolve({ actions, seconds: (performance.now() - start) / 1000 });
    };
    const timer = setTimeout(ended, seconds * 1000);
    actions = 0;
    going = true;
    for (const table of playing) table.go();
    while (playing.size < AT_ONCE && fresh.length) fresh.pop().go();
  });
}

createInterface({ input: process.stdin })
  .on("line", async (line) => {
    const asked = JSON.parse(line);
    const answer = await ("tables" in asked ? prepare(asked.tables) : play(asked.seconds));
    process.stdout.write(`${JSON.stringify(answer)}\n`);
  })
  .on("close", () => process.exit(0));
