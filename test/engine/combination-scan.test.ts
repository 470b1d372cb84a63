import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/base/random.js';
import { runToCompletion } from '../../src/base/steps.js';
import { scanCombinations } from '../../src/engine/combinations.js';
import type { CombinationClasses } from '../../src/engine/engine.js';
import { casesOf } from '../shared.js';
import { allEngines } from './engines.js';

const engines = await allEngines();

/** Rows of a table, each of a person and with a value. */
interface Row {
  readonly class: number;
  readonly person: number;
  readonly value: number;
}

/** Sets of up to `known` attributes. */
function combinationsOf(attributes: number, known: number): number[][] {
  const all: number[][] = [[]];
  for (let a = 0; a < attributes; a++) for (const set of [...all]) if (set.length < known) all.push([...set, a]);
  return all.filter(({ length }) => length > 0);
}

/** Groups of classes by definition: the persons of each, and the holders of each value. */
function judge(codes: readonly Uint32Array[], rows: readonly Row[], known: number, k: number, c: number, having = -1) {
  const fails = codes[0].map(() => 0);
  let fewest = Infinity;
  let share = 0;
  for (const set of combinationsOf(codes.length, known).filter((each) => each.includes(having) || having < 0)) {
    const groups = new Map<string, Row[]>();
    for (const row of rows) {
      const key = set.map((a) => codes[a][row.class]).join();
      groups.set(key, [...(groups.get(key) ?? []), row]);
    }
    for (const own of groups.values()) {
      const persons = new Set(own.map(({ person }) => person));
      const values = new Set(own.map(({ value }) => value));
      const shares = [...values].map(
        (value) => new Set(own.filter((row) => row.value === value).map(({ person }) => person)).size / persons.size,
      );
      const largest = Math.max(...shares);
      if (set.length === Math.min(known, codes.length)) fewest = Math.min(fewest, persons.size);
      share = Math.max(share, largest);
      if (persons.size < k || largest > c) for (const row of own) fails[row.class] = 1;
    }
  }
  return { fails, fewest, share };
}

/** Entries of rows, those of one person in a class once, ascending by person. */
function entriesOf(rows: readonly Row[], first: number) {
  const kept = new Map<string, Row>();
  for (const row of [...rows].sort((a, b) => a.person - b.person)) kept.set(`${row.person} ${row.class}`, row);
  const list = [...kept.values()];
  let unit = first;
  return list.map((row, i) => {
    if (i > 0 && list[i - 1].person !== row.person) unit++;
    return { classOf: row.class, unit };
  });
}

describe('combinations of known values', () => {
  it('are judged as the definition does, by rows and by persons, in every engine', () => {
    for (let seed = 0; seed < casesOf(4000, 120); seed++) {
      const random = seededRandom(seed);
      const attributes = 1 + random.below(5);
      const classes = 1 + random.below(8);
      const sizes = Array.from({ length: attributes }, () => [1, 2, 3, 300, 70_000, 5_000_000][random.below(6)]);
      const codes = sizes.map((size) => Uint32Array.from({ length: classes }, () => random.below(Math.min(3, size)) * (size > 3 ? Math.floor(size / 3) : 1))); // prettier-ignore
      const arePersons = random.below(2) === 1;
      const persons = 1 + random.below(12);
      const rows: Row[] = Array.from({ length: classes + random.below(20) }, (_, i) => ({
        class: i < classes ? i : random.below(classes),
        person: arePersons ? random.below(persons) : i,
        value: random.below(3),
      }));
      const accepted = random.below(3) === 0 ? Uint8Array.from({ length: classes }, () => random.below(2)) : null;
      const known = 1 + random.below(3);
      const k = 1 + random.below(4);
      const c = [0.3, 0.5, 0.75, 1][random.below(4)];
      const taken = rows.filter((row) => accepted === null || accepted[row.class] === 1);
      const expected = judge(codes, taken, known, k, c);
      const all = entriesOf(rows, 1);
      const byValue = [0, 1, 2].map((value) => rows.filter((row) => row.value === value));
      let unit = 1;
      const held = byValue.map((own) => {
        const entries = entriesOf(own, unit);
        unit = (entries.at(-1)?.unit ?? unit - 1) + 1;
        return entries;
      });
      const listOf = (entries: readonly { classOf: number; unit: number }[]) => ({
        classOf: Uint32Array.from(entries, ({ classOf }) => classOf),
        weight: new Uint32Array(entries.length).fill(1),
        unit: arePersons ? Uint32Array.from(entries, (entry) => entry.unit) : null,
      });
      const start = Uint32Array.from([0, ...held.map((_, v) => held.slice(0, v + 1).flat().length)]);
      const given: CombinationClasses = { codes, sizes, counted: listOf(all), held: { ...listOf(held.flat()), start } };
      for (const engine of engines) {
        const codesNow = [...codes];
        const sizesNow = [...sizes];
        const scan = engine.combinationScan(given, { fewest: k, share: c });
        // A scan can be used again.
        runToCompletion(scanCombinations(scan, given, { known, areAllSizes: false }));
        scan.start(accepted);
        runToCompletion(scanCombinations(scan, given, { known, areAllSizes: true }));
        const found = scan.found();
        expect({ seed, ...found, fails: [...found.fails] }).toEqual({ seed, ...expected, fails: [...expected.fails] });
        scan.start(accepted);
        // Replaces the numbers of the values.
        const shown = Uint32Array.from(codes[0].keys()).filter((c) => accepted === null || accepted[c] === 1);
        for (let a = 0; a < attributes; a++) {
          const values = [...new Set(codes[a])];
          const numbers = codes[a].map((code) => values.indexOf(code));
          scan.replace(a, numbers, values.length);
          codesNow[a] = numbers;
          sizesNow[a] = values.length;
        }
        const now = { codes: codesNow, sizes: sizesNow };
        for (let a = 0; a < attributes; a++) {
          const having = { attribute: a, groupOf: codesNow[a], groups: sizesNow[a] };
          runToCompletion(scanCombinations(scan, now, { known, areAllSizes: true, having, kept: shown }));
        }
        expect([...scan.found().fails]).toEqual([...expected.fails]);
        expect(scan.isBroken).toBe(expected.fails.includes(1));
        // Parts of one attribute, apart from each other, are all of its groups.
        for (let value = 0; value < sizesNow[0]; value++) {
          const kept = shown.filter((c) => codesNow[0][c] === value);
          const own = { attribute: 0, kept, groupOf: new Uint32Array(classes), groups: 1 };
          scan.start(Uint8Array.from({ length: classes }, (_, c) => Number(kept.includes(c))));
          runToCompletion(scanCombinations(scan, now, { known, areAllSizes: true, having: own, kept, untilBroken: true })); // prettier-ignore
          const having = judge(codes, taken.filter((row) => kept.includes(row.class)), known, k, c, 0); // prettier-ignore
          expect({ seed, isBroken: scan.isBroken }).toEqual({ seed, isBroken: kept.length > 0 && having.fails.includes(1) }); // prettier-ignore
        }
        scan.dispose();
      }
    }
  });
});
