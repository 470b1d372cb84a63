import type { Job } from '../src/index.js';
import { nineJob } from '../scripts/demo-job.mjs';
import { ATTRIBUTES, FREE_COLUMNS, type TableName } from './scale-tables.js';

type Attributes = Job['attributes'];

const K = 10;
const nine = nineJob as Job;

/** Roles that algorithms require: all others get nine quasi-identifiers and k = 10. */
const WITH_CLASS = ['top-down-specialization', 'bottom-up-generalization'];
const WITH_SENSITIVE = ['bucketization', 'anatomy', 'slicing'];
const OF_MEMBERS = ['mpalm', 'spalm', 'generalize-and-permute'];
/** Algorithms that are run on thirty attributes too. */
const OF_MANY_ATTRIBUTES = ['optimal-lattice', 'datafly', 'local-suppression', 'k-optimize', 'mdav'];
/** Options without which an algorithm does not release the census. */
const OPTIONS: Readonly<Record<string, Readonly<Record<string, string | number>>>> = {
  'mu-argus': { combinations: 'all' },
  'generalize-and-permute': { partition: 'mpalm' },
};

/** Seconds that a search without another end has. */
export const SEARCH_SECONDS = 10;

/** True where a search takes all the time that it is given. */
export const isAnytime = (name: string, table: TableName): boolean =>
  name === 'k-optimize' || (name === 'optimal-lattice' && table === 'attributes');

/** The tables that an algorithm is run on. */
export function tablesOf(name: string): TableName[] {
  if (name === 'dissociation') return ['baskets'];
  if (name === 'mondrian') return ['census', 'wide', 'distinct', 'attributes'];
  return OF_MANY_ATTRIBUTES.includes(name) ? ['census', 'attributes'] : ['census'];
}

const many = (count: number, name: (i: number) => string, attribute: Attributes[string]): Attributes =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [name(i), attribute]));

function attributesOf(name: string, table: TableName): Attributes {
  if (table === 'baskets') return { items: { role: 'sensitive', set: { delimiter: ' ' } } };
  if (table === 'distinct') return { value: { role: 'quasi-identifier', type: 'integer' } };
  if (table === 'attributes') {
    return Object.fromEntries(
      Array.from({ length: ATTRIBUTES }, (_, a) => {
        const hierarchy = { type: 'intervals', origin: 0, widths: a % 8 > 2 ? [2, 4] : [2] } as const;
        return [`a${a}`, { role: 'quasi-identifier', type: 'integer', hierarchy }] as const;
      }),
    );
  }
  if (table === 'wide') {
    return { ...nine.attributes, ...many(FREE_COLUMNS, (i) => `free${i}`, { role: 'insensitive' }) };
  }
  if (WITH_CLASS.includes(name)) return { ...nine.attributes, salary: { role: 'class' } };
  if (WITH_SENSITIVE.includes(name)) return { ...nine.attributes, occupation: { role: 'sensitive' } };
  return nine.attributes;
}

/** The job of an algorithm on a table; members stand among twice as many people, of whom the table of that size is made. */
export function jobOf(name: string, table: TableName): { spec: (rows: number) => Job; needsPeople: boolean } {
  const needsPeople = OF_MEMBERS.includes(name);
  const privacy = (rows: number): Job['privacy'] => {
    if (table === 'baskets') return [{ model: 'km-anonymity', k: 5, m: 2, attribute: 'items' }];
    if (WITH_SENSITIVE.includes(name)) {
      return [{ model: 'l-diversity', variant: 'distinct', l: 3, attribute: 'occupation' }];
    }
    if (!needsPeople) return [{ model: 'k-anonymity', k: K }];
    return [
      { model: 'delta-presence', min: 0, max: 0.8, public: `census-${2 * rows}.csv` },
      { model: 'k-anonymity', k: K },
    ];
  };
  return {
    needsPeople,
    spec: (rows) => ({
      ...nine,
      attributes: attributesOf(name, table),
      privacy: privacy(rows),
      algorithm: { name, ...OPTIONS[name] } as Job['algorithm'],
    }),
  };
}
