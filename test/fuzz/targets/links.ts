import { deflateRawSync } from 'node:zlib';
import { jobOf } from '../../../playground/src/choices.js';
import { choicesFrom, readingOf, withoutValues } from '../../../playground/src/leave/keep/kept-job.js';
import { packText, UnreadableLink, unpackText } from '../../../playground/src/leave/keep/packed-text.js';
import { MOST_MODELS, readChoices } from '../../../playground/src/leave/keep/read-choices.js';
import type { CheckedJob } from '../../../src/index.js';
import type { Target } from '../target.js';
import { bytesOf, Find, textOf } from '../target.js';
import { jobWords } from './job.js';

/** Columns of the file that is opened after the link. */
const names = ['age', 'city', 'note'];
/** Characters of a message at most: a few errors of bounded length. */
const LONGEST_MESSAGE = 2000;

const jobs: readonly object[] = [
  {
    input: { delimiter: ';', missing: ['', '?', 'refused'], skip: 2 },
    attributes: {
      age: { role: 'quasi-identifier', type: 'integer', hierarchy: { type: 'intervals', widths: [5, 10] } },
      city: { role: 'quasi-identifier', hierarchy: { type: 'tree', tree: { '*': { North: ['Kiel'], West: ['Bonn'] } } } },
      note: { role: 'sensitive' },
    },
    privacy: [{ model: 'k-anonymity', k: 5 }, { model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'note' }],
    algorithm: { name: 'mondrian', weights: { age: 2 } },
    suppression: { maxFraction: 0.02 },
  },
  { attributes: { lost: 'identifier' }, privacy: [{ model: 'k-anonymity', k: 2 }], algorithm: 'datafly', suppression: 'unlimited' },
  { attributes: {}, privacy: 'abc', algorithm: null, input: { missing: 'abc' }, suppression: null },
]; // prettier-ignore

/** Throws Find where what the page makes of a job is no job, or keeps values that were to be left out. */
function requireUsable(job: CheckedJob): void {
  const { choices, notes } = choicesFrom(job, names, readingOf(job));
  if (choices.models.length > MOST_MODELS) throw new Find('more models than the page shows');
  if (notes.join('').length > LONGEST_MESSAGE) throw new Find('a note without an end');
  const again = readChoices(JSON.stringify(jobOf(choices)), 'choices');
  const kept = withoutValues(again);
  if (Object.values(kept.attributes).some(({ hierarchy }) => hierarchy?.type === 'tree')) throw new Find('a kept tree');
}

const packed = (value: unknown): Uint8Array => bytesOf(deflateRawSync(JSON.stringify(value)).toString('base64url'));

/** The part of an address behind `#choices=`, or, where it begins with `{`, the text that it packs. */
export const links: Target = {
  name: 'links',
  isJson: true,
  get words() {
    return [...jobWords(), '-', '_', '=', '%', 'A', '{"attributes":', '"missing":"abc"', '"suppression":null'];
  },
  seeds: () => [...jobs.map(packed), ...jobs.map((job) => bytesOf(JSON.stringify(job)))],
  run: async (bytes) => {
    const given = textOf(bytes);
    try {
      const job = readChoices(await unpackText(given.startsWith('{') ? await packText(given) : given), 'choices');
      requireUsable(job);
      return 'choices';
    } catch (error) {
      if (error instanceof UnreadableLink) return 'no link';
      if (!(error instanceof Error) || error.constructor !== Error) throw error;
      if (error.message === '' || error.message.length > LONGEST_MESSAGE) throw new Find('a message without an end');
      return 'no choices';
    }
  },
};
