// The map of the quick tests: their times and the sources that each calls. Kept in a file; only changed test files run again.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask } from './child.mjs';
import { hashOfTest, isQuickTest } from './select.mjs';
import { root } from './tree.mjs';

const SILENCE = 240_000;

/** `KOHORT_SHARED` as tests find it from the project itself. */
export const environment = () => {
  const shared = process.env.KOHORT_SHARED ?? join(root, '../shared');
  return existsSync(join(shared, 'truth')) ? { KOHORT_SHARED: shared } : {};
};

/** `only`: paths that test files begin with, or none for all quick tests. */
export async function mapTests({ tree, code, results, only, say, isOver }) {
  const path = join(results, 'map.json');
  const kept = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
  const hashes = new Map(code.filter(isQuickTest).map((file) => [file, hashOfTest(file)]));
  // Test files that could not be loaded are tried again: their sources may be built or mended by now.
  const isKept = ([file, { hash, error }]) => hashes.get(file) === hash && error === undefined;
  const map = Object.fromEntries(Object.entries(kept).filter(isKept));
  const isAsked = (file) => only.length === 0 || only.some((start) => file.startsWith(start));
  let left = [...hashes.keys()].filter((file) => isAsked(file) && !(file in map));
  if (left.length > 0) say(`running ${left.length} of ${hashes.size} test files once, to see what each reaches`);
  while (left.length > 0 && !isOver()) {
    let running = left[0];
    const onMessage = ({ file, started, ...found }) => {
      running = file;
      if (started) return;
      map[file] = { hash: hashes.get(file), ...found };
      writeFileSync(path, JSON.stringify(map));
    };
    await ask('map-tests.mjs', { tree, files: left }, { cwd: tree, onMessage, silence: SILENCE, env: environment() });
    if (!isOver() && !(running in map)) {
      map[running] = { hash: hashes.get(running), tests: [], error: 'it ends the process, or does not end' };
    }
    left = left.filter((file) => !(file in map));
    writeFileSync(path, JSON.stringify(map));
  }
  const asked = Object.entries(map).filter(([file]) => isAsked(file));
  for (const [file, { error }] of asked) if (error !== undefined) say(`${file} judges nothing: ${error}`);
  return Object.fromEntries(asked);
}
