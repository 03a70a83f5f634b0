/**
 * Packs the pages for the browser: `node tools/page/bundle.js`.
 *
 * The pages are plain modules and work as they are. Over a slow line their number hurts, so this makes, for every list
 * of scripts that a template names, one file with all of it and a few that are fetched later, in `web/bundle/`; and the
 * same of style sheets. `manifest.json` there says what was made of which sources: a server uses it only if its own files
 * are those (`server/http/bundle.py`). At a table the game's board is in the same file.
 */

/// <reference path="./node.d.ts" />

import { createHash } from "node:crypto";
import { mkdir, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { build } from "esbuild";

/**
 * What a page fetches at once. script: its module; needs: the modules that this one imports; fetches: other files.
 * @typedef {{script: string, needs: string[], fetches: string[]}} Packed
 * @typedef {{scripts: string[], game: string}} Page
 * @typedef {import("esbuild").Plugin} Plugin
 * @typedef {import("esbuild").Metafile["outputs"]} Outputs
 */

const HERE = fileURLToPath(import.meta.url);
const ROOT = join(dirname(HERE), "../..");
const SOURCE = join(ROOT, "src/cashbox");
const WEB = join(SOURCE, "web");
const OUT = join(WEB, "bundle");
const MADE = `${OUT}.new`;

/** On every page. */
const FRAME = "frame";
/** What templates call for scripts and style sheets. */
const SCRIPTS = /files\.scripts\(([^)]*)\)/g;
const SHEETS = /files\.sheets\(([^)]*)\)/g;
/** The pages that show a board. */
const WITH_BOARD = ["table", "replay"];
/** What a module fetches from beside itself. */
const BESIDE = /new URL\("([\w.-]+)", import\.meta\.url\)/g;
const BOARD_SHEETS = /^export const css = (\[[^\]]*\]);$/m;

/** @param {string | Uint8Array} content */
const sha256 = (content) => createHash("sha256").update(content).digest("hex");

/** @param {string} folder @param {RegExp} kind */
async function filesOf(folder, kind) {
  const names = await readdir(join(SOURCE, folder));
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

/** The lists of names that templates call one of the two with. @param {RegExp} calls @returns {Promise<string[][]>} */
async function named(calls) {
  const templates = await filesOf("web/templates", /\.html$/);
  const texts = await Promise.all(templates.map((name) => readFile(join(SOURCE, name), "utf8")));
  const lists = [...texts.join("\n").matchAll(calls)].map(([, names]) => /** @type {string} */ (names));
  return [...new Set(lists)].map((names) => names.split(/[\s,"']+/).filter(Boolean));
}

/** What the server looks a page up by. @param {Page} page */
const keyOf = ({ scripts, game }) => scripts.join("+") + (game && `@${game}`);

// -- how modules are found -------------------------------------------------------------------------------------------

/** What is fetched beside a module, by the module. @type {Map<string, string[]>} */
const fetched = new Map();

/** A file that stays one of its own, under a name by its content. @param {string} path */
async function setBeside(path) {
  const body = JSON.stringify(JSON.parse(await readFile(path, "utf8")));
  const name = `${path.replace(/.*\/|\.json$/g, "")}-${sha256(body).slice(0, 8)}.json`;
  await writeFile(join(MADE, name), body);
  return name;
}

/** What runs on a page: its board is there before the page asks for it. @param {string} key */
function contentsOf(key) {
  const [scripts = "", game] = key.split("@");
  const board = game ? [`import "board:${game}";`] : [];
  return [...board, ...scripts.split("+").map((name) => `import "/static/js/${name}.js";`)].join("\n");
}

/** @param {string} game */
const handingOver = (game) => `import { handOver } from "/static/js/boardloader.js";
import * as board from "/games/${game}/board/board.js";
handOver(board);`;

/** Addresses of the server are files here. @type {Plugin} */
const addresses = {
  name: "addresses",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(page|board):/ }, ({ path }) => ({ path, namespace: "made" }));
    onLoad({ filter: /^page:/, namespace: "made" }, ({ path }) => ({ contents: contentsOf(path.slice(5)) }));
    onLoad({ filter: /^board:/, namespace: "made" }, ({ path }) => ({ contents: handingOver(path.slice(6)) }));
    onResolve({ filter: /^\/static\// }, ({ path }) => ({ path: join(WEB, path) }));
    onResolve({ filter: /^\/games\// }, ({ path }) => ({ path: join(SOURCE, path) }));
    onResolve({ filter: /./ }, ({ kind, path, resolveDir }) =>
      kind === "url-token" ? { path: `/${relative(WEB, join(resolveDir, path))}`, external: true } : undefined,
    );
    onLoad({ filter: /\/board\/[^/]+\.js$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      const names = [...text.matchAll(BESIDE)].map(([, name]) => /** @type {string} */ (name));
      const set = await Promise.all(names.map((name) => setBeside(join(dirname(path), name))));
      fetched.set(relative(ROOT, path), set);
      const rest = set.values();
      return { contents: text.replace(BESIDE, () => `new URL("/bundle/${rest.next().value}", location.href)`) };
    });
  },
};

// -- packing ---------------------------------------------------------------------------------------------------------

/** @type {import("esbuild").BuildOptions} */
const OPTIONS = {
  absWorkingDir: ROOT,
  bundle: true,
  minify: true,
  target: "es2022",
  outdir: MADE,
  entryNames: "[name]-[hash]",
  plugins: [addresses],
  logLevel: "warning",
};

/** A file and all that it imports at once. @param {Outputs} outputs @param {string} path @param {Set<string>} seen */
function withNeeds(outputs, path, seen = new Set()) {
  if (seen.has(path)) return seen;
  seen.add(path);
  for (const one of outputs[path]?.imports ?? []) {
    if (one.kind === "import-statement" && !one.external) withNeeds(outputs, one.path, seen);
  }
  return seen;
}

/** @param {string} path */
const nameOf = (path) => path.replace(/.*\//, "");

/** Pages that share their parts. @param {Page[]} pages @returns {Promise<[string, Packed][]>} */
async function pack(pages) {
  const entryPoints = pages.map(({ scripts, game }) => ({
    in: `page:${keyOf({ scripts, game })}`,
    out: [...scripts.filter((name) => name !== FRAME), game].filter(Boolean).join("-") || FRAME,
  }));
  const { metafile } = await build({
    ...OPTIONS,
    entryPoints,
    format: "esm",
    splitting: true,
    chunkNames: "part-[hash]",
    metafile: true,
    sourcemap: true,
    sourcesContent: false,
  });
  const { outputs } = metafile;
  return Object.entries(outputs).flatMap(([path, { entryPoint }]) => {
    if (!entryPoint?.startsWith("made:page:")) return [];
    const [, ...needs] = withNeeds(outputs, path);
    const inputs = [path, ...needs].flatMap((one) => Object.keys(outputs[one]?.inputs ?? {}));
    const fetches = inputs.flatMap((input) => fetched.get(input) ?? []);
    return [[entryPoint.slice(10), { script: nameOf(path), needs: needs.map(nameOf), fetches }]];
  });
}

/** One style sheet of several. @param {string} name @param {string[]} sheets their addresses @returns {Promise<string>} */
async function packSheets(name, sheets) {
  const contents = sheets.map((sheet) => `@import "${sheet}";`).join("\n");
  const stdin = { contents, loader: /** @type {const} */ ("css"), resolveDir: WEB };
  const { outputFiles } = await build({ ...OPTIONS, stdin, write: false });
  const body = outputFiles[0]?.contents ?? new Uint8Array();
  const file = `${name}-${sha256(body).slice(0, 8)}.css`;
  await writeFile(join(MADE, file), body);
  return file;
}

/** The style sheets that a board asks for. @param {string} game */
async function sheetsOfBoard(game) {
  const text = await readFile(join(SOURCE, `games/${game}/board/board.js`), "utf8");
  /** @type {string[]} */
  const sheets = JSON.parse(BOARD_SHEETS.exec(text)?.[1] ?? "[]");
  return sheets.map((sheet) => (sheet.startsWith("/") ? sheet : `/games/${game}/board/${sheet}`));
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

/** @param {string[]} games */
async function packAll(games) {
  const pages = (await named(SCRIPTS)).map((names) => ({ scripts: [FRAME, ...names], game: "" }));
  /** @param {Page} page */
  const shows = ({ scripts }) => scripts.some((name) => WITH_BOARD.includes(name));
  const boards = pages.filter(shows).flatMap((page) => games.map((game) => ({ ...page, game })));
  const groups = [pages.filter((page) => !shows(page)), ...boards.map((page) => [page])];
  const packed = (await Promise.all(groups.map(pack))).flat();
  const sheets = (await named(SHEETS)).map((names) => ({
    key: names.join("+"),
    sheets: names.map((name) => `/static/css/${name}.css`),
  }));
  for (const game of games) sheets.push({ key: `@${game}`, sheets: await sheetsOfBoard(game) });
  const files = sheets.map(({ key, sheets: all }) => packSheets(key.replace(/\W+/g, "-").replace(/^-/, ""), all));
  const found = await Promise.all(files);
  return { pages: Object.fromEntries(packed), sheets: Object.fromEntries(sheets.map(({ key }, i) => [key, found[i]])) };
}

const games = await gamesWithBoard();
const from = { maker: sha256(await readFile(HERE)), sources: await hashes(games) };
if (!(await fits(from))) {
  await rm(MADE, { recursive: true, force: true });
  await mkdir(MADE, { recursive: true });
  const made = await packAll(games);
  await compress();
  await writeFile(join(MADE, "manifest.json"), JSON.stringify({ ...from, games, ...made }));
  await rm(OUT, { recursive: true, force: true });
  await rename(MADE, OUT);
}
