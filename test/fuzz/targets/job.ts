import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { canonicalJson } from '../../../src/base/canonical-json.js';
import { listErrors } from '../../../src/base/list-errors.js';
import { parseJob } from '../../../src/pipeline/parse-job.js';
import { parseJobText } from '../../../src/pipeline/parse-job-text.js';
import { resolveJob } from '../../../src/pipeline/resolve-job.js';
import { drawJob } from '../../pipeline/random-job.js';
import type { Target } from '../target.js';
import { bytesOf, Find, isRefusal, textOf } from '../target.js';

/** Words of jobs: keys, names and values of the schema. */
export function jobWords(): string[] {
  const schema = readFileSync(resolve('dist/job.schema.json'), 'utf8');
  const words = new Set(Array.from(schema.matchAll(/"([A-Za-z][\w-]{0,30})"/g), ([quoted]) => quoted));
  return [...words, '{', '}', '[', ']', ':', ',', '{}', '[]', 'null', 'true', '""', '"__proto__"', '"constructor"', '"toString"', '// x\n', '/*', '*/', '\\u0000', '\\ud800', '1e308', '-0', '[[[[[[[[', '{"a":{"a":{"a":']; // prettier-ignore
}

export const job: Target = {
  name: 'job',
  isJson: true,
  get words() {
    return jobWords();
  },
  seeds: () => [
    ...readdirSync('examples/data')
      .filter((name) => name.endsWith('.json'))
      .map((name) => new Uint8Array(readFileSync(join('examples/data', name)))),
    ...Array.from({ length: 60 }, (_, seed) => bytesOf(JSON.stringify(drawJob(seed, seed % 2 === 0).job))),
    bytesOf(
      '// a job\n{"attributes": {"a": "quasi-identifier",}, "privacy": [{"model": "k-anonymity", "k": 2}], "algorithm": "mondrian",}',
    ),
  ],
  run: async (bytes) => {
    const text = textOf(bytes);
    let parsed;
    try {
      parsed = parseJobText(text);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const all = listErrors(error);
      if (all.length === 0) throw new Find('a refusal without an error in its list');
      for (const { code, message, cure } of all) {
        if (code === '' || message === '' || cure === '')
          throw new Find('an error without code, message or cure', code);
      }
      throw error;
    }
    const again = parseJob(parsed);
    // Content that a certificate hashes: the order of keys has no meaning.
    if (canonicalJson(again) !== canonicalJson(parsed)) throw new Find('a checked job is checked to another one');
    resolveJob(parsed);
    return 'job';
  },
};
