/**
 * Packs the pages for the browser: `node tools/page/bundle.js`.
 *
 * The pages are plain modules and work as they are. Over a slow line their number hurts, so this makes of all that a
 * template names one script, one style sheet, and one script that runs before the page is painted, in `web/bundle/`.
 * What modules import later stays in files of their own. At a table the game's board is in it. `manifest.json` there
 * says what was made of which sources: a server uses it only if its own files are those (`server/web/files.py`).
 */

/// <reference path="./node.d.ts" />

import { createHash } from "node:crypto";
import { mkdir, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { build } from "esbuild";
import { older } from "./older.js";

/**
 * What a template names, and the game whose board is on its page, "" for none.
 * @typedef {{sheets: string[], scripts: string[], first: string[], game: string}} Page
 * @typedef {import("esbuild").Plugin} Plugin
 * @typedef {import("esbuild").BuildOptions} BuildOptions
 */

const HERE = fileURLToPath(import.meta.url);
const ROOT = join(dirname(HERE), "../..");
const SOURCE = join(ROOT, "src/cashbox");
const WEB = join(SOURCE, "web");
const OUT = join(WEB, "bundle");
const MADE = `${OUT}.new`;

/** How templates call for what they need: style sheets, scripts, and scripts that run first. */
const CALLS = /files\.tags\("([^"]*)", "([^"]*)"(?:, "([^"]*)")?\)/g;
/** What every page has. */
const ALWAYS = { sheets: ["tokens", "base"], scripts: ["frame"], first: ["theme"] };
/** The pages that show a board. */
const WITH_BOARD = ["table", "replay", "practice", "puzzle"];
const BOARD_SHEETS = /^export const css = (\[[^\]]*\]);$/m;

/** @param {string | Uint8Array} content */
const sha256 = (content) => createHash("sha256").update(content).digest("hex");

/** @param {string} folder @param {RegExp} kind */
async function filesOf(folder, kind) {
  const names = await readdir(join(SOURCE, folder), { recursive: true });
  return names.filter((name) => kind.test(name) && !name.endsWith(".d.ts")).map((name) => `${folder}/${name}`);
}

/** The games that have a board. */
async function gamesWithBoard() {
  const entries = await readdir(join(SOURCE, "games"), { withFileTypes: true });
  const games = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const there = await Promise.all(games.map((game) => filesOf(`games/${game}/board`, /^board\.js$/).catch(() => [])));
  return games.filter((_, i) => there[i]?.length).sort();
}

/** The hashes of all that goes in. @param {string[]} games @returns {Promise<Record<string, string>>} */
async function hashes(games) {
  const folders = ["web/static/js", "web/static/vendor", "web/static/css", "web/templates"];
  const boards = games.map((game) => `games/${game}/board`);
  const kind = /\.(m?js|css|html|json)$/;
  const names = (await Promise.all([...folders, ...boards].map((folder) => filesOf(folder, kind)))).flat().sort();
  const contents = await Promise.all(names.map((name) => readFile(join(SOURCE, name))));
  return Object.fromEntries(names.map((name, i) => [name, sha256(contents[i] ?? "")]));
}

/** The pages, each as often as there are games for it. @param {string[]} games @returns {Promise<Page[]>} */
async function pagesWith(games) {
  const templates = await filesOf("web/templates", /\.html$/);
  const texts = await Promise.all(templates.map((name) => readFile(join(SOURCE, name), "utf8")));
  const calls = [...new Map([...texts.join("\n").matchAll(CALLS)].map((call) => [call[0], call])).values()];
  if (!calls.length) throw new Error("No template calls files.tags, so there is nothing to pack.");
  return calls.flatMap((call) => {
    const [sheets = [], scripts = [], first = []] = call.slice(1).map((names) => (names ?? "").split(" "));
    const boards = scripts.some((name) => WITH_BOARD.includes(name)) ? games : [""];
    return boards.map((game) => ({ sheets, scripts, first, game }));
  });
}

/** What the server looks a page up by. @param {Page} page */
const keyOf = ({ sheets, scripts, first, game }) =>
  `${sheets.join(" ")}/${scripts.join(" ")}/${first.join(" ")}@${game}`;

/** What a page's files are called, before their hash. @param {Page} page */
const nameOf = ({ scripts, game }) => [...scripts, game].filter(Boolean).join("-") || "page";

/** The style sheets that a board asks for. @param {string} game */
async function sheetsOfBoard(game) {
  if (!game) return [];
  const text = await readFile(join(SOURCE, `games/${game}/board/board.js`), "utf8");
  /** @type {string[]} */
  const sheets = JSON.parse(BOARD_SHEETS.exec(text)?.[1] ?? "[]");
  return sheets.map((sheet) => (sheet.startsWith("/") ? sheet : `/games/${game}/board/${sheet}`));
}

/** @param {string[]} always @param {string[]} names @param {(name: string) => string} address */
const addressesOf = (always, names, address) => [...always, ...names].filter(Boolean).map(address);

/** @param {string} name */
const script = (name) => `/static/js/${name}.js`;

// -- how modules are found -------------------------------------------------------------------------------------------

/** @param {string} name @param {string} kind @param {string | Uint8Array} body @returns {Promise<string>} its name */
async function keep(name, kind, body) {
  const file = `${name}-${sha256(body).slice(0, 8)}.${kind}`;
  await writeFile(join(MADE, file), body);
  return file;
}

/**
 * Addresses of the server are files here. What is imported later imports the whole page, which is there by then: so all
 * that they share is in one file.
 * @param {Page} page @returns {Plugin}
 */
function addresses({ scripts, game }) {
  const all = addressesOf(ALWAYS.scripts, scripts, script).map((address) => `import "${address}";`);
  const board = `import { setPackedBoard } from "${script("board/loader")}";
import * as board from "/games/${game}/board/board.js";
setPackedBoard(board);`;
  /** @type {Set<string>} */
  const later = new Set();
  return {
    name: "addresses",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^made:/ }, ({ path }) => ({ path: path.slice(5), namespace: "made" }));
      // the board is there before the page asks for it
      const contents = [...(game ? ['import "made:board";'] : []), ...all].join("\n");
      onLoad({ filter: /^page$/, namespace: "made" }, () => ({ contents }));
      onLoad({ filter: /^board$/, namespace: "made" }, () => ({ contents: board }));
      onResolve({ filter: /^\/static\// }, ({ path }) => ({ path: join(WEB, path) }));
      onResolve({ filter: /^\/games\// }, ({ path }) => ({ path: join(SOURCE, path) }));
      onResolve({ filter: /^\./ }, async ({ path, kind, resolveDir }) => {
        const full = join(resolveDir, path);
        if (kind === "url-token") return { path: `/${relative(WEB, full)}`, external: true };
        if (kind === "dynamic-import") later.add(full);
        return { path: full };
      });
      onLoad({ filter: /\.css$/ }, async ({ path }) => ({
        contents: older(await readFile(path, "utf8")),
        loader: "css",
      }));
      onLoad({ filter: /\.js$/ }, async ({ path }) => {
        const text = await readFile(path, "utf8");
        return { contents: later.has(path) ? `${text}\nimport "made:page";` : text };
      });
    },
  };
}

// -- packing ---------------------------------------------------------------------------------------------------------

/** @type {BuildOptions} */
const OPTIONS = {
  absWorkingDir: ROOT,
  bundle: true,
  minify: true,
  target: ["es2022", "safari16.4", "firefox128", "chrome120"],
  outdir: MADE,
  logLevel: "warning",
};

/** The page's module, where what it imports later shares everything with it. @param {Page} page */
async function packModules(page) {
  const name = nameOf(page);
  const { metafile } = await build({
    ...OPTIONS,
    entryPoints: [{ in: "made:page", out: name }],
    entryNames: "[name]-[hash]",
    chunkNames: `${name}-[hash]`,
    plugins: [addresses(page)],
    format: "esm",
    splitting: true,
    metafile: true,
    sourcemap: true,
    sourcesContent: false,
  });
  const [[path, { imports, bytes }] = ["", { imports: [], bytes: 0 }]] = Object.entries(metafile.outputs).filter(
    ([, { entryPoint }]) => entryPoint === "made:page",
  );
  // then it is nothing but the way to what is shared
  const [only] = imports.filter(({ kind, external }) => kind === "import-statement" && !external);
  if (only && bytes > 200) throw new Error(`${name} is in two pieces`);
  return { script: (only?.path ?? path).replace(/.*\//, "") };
}

/** Several files as one. @param {Page} page @param {string[]} files their addresses @param {"css" | "js"} kind */
async function packTogether(page, files, kind) {
  const contents = files.map((file) => `${kind === "css" ? "@" : ""}import "${file}";`).join("\n");
  const stdin = { contents, loader: kind, resolveDir: WEB };
  const plugins = [addresses(page)];
  const { outputFiles } = await build({ ...OPTIONS, plugins, stdin, format: "iife", write: false });
  return keep(nameOf(page), kind, outputFiles[0]?.contents ?? "");
}

/** @param {Page} page */
async function pack(page) {
  const sheets = addressesOf(ALWAYS.sheets, page.sheets, (name) => `/static/css/${name}.css`);
  const first = addressesOf(ALWAYS.first, page.first, script);
  return [
    keyOf(page),
    {
      sheet: await packTogether(page, [...sheets, ...(await sheetsOfBoard(page.game))], "css"),
      first: await packTogether(page, first, "js"),
      ...(await packModules(page)),
    },
  ];
}

/** What is sent is packed once, as tightly as can be. */
async function compress() {
  for (const name of await readdir(MADE)) {
    if (name.endsWith(".map")) continue;
    const body = await readFile(join(MADE, name));
    await writeFile(join(MADE, `${name}.br`), brotliCompressSync(body));
    await writeFile(join(MADE, `${name}.gz`), gzipSync(body, { level: 9 }));
  }
}

/** Whether what is there was made of these sources, by this program. @param {object} from */
async function fits(from) {
  const made = await readFile(join(OUT, "manifest.json"), "utf8").catch(() => "{}");
  const { maker, sources } = JSON.parse(made);
  return JSON.stringify({ maker, sources }) === JSON.stringify(from);
}

const games = await gamesWithBoard();
const makers = await Promise.all([HERE, join(dirname(HERE), "older.js")].map((file) => readFile(file)));
const from = { maker: sha256(makers.map(sha256).join()), sources: await hashes(games) };
if (!(await fits(from))) {
  await rm(MADE, { recursive: true, force: true });
  await mkdir(MADE, { recursive: true });
  const pages = Object.fromEntries(await Promise.all((await pagesWith(games)).map(pack)));
  await compress();
  await writeFile(join(MADE, "manifest.json"), JSON.stringify({ ...from, games, pages }));
  await rm(OUT, { recursive: true, force: true });
  await rename(MADE, OUT);
}
