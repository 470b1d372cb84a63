/** Choices that are kept outside of the page: as a text for its address or for local storage, and back. */
import type { CheckedJob } from 'kohort/js';
import type { Choices, Reading } from '../../choices.js';
import { forColumns, initialReading, READING_KEYS } from '../../choices.js';
import { choicesOf } from '../../choices-of-job.js';

/** Kinds of hierarchies that hold no value of the table, only how values are made coarser. */
const withoutCells = new Set(['intervals', 'dates', 'mask', 'suppress']);

/** A job without the hierarchies that are made of values: trees, levels and orders. */
export function withoutValues(job: CheckedJob): CheckedJob {
  const attributes = Object.entries(job.attributes).map(([name, { hierarchy, ...others }]) => [
    name,
    hierarchy !== undefined && withoutCells.has(hierarchy.type) ? { ...others, hierarchy } : others,
  ]);
  return { ...job, attributes: Object.fromEntries(attributes) as CheckedJob['attributes'] };
}

/** Names of the columns whose hierarchies are made of values. */
export const columnsWithValues = ({ attributes }: CheckedJob): string[] =>
  Object.keys(attributes).filter((name) => {
    const { hierarchy } = attributes[name];
    return hierarchy !== undefined && !withoutCells.has(hierarchy.type);
  });

const through = (bytes: Uint8Array<ArrayBuffer>, transform: CompressionStream | DecompressionStream) =>
  new Response(new Blob([bytes]).stream().pipeThrough(transform)).arrayBuffer();

/** A job as letters, digits, - and _: compressed, for the part of an address that no server is sent. */
export async function packJob(job: CheckedJob): Promise<string> {
  const packed = await through(new TextEncoder().encode(JSON.stringify(job)), new CompressionStream('deflate-raw'));
  const text = Array.from(new Uint8Array(packed), (byte) => String.fromCharCode(byte)).join('');
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** The job of such a text. Throws where it is none. */
export async function unpackJob(text: string): Promise<CheckedJob> {
  const packed = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0));
  return asJob(new TextDecoder().decode(await through(packed, new DecompressionStream('deflate-raw'))));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A job as this page wrote it. Its shape is looked at here; what it says is checked by the engine, as all choices are. */
export function asJob(text: string): CheckedJob {
  const job: unknown = JSON.parse(text);
  const isShaped =
    isObject(job) &&
    isObject(job.attributes) &&
    Object.values(job.attributes).every(isObject) &&
    Array.isArray(job.privacy) &&
    job.privacy.every(isObject) &&
    (typeof job.algorithm === 'string' || isObject(job.algorithm));
  if (!isShaped) throw new Error('not the choices of this page');
  return job as unknown as CheckedJob;
}

/** How a job reads its file, as far as the page lets it be chosen. */
export const readingOf = ({ input }: CheckedJob): Reading => ({
  header: input?.header ?? initialReading.header,
  missing: input?.missing?.filter((each) => each !== '') ?? initialReading.missing,
  ...Object.fromEntries(READING_KEYS.flatMap((key) => (input?.[key] === undefined ? [] : [[key, input[key]]]))),
});

/** The choices of a job for a table with these columns, and what of the job is not among them, in words. */
export function choicesFrom(
  job: CheckedJob,
  names: readonly string[],
  reading: Reading,
): { readonly choices: Choices; readonly told: readonly string[] } {
  const lost = Object.keys(job.attributes).filter((name) => !names.includes(name));
  const others = unshownOf(job);
  return {
    choices: forColumns({ ...choicesOf(job, names), reading }),
    told: [
      ...(lost.length === 0 ? [] : [`This file has no column ${lost.join(', ')}: what was chosen for it is left out.`]),
      ...(others.length === 0 ? [] : [`Left out, because this page has no field for it: ${others.join(', ')}.`]),
    ],
  };
}

const shownKeys = new Set(['attributes', 'privacy', 'algorithm', 'suppression', 'defaultRole', 'input', '$schema']);
const shownInput = new Set<string>(['header', 'missing', 'columns', ...READING_KEYS]);
const shownAttribute = new Set(['role', 'type', 'format', 'hierarchy']);

/** Keys of a job that no form of this page shows. */
function unshownOf(job: CheckedJob): string[] {
  const keysBeside = (value: object | undefined, shown: ReadonlySet<string>, prefix: string): string[] =>
    Object.keys(value ?? {}).flatMap((key) => (shown.has(key) ? [] : [prefix + key]));
  return [
    ...keysBeside(job, shownKeys, ''),
    ...keysBeside(job.input, shownInput, 'input.'),
    ...Object.entries(job.attributes).flatMap(([name, spec]) => keysBeside(spec, shownAttribute, `${name}: `)),
  ];
}
