import { runToCompletion } from '../../../src/base/steps.js';
import { resolveJob } from '../../../src/pipeline/resolve-job.js';
import type { Taxonomy } from '../../../src/algorithms/greedy/taxonomy.js';
import type { Engine } from '../../../src/engine/engine.js';
import type { Domain } from '../../../src/hierarchy/domain.js';
import type { AttributeSpec, HierarchySpec, Job, PrivacySpec, SuppressionSpec } from '../../../src/job/job.js';
import { resolveRoles } from '../../../src/job/roles.js';
import { planRun } from '../../../src/pipeline/plan-run.js';
import { buildDomains, prepare, type Prepared } from '../../../src/pipeline/prepare.js';
import type { Table } from '../../../src/table/table.js';
import { tableFromRows } from '../../../src/io/from-rows.js';

export interface People {
  readonly table: Table;
  readonly job: Job;
}

const TREES: readonly HierarchySpec[] = [
  { type: 'suppress' },
  { type: 'tree', tree: { any: { low: { lower: ['a', 'b'], middle: ['c'] }, high: { top: ['d', 'e', 'f'], other: ['g'] } } } },
  { type: 'tree', tree: { any: { left: ['a', 'c', 'e'], right: ['b', 'd', 'f', 'g'] } } },
  { type: 'order', values: ['g', 'e', 'c', 'a', 'b', 'd', 'f'] },
]; // prettier-ignore

/** A small random table with taxonomies, numbers and a class column, and a job for it. Every kind of setting comes up. */
export function randomPeople(random: () => number, algorithm: Job['algorithm']): People {
  const below = (n: number): number => Math.floor(random() * n);
  const rows = 2 + below(28);
  const quasi = 1 + below(3);
  const attributes: Record<string, AttributeSpec> = {};
  const kinds: { isNumber: boolean; values: number; missing: number }[] = [];
  for (let a = 0; a < quasi; a++) {
    const isNumber = random() < 0.4;
    kinds.push({ isNumber, values: 1 + below(isNumber ? 9 : 7), missing: random() < 0.3 ? 0.15 : 0 });
    const hierarchy: HierarchySpec | undefined = !isNumber
      ? TREES[below(TREES.length)]
      : random() < 0.3
        ? { type: 'intervals', origin: 0, widths: [2, 6] }
        : undefined;
    attributes[`q${a}`] = { role: 'quasi-identifier', type: isNumber ? 'integer' : 'string', hierarchy };
  }
  const hasClass = random() < 0.8;
  attributes.s = { role: 'sensitive' };
  attributes.y = { role: hasClass ? 'class' : 'drop' };
  const labels = 1 + below(3);
  const table = tableFromRows(
    Array.from({ length: rows }, (_, i) => {
      const row: Record<string, string | number | null> = {};
      let sum = 0;
      kinds.forEach(({ isNumber, values, missing }, a) => {
        const value = below(values);
        sum += value;
        row[`q${a}`] = i > 0 && random() < missing ? null : isNumber ? value * value : 'abcdefg'[value];
      });
      row.s = 'xyz'[below(3)];
      row.y = `class ${(sum + (random() < 0.3 ? below(5) : 0)) % labels}`;
      return row;
    }),
  );
  const k = 1 + below(4);
  const privacy: PrivacySpec[] = [{ model: 'k-anonymity', k }];
  const kind = random();
  if (kind < 0.2) privacy.push({ model: 'l-diversity', variant: 'distinct', l: 2, attribute: 's' });
  else if (kind < 0.3) privacy.push({ model: 'l-diversity', variant: 'entropy', l: 1.5, attribute: 's' });
  else if (kind < 0.4) privacy.push({ model: 't-closeness', t: 0.3, distance: 'equal', attribute: 's' });
  const limits: (SuppressionSpec | undefined)[] = [
    undefined,
    undefined,
    { maxRows: below(rows) },
    { maxFraction: 0.1 },
  ];
  const suppression = limits[below(limits.length)];
  return {
    table,
    job: {
      attributes,
      privacy,
      algorithm,
      output: { ranges: 'tight' },
      ...(suppression === undefined ? {} : { suppression }),
    },
  };
}

/** The job's problem, resident in the engine. The caller disposes of it. */
export function prepareJob({ table, job: asked }: People, engine: Engine): Prepared {
  const job = resolveJob(asked);
  const plan = planRun(job, table.columns);
  const roles = resolveRoles(plan, table);
  return runToCompletion(
    prepare({ table, roles, domains: runToCompletion(buildDomains(roles, plan)).domains }, { ...job, plan }, engine),
  );
}

/** Codes of every row: leaves per quasi-identifier, sensitive value, label. */
export function rowsOf({ table }: People, domains: readonly Domain[]) {
  const column = (name: string) => table.column(name)!;
  return Array.from({ length: table.rows }, (_, row) => ({
    leaves: domains.map((domain) => domain.leafOf[domain.column.codes[row]]),
    sensitive: column('s').codes[row],
    label: column('y').codes[row],
  }));
}

export type Row = ReturnType<typeof rowsOf>[number];

/** True when a class of rows satisfies every model of the job, by definition. */
export function satisfies(job: Job, rows: readonly Row[], all: readonly Row[]): boolean {
  const frequencies = (list: readonly Row[]): number[] =>
    [0, 1, 2].map((value) => list.filter(({ sensitive }) => sensitive === value).length / list.length);
  return job.privacy.every((spec) => {
    const mine = frequencies(rows);
    if (spec.model === 'k-anonymity') return rows.length >= spec.k;
    if (spec.model === 't-closeness') {
      const whole = frequencies(all);
      return mine.reduce((sum, p, i) => sum + Math.abs(p - whole[i]), 0) / 2 <= 0.3 + 1e-9;
    }
    if (spec.model !== 'l-diversity') throw new Error('another model');
    if (spec.variant === 'distinct') return mine.filter((p) => p > 0).length >= spec.l;
    return mine.reduce((sum, p) => (p > 0 ? sum - p * Math.log(p) : sum), 0) >= Math.log(spec.l) - 1e-9;
  });
}

/** Entropy in bits of the labels of some rows. */
export function entropyOf(rows: readonly Row[]): number {
  const counts = new Map<number, number>();
  for (const { label } of rows) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts.values()].reduce((sum, n) => sum - (n / rows.length) * Math.log2(n / rows.length), 0);
}

/** A cut as a list of nodes per attribute. */
export type Cut = readonly (readonly number[])[];

/** The classes of rows that a cut makes. */
export function classesOf(rows: readonly Row[], taxonomies: readonly Taxonomy[], cut: Cut): Row[][] {
  const classes = new Map<string, Row[]>();
  for (const row of rows) {
    const key = row.leaves
      .map((leaf, a) => cut[a].find((node) => leaf >= taxonomies[a].lo[node] && leaf <= taxonomies[a].hi[node]))
      .join();
    classes.set(key, [...(classes.get(key) ?? []), row]);
  }
  return [...classes.values()];
}

/** Information gain of splitting a node, from the rows alone. */
export function gainByDefinition(rows: readonly Row[], taxonomy: Taxonomy, a: number, node: number): number {
  const under = (n: number) => rows.filter(({ leaves }) => leaves[a] >= taxonomy.lo[n] && leaves[a] <= taxonomy.hi[n]);
  const parent = under(node);
  return taxonomy.childrenOf(node).reduce((gain, child) => {
    const part = under(child);
    return gain - (part.length / parent.length) * entropyOf(part);
  }, entropyOf(parent));
}
