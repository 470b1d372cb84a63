import { generateKeyPairSync, sign } from 'node:crypto';
import type { Certificate } from '../../../src/pipeline/certificate/certificate.js';
import { makeCertificate } from '../../../src/pipeline/certificate/certificate.js';
import { checkCertificate } from '../../../src/pipeline/certificate/check-certificate.js';
import { readCertificate } from '../../../src/pipeline/certificate/read-certificate.js';
import { anonymize, applyRecoding, readForJob, toJson } from '../../../src/index.js';
import type { AnonymizeResult, Job } from '../../../src/index.js';
import { isSignedBy } from '../../../src/hosts/node/signing-key.js';
import { reseal } from '../../pipeline/recoding/reseal.js';
import { readRecoding } from '../../../src/pipeline/recoding/read-recoding.js';
import { cellsOf } from '../tables.js';
import type { Target } from '../target.js';
import { bytesOf, Find, requireSilence, SECRET, textOf } from '../target.js';

const rows = [
  '31,Bonn,1,flu',
  '32,Bonn,2,flu',
  '33,Berlin,3,cold',
  '34,Berlin,,cold',
  '35,Bonn,5,flu',
  '36,Berlin,6,flu',
];
const people = `age,city,grade,note\n${rows.join('\n')}\n`;
const newPeople = `age,city,grade,note\n${[...rows, `99,Ulm,2,${SECRET}`].join('\n')}\n`;

const job = (algorithm: string): Job => ({
  attributes: {
    age: { role: 'quasi-identifier', hierarchy: { type: 'intervals', widths: [2, 4] } },
    city: { role: 'quasi-identifier', hierarchy: { type: 'tree', tree: { '*': { B: ['Bonn', 'Berlin'], other: ['Ulm'] } } } },
    grade: { role: 'quasi-identifier', hierarchy: { type: 'order', values: ['1', '2', '3', '5', '6'] } },
    note: 'sensitive',
  },
  privacy: [{ model: 'k-anonymity', k: 2 }],
  algorithm: algorithm === 'samarati' ? { name: algorithm } : algorithm,
  suppression: 'unlimited',
}); // prettier-ignore

async function releaseBy(algorithm: string, hierarchies = true): Promise<AnonymizeResult> {
  const own = job(algorithm);
  const attributes = Object.fromEntries(Object.entries(own.attributes).map(([name, spec]) => [name, typeof spec === 'string' ? spec : { role: spec.role }])); // prettier-ignore
  const { grade, ...others } = own.attributes;
  const given = hierarchies ? { ...own, attributes: { ...others, ...(algorithm === 'mondrian' ? { grade } : {}) } } : { ...own, attributes: attributes as Job['attributes'] }; // prettier-ignore
  const input = await readForJob(people, given);
  return anonymize(input.table, input.job, { seed: 1, engine: 'js' });
}

const kept = async (): Promise<AnonymizeResult[]> => [
  await releaseBy('mondrian'),
  await releaseBy('mondrian', false),
  await releaseBy('samarati'),
  await releaseBy('local-suppression', false),
  await releaseBy('anatomy')
    .catch(async () => releaseBy('slicing'))
    .catch(async () => releaseBy('k-member')),
];

/** Keys that recodings and certificates have. */
const wordsOf = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => text.match(/"[^"]*":?/g) ?? [])),
  ...['{', '}', '[', ']', ',', 'null', 'true', 'false', '-1', '1e308', '"__proto__":', '"any":true', '"other":true', '"missing":true', '"texts":[]', '"between":["a","b"]', '"numbers":{"from":1,"below":2}', '"leaves":[[0,0]]', '"node":{"level":1,"label":"*"}'], // prettier-ignore
];

export const recoding: Target = {
  name: 'recoding',
  isJson: true,
  mostBytes: 8192,
  words: wordsOf(['"version": "kind": "applicable": "k": "input": "output": "columns": "attributes": "classes": "values": "label": "known": "longest": "hierarchy": "spec": "type": "format": "role":']), // prettier-ignore
  seeds: async () => (await kept()).map(({ result }) => bytesOf(toJson(result.recoding))),
  run: async (bytes) => {
    let given: unknown;
    try {
      given = await reseal(JSON.parse(textOf(bytes)));
    } catch {
      return 'no JSON';
    }
    const found = await readRecoding(given);
    let applied;
    try {
      applied = await applyRecoding(given, newPeople, { seed: 1 });
    } catch (error) {
      if (!textOf(bytes).includes(SECRET)) requireSilence(error);
      throw error;
    }
    const { release, rows: count, released, suppressed, outside, withoutClass, belowMinimum } = applied;
    if (released + suppressed !== count) throw new Find('rows that are neither released nor suppressed');
    if (outside + withoutClass + belowMinimum !== suppressed) throw new Find('suppressed rows without a reason');
    const labels = found.attributes.map(({ name, values }) => ({
      name,
      labels: new Set(values.map(({ label }) => label)),
    }));
    const shown = new Set(found.classes.map((one) => JSON.stringify(found.attributes.map(({ values }, a) => values[one[a]].label)))); // prettier-ignore
    const places = found.attributes.map(({ name }) => release.columns.findIndex((column) => column.name === name));
    for (const row of cellsOf(release)) {
      const own = places.map((place) => row[place]);
      if (own.every((cell) => cell === '*') && suppressed > 0) continue;
      own.forEach((cell, a) => {
        if (cell !== null && !labels[a].labels.has(cell))
          throw new Find('a released value that the recoding does not have');
      });
      if (own.every((cell) => cell !== null) && !shown.has(JSON.stringify(own)))
        throw new Find('a released row of no class');
    }
    return 'applied';
  },
};

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const signer = {
  publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  sign: (bytes: Uint8Array) => sign(null, bytes, privateKey).toString('base64'),
};
const sha256 = 'ab'.repeat(32);

async function certificates(): Promise<Certificate[]> {
  const { result } = await releaseBy('mondrian');
  const facts = {
    files: [{ name: 'out.csv', table: 'release', bytes: 3, sha256 }],
    jobSha256: sha256,
    date: new Date(0),
  } as const;
  const two = { ...facts, files: [...facts.files, { ...facts.files[0], table: 'sensitive' }], signer } as const;
  return [makeCertificate(result, facts), makeCertificate(result, { ...facts, signer }), makeCertificate(result, two)];
}

/** The certificates of this process, as texts: every process makes keys of its own to sign them. */
let made: Promise<readonly string[]> | undefined;
const madeTexts = async (): Promise<readonly string[]> =>
  (made ??= certificates().then((all) => all.map((each) => JSON.stringify(each))));

/** JSON in one order of keys and spelling. */
const plainOf = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );

export const certificate: Target = {
  name: 'certificate',
  isJson: true,
  words: wordsOf([
    '"format": "formatVersion": "files": "signature": "signer": "job": "sha256": "public": "privacy": "release" "sensitive"',
  ]),
  seeds: async () => (await madeTexts()).map(bytesOf),
  run: async (bytes) => {
    const found = readCertificate(textOf(bytes), 'certificate');
    const presented = { sha256: found.files.map(() => sha256), jobSha256: sha256, publicKey: signer.publicKey };
    const checks = checkCertificate(found, { ...presented, verify: isSignedBy });
    if (checks.some(({ holds, problem }) => !holds && (problem ?? '') === ''))
      throw new Find('a check that fails without saying why');
    if (!checks.every(({ holds }) => holds)) return 'differs';
    const originals = (await madeTexts()).map((text) => plainOf(JSON.parse(text)));
    if (!originals.includes(plainOf(found)))
      throw new Find('a changed certificate holds under the key that signed another');
    return 'holds';
  },
};
