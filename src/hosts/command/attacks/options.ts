import { numberArgument } from '../arguments.js';
import { inputOptions } from '../input-options.js';
import { required, parsed, text } from '../declare.js';
import { listArgument } from '../arguments.js';
import type { OptionsOf } from '../declare.js';
import { commonOptions, job } from '../run-options.js';
import { columns } from '../sensitive-file.js';
import { person } from '../unit-options.js';

/** Options of every attack. */
export const shared = { ...commonOptions, ...inputOptions, job, person, columns };
export const original = parsed(
  '<file>',
  'input of the release, in which persons are counted if the job names their key; may be given several times',
  listArgument,
);
export const people = required(text('<file>', 'table of people with the quasi-identifiers'));
export const count = numberArgument('a whole number from 0', (value) => Number.isSafeInteger(value) && value >= 0);

/** Options of an attack that name tables. */
export interface AttackOptions extends OptionsOf<typeof shared> {
  readonly public?: string;
  readonly original?: readonly string[];
  readonly with?: string;
  readonly withJob?: string;
  readonly sensitive?: string;
  readonly withSensitive?: string;
}
