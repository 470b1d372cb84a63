import type { Target } from '../target.js';
import { audit } from './audit.js';
import { checkpoint, sealed } from './checkpoint.js';
import { arrow, parquet, xlsx } from './columnar.js';
import { csv } from './csv.js';
import { formats } from './formats.js';
import { gzip } from './gzip.js';
import { hierarchy, levels } from './hierarchies.js';
import { job } from './job.js';
import { json, ndjson } from './json-rows.js';
import { certificate, recoding } from './kept.js';
import { links } from './links.js';
import { page } from './page.js';
import { run } from './run.js';
import { sql } from './sql.js';
import { threads } from './threads.js';

/** Everything of kohort that takes bytes that nobody vouches for. */
export const targets: readonly Target[] = [
  csv,
  gzip,
  json,
  ndjson,
  parquet,
  arrow,
  xlsx,
  job,
  hierarchy,
  levels,
  run,
  recoding,
  certificate,
  audit,
  formats,
  page,
  links,
  threads,
  checkpoint,
  sealed,
  sql,
];

/** Throws for a name that no target has. */
export function targetOf(name: string): Target {
  const found = targets.find((each) => each.name === name);
  if (found === undefined)
    throw new Error(`no target ${name}; targets are ${targets.map((each) => each.name).join(', ')}`);
  return found;
}
