// Every mutant of a few files, by Stryker's own instrumenter: one text that holds all of them behind switches.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { root } from './tree.mjs';

const silent = () => {};
const logger = { info: silent, debug: silent, warn: silent, error: silent, trace: silent, fatal: silent };
logger.isDebugEnabled = () => false;
const options = { plugins: null, excludedMutations: [], ignorers: [], noHeader: true };

/** The switches: cheaper than Stryker's own, which look names up at every call. `judge-mutants.mjs` holds the state. */
const SWITCHES = `
const mutation_9fa48 = globalThis.kohortMutation;
function stryMutAct_9fa48(id) {
  if (mutation_9fa48.active !== id) return false;
  if (++mutation_9fa48.hits > mutation_9fa48.mostHits) throw new Error('a loop without an end');
  return true;
}
function stryCov_9fa48(...ids) {
  if (mutation_9fa48.counts !== null) for (const id of ids) mutation_9fa48.counts[id]++;
}
`;

/**
 * A literal with a space in it is a sentence for people: errors, warnings, summaries of the catalogue. Tests hold what such a text must name,
 * not each of its words. Names, keys and formats have no space, and stay.
 */
const isSentence = ({ mutator, code }) => mutator === 'StringLiteral' && /\S\s+\S|^.\s|\s.$/.test(code);

const textBetween = (lines, { start, end }) =>
  lines
    .slice(start.line, end.line + 1)
    .map((line, i) => line.slice(i === 0 ? start.column : 0, i === end.line - start.line ? end.column : undefined))
    .join('\n');

/** Numbers for ids, and no switch where nobody asks for the mutant: the tests are as fast as the few mutants allow. */
function keepSwitches(text, ids) {
  return text
    .replace(/stryMutAct_9fa48\("(\d+)"\)/g, (_, id) => (ids.has(id) ? `stryMutAct_9fa48(${id})` : 'false'))
    .replace(/stryCov_9fa48\(([^)]*)\)/g, (_, list) => {
      const kept = list.split(',').map((id) => id.replace(/["\s]/g, '')).filter((id) => ids.has(id)); // prettier-ignore
      return kept.length === 0 ? 'void 0' : `stryCov_9fa48(${kept.join(', ')})`;
    });
}

/** `files`: paths in the project. Returns the mutants in order of their ids. */
export async function instrument(files) {
  const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const inputs = [...sources].map(([name, content]) => ({ name: join(root, name), content, mutate: true }));
  const result = await new Instrumenter(logger).instrument(inputs, options);
  const mutants = result.mutants.map(({ id, fileName, location, mutatorName, replacement }) => {
    const file = fileName.slice(root.length + 1);
    const lines = sources.get(file).split('\n');
    const mutant = {
      id: Number(id),
      file,
      line: location.start.line + 1,
      column: location.start.column + 1,
      mutator: mutatorName,
      code: textBetween(lines, location),
      replacement,
      text: lines[location.start.line].trim(),
    };
    return { ...mutant, sentence: isSentence(mutant) };
  });
  /** The texts of the files with the switches of those mutants that are wanted. */
  const textsWith = (wanted) => {
    const ids = new Set(wanted.map(({ id }) => String(id)));
    return new Map(result.files.map(({ content }, i) => [files[i], SWITCHES + keepSwitches(content, ids)]));
  };
  return { textsWith, mutants };
}
