/** The command line and the program that make a release of the page again. Both read its job file, `job.json`. */
import type { FileForm } from './formats/formats.js';
import { flagsOf, isText, nameOf } from './formats/formats.js';
import { quoted, releaseBase } from './names.js';

/** What of a run is not in its job. */
export interface Repeated {
  /** The name of the file. */
  readonly input: string;
  readonly seed: number | null;
  readonly form: FileForm;
}

/** What else the command is to write. */
export interface Extras {
  readonly report: boolean;
  readonly certificate: boolean;
  readonly recoding: boolean;
}

/** Databases that `--sql` prints statements for. */
export const dialects = [
  ...['postgres', 'duckdb', 'clickhouse', 'mysql', 'snowflake', 'bigquery', 'spark', 'trino'],
] as const;

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

/** How a program writes a release in this form. */
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

export function programOf({ input, seed, form }: Repeated): string {
  const { from, bytes } = writing(form);
  const packed = form.gzip && isText(form);
  return `import { readFileSync, writeFileSync } from 'node:fs';
${packed ? "import { gzipSync } from 'node:zlib';\n" : ''}import { anonymize${from === '' ? ', csvChunks' : ''} } from 'kohort';
import { fileSource${from === '' ? '' : `, ${from}`} } from 'kohort/sources';

const job = JSON.parse(readFileSync('job.json', 'utf8'));
const { release } = await anonymize(fileSource(${JSON.stringify(input)}), job${seed === null ? '' : `, { seed: ${seed} }`});
writeFileSync(${JSON.stringify(nameOf(releaseBase(input), form))}, ${packed ? `gzipSync(${bytes})` : bytes});
`;
}
