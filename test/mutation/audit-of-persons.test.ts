import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import type { audit } from '../../src/audit/audit.js';
import { personCases } from '../audit/person-cases.js';

const folder = join(import.meta.dirname, '../../src/audit');

/** A change of the audit, as [file, line, the line in its place], and the case that it breaks. */
interface Mutant {
  readonly name: string;
  readonly changes: readonly (readonly [file: string, line: string, replacement: string])[];
  readonly breaks: string;
}

/** Mutants that count rows where persons, holders, drawn rows or histories are counted. */
const mutants: readonly Mutant[] = [
  {
    name: 'every row is a person',
    changes: [
      ['persons.ts', 'of[row] = numbers[group];', 'of[row] = row;'],
      ['persons.ts', 'return { count: persons, of, withoutKey, weights: table.weights };', 'return { count: of.length, of, withoutKey, weights: table.weights };'],
    ],
    breaks: '1: three rows of one patient are no class for k = 2',
  },
  {
    name: 'classes are as large as their rows',
    changes: [['person-counts.ts', 'if (own === NONE || seen[own] === person + 1) continue;', 'if (own === NONE) continue; if (seen[own] === person + 1) { sizes[own]++; continue; }']],
    breaks: '1: three rows of one patient are no class for k = 2',
  },
  {
    name: 'every row of a class is of another person',
    changes: [['person-counts.ts', 'while (to < start[c + 1] && personOf[order[to]] === personOf[order[from]]) to++;', 'to++;']],
    breaks: '4: the smallest interval is no one of two numbers of one person',
  },
  {
    name: 'released persons are counted in every class',
    changes: [['person-counts.ts', 'return { ...counted, start, order, personOf, weights, count };', 'return { ...counted, start, order, personOf, weights, count: counted.classesOf.reduce((sum, own) => sum + own, 0) };']],
    breaks: 'classes are counted by their persons, and persons by how many look alike',
  },
  {
    name: 'holders are rows',
    changes: [['person-counts.ts', 'if (holding[value]++ === 0) present[length++] = value;', 'if ((holding[value] += own[value]) === own[value]) present[length++] = value;']],
    breaks: 'beta-likeness compares shares of holders',
  },
  {
    name: 'rows are not spread over their person',
    changes: [['person-counts.ts', 'share[value] += own[value] / all;', 'share[value] += own[value];']],
    breaks: 't-closeness spreads everybody over their rows',
  },
  {
    name: 'counts are those of holders, no worst case',
    changes: [['person-counts.ts', 'counts.push(Math.min(descending[i], left));', 'counts.push(descending[i]);'], ['person-counts.ts', 'left -= descending[i];', '']],
    breaks: '2: values of one person are no diversity: everybody has a',
  },
  {
    name: 'an interval holds as many numbers as persons',
    changes: [['person-counts.ts', 'if (inside[person]++ === 0) held++;', 'inside[person]++, held++;']],
    breaks: '4: the smallest interval is no one of two numbers of one person',
  },
  {
    name: 'an interval may leave out who has a number and an empty cell',
    changes: [['person-counts.ts', 'if (own.some(Number.isNaN)) return;', 'if (own.every(Number.isNaN)) return;']],
    breaks: '4: the smallest interval leaves out who has an empty cell',
  },
  {
    name: 'the risk of a person is their smallest',
    changes: [['person-counts.ts', 'if (own !== NONE && sizes[own] < least) least = sizes[own];', 'if (own !== NONE && (least === Infinity || sizes[own] > least)) least = sizes[own];']],
    breaks: '6: average risk is a mean of the largest risk of everybody',
  },
  {
    name: 'persons of classes with one value are rows',
    changes: [['judge-persons.ts', 'return { classes, rows, persons: persons.size };', 'return { classes, rows, persons: rows };']],
    breaks: '2: values of one person are no diversity: everybody has a',
  },
  {
    name: 'a text is had by rows',
    changes: [['persons.ts', 'if (value < 0 || person === NONE || first[person] === value) continue;', 'if (value < 0 || person === NONE) continue; if (first[person] === value) { firsts[value]++; continue; }']],
    breaks: 'a text is exposed that many rows of one person have',
  },
  {
    name: 'cells show what few rows have',
    changes: [['exposure.ts', 'return yield* exposedValues(column, values, spec, { rows: count(null), people: count(persons) });', 'return yield* exposedValues(column, values, spec, { rows: count(null), people: count(null) });']],
    breaks: 'a text is exposed that many rows of one person have',
  },
  {
    name: 'ranges show what few rows have',
    changes: [['quasi-identifiers.ts', 'return countHaving(column, counted, yield* findLeafCodes(column, domain, missing), domain.size);', 'return countHaving(column, null, yield* findLeafCodes(column, domain, missing), domain.size);']],
    breaks: 'a range starts at a number that enough persons have, whatever their rows',
  },
  {
    name: 'sets of items are had by rows',
    changes: [['models/km-anonymity.ts', 'smallest = Math.min(smallest, count(list));', 'smallest = Math.min(smallest, list.length);']],
    breaks: 'k^m-anonymity counts who has a set of items',
  },
  {
    name: 'a history is of the rows of one class',
    changes: [['person-history.ts', 'for (const value of rank.subarray(start[c], start[c + 1])) common += Number(++inClasses[value] === own.length);', 'for (const value of rank.subarray(start[c], start[c + 1])) common += Number(++inClasses[value] === 1);']],
    breaks: 'classes of one person say together what each of them hides',
  },
  {
    name: 'a history counts classes of the disclosed',
    changes: [['person-history.ts', 'if (common < l) persons++;', 'if (common < l) persons += own.length;']],
    breaks: 'classes of one person say together what each of them hides',
  },
  {
    name: 'a history is looked for whatever persons change',
    changes: [['person-history.ts', 'if (!isConstant) return null;', '']],
    breaks: 'classes of one person say nothing of a value that some person changes',
  },
  {
    name: 'all rows of a person are drawn',
    changes: [['drawn-rows.ts', 'taken[row] = Math.min(open, rowsOfEntry(weights, row));', 'taken[row] = rowsOfEntry(weights, row);']],
    breaks: 'at most two rows of every person are released, and the others are no suppressed ones',
  },
  {
    name: 'rows are drawn from all rows',
    changes: [['drawn-rows.ts', 'of.forEach((person, row) => ofPerson[person].push(row));', 'of.forEach((_, row) => ofPerson[0].push(row));']],
    breaks: 'at most two rows of every person are released, and the others are no suppressed ones',
  },
]; // prettier-ignore

type Audit = typeof audit;

/** The audit with all mutants in it, each asleep: [number of the mutant that is awake, -1 for none]. */
let withMutant: (awake: number) => Audit;

beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [join(folder, 'audit.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'audited',
    plugins: [
      {
        name: 'mutants',
        setup: ({ onLoad }) =>
          onLoad({ filter: /src\/audit\/.*\.ts$/ }, ({ path }) => ({ contents: withSwitches(path), loader: 'ts' })),
      },
    ],
  });
  const make = runInThisContext(`(kohortMutant) => { ${outputFiles[0].text}; return audited.audit; }`) as unknown;
  withMutant = make as typeof withMutant;
});

/** The text of a file, in which every line that mutants change asks which of them is awake. */
function withSwitches(path: string): string {
  const lines = readFileSync(path, 'utf8').split('\n');
  mutants.forEach(({ changes }, number) => {
    for (const [file, line, replacement] of changes) {
      if (join(folder, file) !== path) continue;
      const at = lines.findIndex((each) => each.trim() === line || each.endsWith(` else { ${line} }`));
      lines[at] = lines[at].replace(line, () => `if (kohortMutant === ${number}) { ${replacement} } else { ${line} }`);
    }
  });
  return lines.join('\n');
}

/** Names of the cases in which an audit reports something else than it must. */
const broken = (each: Audit): string[] =>
  personCases
    .filter(({ input, facts, expected }) => {
      try {
        expect(facts(each(...input))).toEqual(expected);
        return false;
      } catch {
        return true;
      }
    })
    .map(({ name }) => name);

describe('an audit that counts rows', () => {
  it('is made of lines that stand once in their files', () => {
    const unfit = mutants.flatMap(({ changes }) => changes).filter(([file, line]) => {
      const lines = readFileSync(join(folder, file), 'utf8').split('\n');
      return lines.filter((each) => each.trim() === line).length !== 1;
    }); // prettier-ignore
    expect(unfit).toEqual([]);
  });

  it('is none without a mutant', () => {
    expect(broken(withMutant(-1))).toEqual([]);
  });

  it.each(mutants.map(({ name, breaks }, number) => [name, breaks, number] as const))(
    '%s: found by "%s"',
    (_, breaks, number) => {
      expect(broken(withMutant(number))).toContain(breaks);
    },
  );
});
