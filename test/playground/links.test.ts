import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { jobOf, takenChoices } from '../../playground/src/choices.js';
import { choicesFrom, readingOf, uncommonMarks, withoutValues } from '../../playground/src/leave/keep/kept-job.js';
import { MOST_BYTES, packText, unpackText } from '../../playground/src/leave/keep/packed-text.js';
import { MOST_MARKS, MOST_MODELS, readChoices } from '../../playground/src/leave/keep/read-choices.js';
import type { CheckedJob } from '../../src/index.js';

const job = {
  attributes: { age: { role: 'quasi-identifier' } },
  privacy: [{ model: 'k-anonymity', k: 5 }],
  algorithm: 'mondrian',
};
const packed = (text: string): string => deflateRawSync(text).toString('base64url');
const read = async (value: unknown): Promise<CheckedJob> =>
  readChoices(await unpackText(packed(JSON.stringify(value))), 'choices');

describe('choices of a link', () => {
  it('are the job that was packed', async () => {
    expect(await unpackText(await packText(JSON.stringify(job)))).toBe(JSON.stringify(job));
    expect(await read(job)).toMatchObject(job);
  });

  it.each([
    ['input.missing', { ...job, input: { missing: 'abc' } }],
    ['suppression', { ...job, suppression: null }],
    ['hierarchy', { ...job, attributes: { age: { role: 'quasi-identifier', hierarchy: 'x' } } }],
    ['algorithm', { ...job, algorithm: 'none' }],
    ['privacy', { ...job, privacy: [{ model: 'k-anonymity', k: 'abc' }] }],
  ])('are checked as a job file is, and the message names %s', async (named, value) => {
    await expect(read(value)).rejects.toThrow(named);
  });

  it('are refused where more models come than the page shows, in a message of bounded length', async () => {
    const [model] = job.privacy;
    const many = Array.from({ length: 2_000 }, () => model);
    await expect(read({ ...job, privacy: many })).rejects.toThrow(`at most ${MOST_MODELS} models, received 2000`);
    const wrong = await read({ ...job, privacy: many.map(() => ({ model: 'x'.repeat(999) })) }).catch((error: unknown) => error); // prettier-ignore
    expect((wrong as Error).message).toContain('and 1997 more');
    expect((wrong as Error).message.length).toBeLessThan(2000);
  });

  it('are refused where more words for missing values come than the page shows', async () => {
    const marks = (count: number): string[] => Array.from({ length: count }, (_, i) => `m${i}`);
    await expect(read({ ...job, input: { missing: marks(MOST_MARKS) } })).resolves.toBeDefined();
    await expect(read({ ...job, input: { missing: marks(MOST_MARKS + 1) } })).rejects.toThrow('at most 1000 words for missing values, received 1001'); // prettier-ignore
  });

  it('are unpacked no further than the limit', async () => {
    const bomb = deflateRawSync(new Uint8Array(2 * MOST_BYTES));
    // Would be noticed, if it was unpacked.
    bomb.fill(0xff, bomb.length - 2048);
    await expect(unpackText(bomb.toString('base64url'))).rejects.toThrow('unpacks to more than 4 MiB');
    await expect(packText('a'.repeat(MOST_BYTES + 1))).rejects.toThrow('more than 4 MiB');
  });

  it('are refused with the reason where an address is cut short or holds other signs', async () => {
    const text = await packText(JSON.stringify(job));
    await expect(unpackText(text.slice(0, -20))).rejects.toThrow('cut short');
    await expect(unpackText('%%%')).rejects.toThrow('signs that no link has');
    await expect(unpackText('')).rejects.toThrow('cut short');
  });

  it('keep the answer that each row is one person', () => {
    const given = readChoices(JSON.stringify({ ...job, unit: 'row' }), 'choices');
    const { choices, notes } = choicesFrom(given, ['age'], readingOf(given));
    expect([notes, jobOf(choices).unit, jobOf(takenChoices({ ...choices, unit: undefined }, choices)).unit]).toEqual([[], 'row', 'row']); // prettier-ignore
  });

  it('keep purpose, recipient and basis of a job that was opened', () => {
    const publication = { purpose: 'yearly statistics', recipient: 'the public' };
    const given = readChoices(JSON.stringify({ ...job, publication }), 'choices');
    const { choices, notes } = choicesFrom(given, ['age'], readingOf(given));
    expect([notes, jobOf(choices).publication, jobOf(takenChoices(choices, choices)).publication]).toEqual([[], publication, publication]); // prettier-ignore
  });

  it('hold no words for missing values but common ones, unless values are wanted', () => {
    const with_ = (missing: string[]) => ({ ...job, input: { delimiter: ';', missing } }) as CheckedJob;
    const marked = with_(['', '?', 'refused by Ida']);
    expect(uncommonMarks(marked)).toEqual(['refused by Ida']);
    expect(withoutValues(marked).input).toEqual({ delimiter: ';', missing: ['', '?'] });
    expect(withoutValues(with_(['', 'refused by Ida'])).input).toEqual({ delimiter: ';' });
  });
});
