/** The command line and the program that make a release of the page again. Both read its job file, `job.json`. */
import type { InputSpec } from 'kohort/js';
import { formatBeside, type SqlDialect } from 'kohort/sources';
import type { FileForm } from './formats/formats.js';
import { flagsOf, isText, nameOf } from './formats/formats.js';
import { quoted, releaseBase } from './names.js';

/** Parts of a run that are not in its job. */
export interface Repeated {
  /** The name of the file. */
  readonly input: string;
  readonly seed: number | null;
  readonly form: FileForm;
  /** The file of everybody that the job compares with, and how it is read; null where the job has none. */
  readonly everybody: {
    readonly name: string;
    /** Format that the job's `input` names; the ending of the file's own name comes first. */
    readonly inputFormat?: InputSpec['format'];
    readonly types: Readonly<Record<string, unknown>>;
  } | null;
}

/** Further files that the command is to write. */
export interface Extras {
  readonly report: boolean;
  readonly certificate: boolean;
  readonly recoding: boolean;
}

/** Databases that `--sql` prints statements for. */
export const dialects = [
  ...['postgres', 'duckdb', 'clickhouse', 'mysql', 'snowflake', 'bigquery', 'spark', 'trino'],
] as const satisfies readonly SqlDialect[];

export function commandOf({ input, seed, form }: Repeated, extras: Extras): string {
  const base = releaseBase(input);
  const extra = (asked: boolean, option: string, ending: string): string =>
    asked ? ` --${option} ${quoted(`${base}${ending}`)}` : '';
  return [
    `npx kohort anonymize ${quoted(input)} --job job.json --out ${quoted(nameOf(base, form))}`,
    flagsOf(form),
    seed === null ? '' : ` --seed ${seed}`,
    extra(extras.report, 'report', '.report.html'),
    extra(extras.certificate, 'certificate', '.certificate.json'),
    extra(extras.recoding, 'recoding', '.recoding.json'),
    '\n',
  ].join('');
}

/** The command that prints the statements; null for files that no database reads. */
export function sqlCommandOf(input: string, dialect: string): string | null {
  if (!/\.(csv|tsv|parquet|ndjson|jsonl)$/i.test(input)) return null;
  return `npx kohort anonymize ${quoted(`duckdb:${input}`)} --job job.json --sql ${dialect} > release.sql\n`;
}

/** Code that writes a release in this form in a program. */
function writing({ format, delimiter, bom, formulaGuard }: FileForm): {
  readonly from: string;
  readonly bytes: string;
} {
  if (format === 'parquet') return { from: 'parquetBytes', bytes: 'await parquetBytes(release)' };
  if (format === 'arrow') return { from: 'arrowBytes', bytes: 'await arrowBytes(release)' };
  if (format !== 'csv') {
    return { from: 'jsonBytes', bytes: `jsonBytes(release, { form: '${format === 'json' ? 'array' : 'lines'}' })` };
  }
  const said = [
    ...(delimiter === ',' ? [] : [`delimiter: ${JSON.stringify(delimiter)}`]),
    ...(bom ? ['bom: true'] : []),
    ...(formulaGuard ? ['formulaGuard: true'] : []),
  ];
  return {
    from: '',
    bytes: `Buffer.concat([...csvChunks(release${said.length === 0 ? '' : `, { ${said.join(', ')} }`})])`,
  };
}

export function programOf({ input, seed, form, everybody }: Repeated): string {
  const { from, bytes } = writing(form);
  const names = ['anonymize', ...(from === '' ? ['csvChunks'] : []), ...(everybody === null ? [] : ['readTable'])];
  const sources = ['fileSource', ...(from === '' ? [] : [from])];
  const name = everybody === null ? '' : JSON.stringify(everybody.name);
  const inputFormat = everybody?.inputFormat;
  const format = formatBeside(everybody?.name ?? '', { format: inputFormat });
  const said = inputFormat === undefined || format === inputFormat ? '' : `, { format: '${format}' }`;
  const reading =
    everybody === null
      ? ''
      : `const everybody = await readTable(fileSource(${name}${said}), { ...job.input, types: ${JSON.stringify(everybody.types)} });\n`;
  const options = [
    ...(seed === null ? [] : [`seed: ${seed}`]),
    ...(everybody === null ? [] : [`publicTables: { [${name}]: everybody }`]),
  ];
  const packed = form.gzip && isText(form);
  return `import { readFileSync, writeFileSync } from 'node:fs';
${packed ? "import { gzipSync } from 'node:zlib';\n" : ''}import { ${names.join(', ')} } from 'kohort';
import { ${sources.join(', ')} } from 'kohort/sources';

const job = JSON.parse(readFileSync('job.json', 'utf8'));
${reading}const { release } = await anonymize(fileSource(${JSON.stringify(input)}), job${options.length === 0 ? '' : `, { ${options.join(', ')} }`});
writeFileSync(${JSON.stringify(nameOf(releaseBase(input), form))}, ${packed ? `gzipSync(${bytes})` : bytes});
`;
}
