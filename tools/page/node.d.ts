/** What the programs in this folder use of Node. Its own types would be those of the pages, too, and change them. */

declare module "node:crypto" {
  interface Hash {
    update(data: string | Uint8Array): Hash;
    digest(encoding: "hex"): string;
  }
  export function createHash(algorithm: "sha256"): Hash;
}

declare module "node:fs/promises" {
  interface Entry {
    name: string;
    isDirectory(): boolean;
  }
  export function mkdir(path: string, options: { recursive: boolean }): Promise<unknown>;
  export function readFile(path: string): Promise<Uint8Array>;
  export function readFile(path: string, encoding: "utf8"): Promise<string>;
  export function readdir(path: string): Promise<string[]>;
  export function readdir(path: string, options: { recursive: true }): Promise<string[]>;
  export function readdir(path: string, options: { withFileTypes: true }): Promise<Entry[]>;
  export function rename(from: string, to: string): Promise<void>;
  export function rm(path: string, options: { recursive: boolean; force: boolean }): Promise<void>;
  export function writeFile(path: string, data: string | Uint8Array): Promise<void>;
}

declare module "node:path" {
  export function dirname(path: string): string;
  export function join(...parts: string[]): string;
  export function relative(from: string, to: string): string;
}

declare module "node:process" {
  export const argv: string[];
  export const stdout: { write(text: string): boolean };
}

declare module "node:url" {
  export function fileURLToPath(url: string): string;
}

declare module "node:zlib" {
  export function brotliCompressSync(data: Uint8Array): Uint8Array;
  export function gzipSync(data: Uint8Array, options: { level: number }): Uint8Array;
}

declare module "node:fs" {
  export function readFileSync(path: string, encoding: "utf8"): string;
  export function readdirSync(path: string): string[];
}

/** It comes without types. */
declare module "css-tree" {
  export function parse(text: string, options?: { parseCustomProperty?: boolean }): any;
  export function generate(node: any): string;
  export const walk: { (node: any, how: any): void; skip: symbol };
}
