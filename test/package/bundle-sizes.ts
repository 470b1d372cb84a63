import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** Bytes as a page downloads them: compressed as well as gzip can. */
export const gzipped = (bytes: Uint8Array): number => gzipSync(bytes, { level: 9 }).length;

/** Bundles a module as a page has it, from the packages of a folder; parts that are loaded on use are files of their own. */
async function bundle(folder: string, contents: string, splitting: boolean) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder },
    bundle: true,
    splitting,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: ['es2022'],
    outdir: join(folder, 'bundle'),
    write: false,
  });
  return outputFiles;
}

/** Bytes of a module as one file. */
export async function sizeOf(folder: string, contents: string): Promise<number> {
  const [{ contents: bytes }] = await bundle(folder, contents, false);
  return gzipped(bytes);
}

/** Downloads of running a module: the file of the module itself, and all files that are loaded as it runs. */
export interface Downloaded {
  readonly files: number;
  readonly bytes: number;
  readonly printed: string;
}

/** Runs a module, bundled in parts, and adds up the parts that were loaded. */
export async function downloadedBy(folder: string, contents: string): Promise<Downloaded> {
  const parts = await bundle(folder, contents, true);
  const target = join(folder, 'bundle');
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target);
  for (const { path, text } of parts) {
    writeFileSync(path, `(globalThis.loaded ??= []).push(${JSON.stringify(basename(path))});${text}`);
  }
  const main = join(target, 'main.mjs');
  writeFileSync(main, `await import('./stdin.js');console.log(JSON.stringify(globalThis.loaded));`);
  writeFileSync(join(target, 'package.json'), '{"type":"module"}');
  const { status, stdout, stderr } = spawnSync(process.execPath, [main], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  const lines = stdout.trimEnd().split('\n');
  const loaded = JSON.parse(lines.pop() ?? '[]') as string[];
  const sizes = parts.filter(({ path }) => loaded.includes(basename(path))).map((part) => gzipped(part.contents));
  return { files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0), printed: lines.join('\n') };
}

/** A line of the table of docs/embedding.md. */
export interface SizeRow {
  readonly what: string;
  readonly bytes: number;
  /** Most bytes that it may have, where a limit is promised. */
  readonly limit?: number;
}

const heading = '| what ';

/** The rows that a page has. */
export function readSizes(page: string): SizeRow[] {
  return tableOf(page)
    .slice(2)
    .map((line) => {
      const [, what, bytes, limit] = line.split('|').map((cell) => cell.trim());
      const count = (text: string): number => Number(text.replaceAll(',', ''));
      return { what, bytes: count(bytes), ...(limit === '' ? {} : { limit: count(limit) }) };
    });
}

/** The page with these rows instead of its own. */
export function withSizes(page: string, rows: readonly SizeRow[]): string {
  const count = (bytes: number): string => bytes.toLocaleString('en');
  const cells = [
    ['what', 'bytes', 'limit'],
    ...rows.map(({ what, bytes, limit }) => [what, count(bytes), limit === undefined ? '' : count(limit)]),
  ];
  const widths = [0, 1, 2].map((i) => Math.max(...cells.map((row) => row[i].length)));
  const lines = cells.map((row) => `| ${row.map((cell, i) => cell.padEnd(widths[i])).join(' | ')} |`);
  lines.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`);
  return page.replace(tableOf(page).join('\n'), lines.join('\n'));
}

/** The lines of the table below "Sizes". */
function tableOf(page: string): string[] {
  const lines = page.slice(page.indexOf('\n## Sizes\n')).split('\n');
  const first = lines.findIndex((line) => line.startsWith(heading));
  return lines.slice(first, lines.indexOf('', first));
}
