// Verdicts, a file of JSON for each source, so that a run that ends in its midst goes on where it was.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chooseTests, config, explanationOf, hashOf, keyOf } from './select.mjs';
import { root } from './tree.mjs';

export class Results {
  #folder;
  #map;
  #isThorough;
  #open = new Map();
  #unsaved = new Set();

  constructor(folder, map, { isThorough }) {
    this.#folder = join(folder, 'files');
    this.#map = map;
    this.#isThorough = isThorough;
    mkdirSync(this.#folder, { recursive: true });
  }

  #path(file) {
    return join(this.#folder, `${file.replaceAll('/', '__')}.json`);
  }

  /**
   * Verdicts on a source at its present state: a kill holds as long as the test that kills, any other verdict as long as all tests that reach the
   * source.
   */
  read(file) {
    if (!this.#open.has(file)) this.#open.set(file, this.#load(file));
    return this.#open.get(file);
  }

  #reach(file, limits) {
    return hashOf(...chooseTests(file, this.#map, limits).map(({ name, hash }) => `${name} ${hash}`));
  }

  #load(file) {
    const source = hashOf(readFileSync(join(root, file), 'utf8'));
    const thorough = this.#reach(file, config.thorough);
    const quick = this.#reach(file, config.quick);
    const reach = this.#isThorough ? thorough : quick;
    const empty = { file, source, reach, mutants: [], verdicts: {} };
    if (!existsSync(this.#path(file))) return empty;
    const kept = JSON.parse(readFileSync(this.#path(file), 'utf8'));
    if (kept.source !== source) return empty;
    const verdicts = Object.entries(kept.verdicts).filter(([, { by, reach: of }]) =>
      by ? this.#map[by.file]?.hash === by.hash : of === quick || of === thorough,
    );
    return { ...kept, reach, verdicts: Object.fromEntries(verdicts) };
  }

  /** Survivors of the thorough tests also survive the quick ones, but not the other way round. */
  isKnown(mutant) {
    const { verdicts, reach } = this.read(mutant.file);
    const verdict = verdicts[keyOf(mutant)];
    return verdict !== undefined && (Boolean(verdict.by) || !this.#isThorough || verdict.reach === reach);
  }

  /** All mutants of a source, so that the table can count those that were not judged. */
  setMutants(file, mutants) {
    const result = this.read(file);
    result.mutants = mutants.map((mutant) => {
      const { line, column, mutator, code, replacement, sentence, text } = mutant;
      const short = code.length > 80 ? `${code.slice(0, 77)}...` : code;
      return { key: keyOf(mutant), line, column, mutator, code: short, replacement, sentence, text };
    });
    this.#unsaved.add(file);
    this.save();
  }

  keep(mutant, verdict) {
    const result = this.read(mutant.file);
    const by = verdict.by && { ...verdict.by, hash: this.#map[verdict.by.file].hash };
    result.verdicts[keyOf(mutant)] = { ...verdict, by, reach: result.reach };
    this.#unsaved.add(mutant.file);
  }

  save() {
    for (const file of this.#unsaved) {
      writeFileSync(`${this.#path(file)}.new`, JSON.stringify(this.#open.get(file), null, 1));
      renameSync(`${this.#path(file)}.new`, this.#path(file));
    }
    this.#unsaved.clear();
  }
}

/** Reason why a mutant is left out before any test: a sentence for people, or a written explanation. */
export const leftOut = (mutant) =>
  mutant.sentence ? 'text' : explanationOf(mutant) !== undefined ? 'explained' : null;
