import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import type { audit } from '../../src/audit/audit.js';
import type { auditDissociated } from '../../src/audit/dissociated.js';
import type { DissociatedSpec } from '../../src/audit/dissociated-parts.js';
import { personCases } from '../audit/person-cases.js';
import { tableOf } from '../audit/tables.js';

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
  {
    name: 'rows that can lie in several classes are persons',
    changes: [['open-places.ts', 'keyed[c] = yield* raise(haveSome, own, fewestKeyed(own));', 'keyed[c] = own.rows;']],
    breaks: 'a class of rows that two persons may have has two',
  },
  {
    name: 'records of clusters are persons',
    changes: [['dissociated-persons.ts', 'if (persons.count === original.rows) return ofRecords(input);', 'return ofRecords(input);']],
    breaks: 'a shared chunk is filled by one person',
  },
  {
    name: 'sets of terms are had by records',
    changes: [['dissociated-persons.ts', 'if (found.last !== of[rows[row]]) found.persons++;', 'found.persons++;']],
    breaks: 'a shared chunk is filled by one person',
  },
  {
    name: 'a cluster may have two rows of one person',
    changes: [['place-in-clusters.ts', 'if (!ofPersons.has(person)) ofPersons.set(person, addSum(1, true));', 'if (!ofPersons.has(person)) ofPersons.set(person, addSum(2, true));']],
    breaks: 'a cluster has two rows of one person in every way',
  },
]; // prettier-ignore

type Audits = { readonly audit: typeof audit; readonly auditDissociated: typeof auditDissociated };

/** The audits with all mutants in them, each asleep: [number of the mutant that is awake, -1 for none]. */
let withMutant: (awake: number) => Audits;

beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: "export { audit } from './audit.js'; export { auditDissociated } from './dissociated.js';",
      resolveDir: folder,
      loader: 'ts',
    },
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
  const make = runInThisContext(`(kohortMutant) => { ${outputFiles[0].text}; return audited; }`) as unknown;
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
const broken = (each: Audits): string[] => {
  const checks = [
    ...personCases.map(({ name, input, facts, expected }) => {
      return { name, check: () => expect(facts(each.audit(...input))).toEqual(expected) };
    }),
    ...clusterCases.map(({ name, persons, problems }) => {
      const original = tableOf(['person', 'items'], persons.map((person, i) => [person, ITEMS[i]])); // prettier-ignore
      return { name, check: () => expect(each.auditDissociated(CLUSTERS, SPEC, original).problems).toEqual(problems) };
    }),
  ];
  const isBroken = (check: () => void): boolean => {
    try {
      check();
      return false;
    } catch {
      return true;
    }
  };
  return checks.filter(({ check }) => isBroken(check)).map(({ name }) => name);
};

/** Two clusters of two records, which share a chunk. */
const ITEMS = ['a|b|c|e', 'a|b', 'a|d|e', 'a'];
const CLUSTERS = tableOf(
  ['cluster', 'chunk', 'records', 'items'],
  [
    ['1', '1', '2', 'a|b'],
    ['1', '1', '2', 'a|b'],
    ['1', 'terms', '2', 'c'],
    ['2', '1', '2', 'a'],
    ['2', '1', '2', 'a'],
    ['2', 'terms', '2', 'd'],
    ['1+2', 'shared 1', '4', 'e'],
    ['1+2', 'shared 1', '4', 'e'],
  ],
);
const SPEC: DissociatedSpec = {
  ...{ attribute: 'items', delimiter: '|', k: 2, m: 2, missing: [''], identifiers: ['person'] },
  persons: { columns: ['person'], missing: 'refuse' },
};

/** Persons of the four records, and what is wrong with the clusters. */
const clusterCases: readonly { readonly name: string; readonly persons: string[]; readonly problems: string[] }[] = [
  { name: 'clusters of different persons hold', persons: ['p', 'q', 'r', 'p'], problems: [] },
  {
    name: 'a shared chunk is filled by one person',
    persons: ['p', 'q', 'p', 'r'],
    problems: ['cluster "1+2", chunk "shared 1": 1 person has a set of terms, k is 2'],
  },
  {
    name: 'a cluster has two rows of one person in every way',
    persons: ['p', 'p', 'q', 'r'],
    problems: [
      'persons could not be recounted, so that no model holds: the rows of the original do not fit clusters without two rows of one person',
    ],
  },
];

describe('an audit that counts rows', () => {
  it('is made of lines that stand once in their files', () => {
    const unfit = mutants.flatMap(({ changes }) => changes).filter(([file, line]) => {
      const lines = readFileSync(join(folder, file), 'utf8').split('\n');
      return lines.filter((each) => each.trim() === line).length !== 1;
    }); // prettier-ignore
    expect(unfit).toEqual([]);
  });

  // promise: persons-counted
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
