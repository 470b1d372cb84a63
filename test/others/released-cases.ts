/** Random tables, jobs and their releases as files, for checkers that read nothing but files. */
import { attributeOf } from '../../src/privacy/attribute-of.js';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RandomSource, seededRandom } from '../../src/base/random.js';
import type { Engine } from '../../src/engine/engine.js';
import {
  anonymize,
  auditRelease,
  InfeasibleError,
  InvalidArgumentError,
  readCsv,
  readForJob,
  type AuditReport,
  type Job,
  type RunResult,
} from '../../src/index.js';
import type { AttributeSpec, PrivacySpec } from '../../src/job/job.js';
import { csvOf, quotedCsv } from '../table-texts.js';

/** Input of a checker: a release and its original. */
export interface CheckerCase {
  readonly release: string;
  readonly original: string;
  readonly missing: readonly string[];
  /** Columns whose texts make the classes: the quasi-identifiers, or the bucket. */
  readonly grouping: readonly string[];
  /** Suppressed rows that the release keeps as stars. */
  readonly starred: number;
  readonly attributes: Readonly<Record<string, { readonly numeric: boolean }>>;
  readonly l: number;
  readonly beta: number;
}

/** A release, and what kohort says of it: in the result, and in audits with and without the original. */
export interface ReleasedCase {
  readonly name: string;
  readonly told: CheckerCase;
  readonly result: RunResult;
  /** The models that both audits judged, those of the job first. */
  readonly models: readonly PrivacySpec[];
  readonly withOriginal: AuditReport;
  readonly alone: AuditReport;
}

export const ILLNESS = 'illness';
export const SALARY = 'salary';
const L = 2;
/** The bound of enhanced beta-likeness that is judged. */
export const BETA = 1.5;

/** Every model that needs the release alone, with bounds that hold for nearly everything: what counts is what is achieved. */
export const JUDGED: readonly PrivacySpec[] = [
  { model: 'k-anonymity', k: 1 },
  { model: 'average-risk', risk: 1 },
  { model: 'maximum-risk', risk: 1 },
  { model: 'ke-anonymity', k: 1, e: 0, attribute: SALARY },
  ...[ILLNESS, SALARY].flatMap((attribute): PrivacySpec[] => [
    { model: 'l-diversity', variant: 'distinct', l: 1, attribute },
    { model: 'l-diversity', variant: 'entropy', l: 1, attribute },
    { model: 'l-diversity', variant: 'recursive', l: L, c: 1e6, attribute },
    { model: 'alpha-k-anonymity', k: 1, alpha: 1, attribute },
    { model: 't-closeness', t: 1, distance: 'equal', attribute },
    { model: 't-closeness', t: 1, distance: 'ordered', attribute },
    { model: 'beta-likeness', variant: 'basic', beta: 1e6, attribute },
    { model: 'beta-likeness', variant: 'enhanced', beta: BETA, attribute },
    { model: 'delta-disclosure', delta: 100, attribute },
    { model: 'delta-disclosure', delta: 100, attribute, absent: 'violates' },
  ]),
];

/** True if every class keeps the bound. */
const holdsAlways = (spec: PrivacySpec): boolean =>
  !('variant' in spec && ['recursive', 'enhanced'].includes(spec.variant)) &&
  !('absent' in spec && spec.absent === 'violates');

/** Texts that a careless reader takes for something else. */
const ILLNESSES = ['flu', 'NA', 'None', 'nan', '1.0', '01', '"quoted"', 'a,b', 'über', 'gout', '*', 'true'];

interface Draw {
  readonly below: (bound: number) => number;
  readonly of: <T>(values: readonly T[]) => T;
}

const drawFrom = (random: RandomSource): Draw => ({
  below: (bound) => random.below(bound),
  of: (values) => values[random.below(values.length)],
});

function drawRows({ below, of }: Draw): (string | null)[][] {
  const illnesses = ILLNESSES.slice(below(6)).slice(0, 2 + below(4));
  const hasMissing = below(2) === 0;
  const orMissing = (cell: string): string => (hasMissing && below(9) === 0 ? of(['', '?']) : cell);
  return Array.from({ length: 8 + below(50) }, () => [
    orMissing(String(20 + below(40))),
    orMissing(`${53700 + below(20)}`),
    of(['f', 'm']),
    orMissing(illnesses[Math.min(below(illnesses.length), below(illnesses.length))]),
    orMissing(of(['-5', '0', '2.5', '10', '1e3', '7'])),
  ]);
}

/** Models that a job asks for, beside k-anonymity: bounds that bind, and that can be kept. */
function drawModels({ below, of }: Draw): PrivacySpec[] {
  const attribute = of([ILLNESS, SALARY]);
  return [
    { model: 'k-anonymity', k: 2 + below(3) },
    of<PrivacySpec>([
      { model: 'l-diversity', variant: 'distinct', l: 2, attribute },
      { model: 'l-diversity', variant: 'entropy', l: 1.5, attribute },
      { model: 'l-diversity', variant: 'recursive', l: 2, c: 3, attribute },
      { model: 'alpha-k-anonymity', k: 2, alpha: 0.8, attribute },
      { model: 't-closeness', t: 0.5, distance: of(['equal', 'ordered'] as const), attribute },
      { model: 'beta-likeness', variant: of(['basic', 'enhanced'] as const), beta: 2, attribute },
      { model: 'delta-disclosure', delta: 1.5, attribute },
    ]),
  ];
}

const permuting = ['bucketization', 'anatomy', 'slicing'];
const quick: Readonly<Record<string, object>> = {
  genetic: { population: 10, offspring: 40 },
  'simulated-annealing': { steps: 60 },
  'two-phase-hill-climbing': { restarts: 2 },
  'mu-argus': { combinations: 'all' },
};

function drawJob(draw: Draw, algorithm: string, withModel: boolean): Job {
  const { below, of } = draw;
  const known = (more: Partial<AttributeSpec>): AttributeSpec => ({ role: 'quasi-identifier', ...more });
  const models = drawModels(draw);
  const hierarchy = of(['strings', 'follow', 'neither']);
  const attributes: Job['attributes'] = {
    age: known({
      type: 'integer',
      ...(hierarchy === 'neither' ? {} : { hierarchy: { type: 'intervals', origin: 0, widths: [5, 10, 30] } }),
    }),
    zip: known({ type: 'string', ...(hierarchy === 'strings' ? { hierarchy: { type: 'mask' } } : {}) }),
    sex: known({ hierarchy: { type: 'suppress' } }),
    [ILLNESS]: { role: 'sensitive', type: 'string' },
    [SALARY]: { role: algorithm === 'anatomy' ? 'insensitive' : 'sensitive', type: 'number' },
  };
  const needed: PrivacySpec[] =
    algorithm === 'anatomy' ? [{ model: 'l-diversity', variant: 'distinct', l: 2, attribute: ILLNESS }] : [];
  return {
    input: { missing: ['', '?'], onMissing: 'keep' },
    attributes,
    privacy: [...needed, ...(withModel && needed.length === 0 ? models : [models[0]])],
    algorithm: { name: algorithm, ...quick[algorithm] },
    suppression: of(['unlimited', { maxRows: 6 }, { maxFraction: 0.3 }] as const),
    output: { suppressed: of(['drop', 'drop', 'star'] as const), order: below(2) === 0 ? 'shuffle' : 'input' },
  };
}

const read = async (path: string, types: Record<string, 'string' | 'number'>) =>
  readCsv(readFileSync(path), { delimiter: ',', missing: ['', '?'], types, trim: false, allowEmpty: true });

/** Draws a table and a job, releases it into files and has it audited; null where the job is refused. */
export async function drawReleased(
  seed: number,
  algorithm: string,
  { folder, engine, withModel }: { folder: string; engine: Engine; withModel: boolean },
): Promise<ReleasedCase | null> {
  const draw = drawFrom(seededRandom(seed));
  const rows = drawRows(draw);
  const job = drawJob(draw, algorithm, withModel);
  const at = (what: string): string => join(folder, `${algorithm}-${seed}-${what}.csv`);
  const text = quotedCsv([['age', 'zip', 'sex', ILLNESS, SALARY], ...rows]);
  writeFileSync(at('original'), text);
  const input = await readForJob(text, job);
  try {
    const done = await anonymize(input.table, input.job, { engine, seed: 1 + draw.below(1000) });
    const { sensitive } = done.tables;
    writeFileSync(at('release'), csvOf(done.release));
    if (sensitive !== undefined) writeFileSync(at('sensitive'), csvOf(sensitive));
    const isPermuted = permuting.includes(algorithm);
    const names = sensitive === undefined ? [ILLNESS, SALARY] : [ILLNESS];
    const known = ['age', 'zip', 'sex'];
    const numbers: Record<string, 'string' | 'number'> = { [ILLNESS]: 'string', [SALARY]: 'number' };
    const texts = Object.fromEntries(known.map((name) => [name, 'string' as const]));
    const released = await read(at('release'), { ...numbers, ...texts });
    const options = sensitive === undefined ? {} : { sensitive: await read(at('sensitive'), numbers) };
    // By the job's own models rows of stars are known to be suppressed: no other may call a class of stars suppressed.
    const isStarred = job.output?.suppressed === 'star';
    const judged = (isStarred ? JUDGED.filter(holdsAlways) : JUDGED).filter((model) =>
      names.includes(attributeOf(model) ?? names[0]),
    );
    const models = [...job.privacy, ...judged];
    const judging: Job = { ...input.job, privacy: models };
    return {
      name: `${algorithm}, seed ${seed}`,
      told: {
        release: at(sensitive === undefined ? 'release' : 'sensitive'),
        original: at('original'),
        missing: ['', '?'],
        grouping: isPermuted ? ['bucket'] : known,
        starred: job.output?.suppressed === 'star' ? done.result.suppressed : 0,
        attributes: Object.fromEntries(names.map((name) => [name, { numeric: name === SALARY }])),
        l: L,
        beta: BETA,
      },
      result: done.result,
      models,
      withOriginal: auditRelease(released, judging, input.table, options),
      alone: auditRelease(released, judging, undefined, options),
    };
  } catch (error) {
    if (error instanceof InvalidArgumentError && error.code === 'MODEL_NOT_SUPPORTED') return null;
    if (error instanceof InfeasibleError) return null;
    throw error;
  }
}
