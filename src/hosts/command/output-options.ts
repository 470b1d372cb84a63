import { InvalidArgumentError } from '../../base/errors.js';
import type { Job } from '../../index.js';
import { disarmsFormulas } from '../../table/formula-guard.js';
import { isSourceAddress } from '../../table/source-address.js';
import type { OutputSpec } from '../../job/job.js';
import type { OptionsOf } from './declare.js';
import { flag, parsed } from './declare.js';
import { delimiterArgument } from './input-options.js';
import { formatOfName } from '../../table/file-formats.js';

/** Options of every command that writes a release: its form as CSV, over what `output` of the job says. */
export const outputOptions = {
  outDelimiter: parsed('<character>', 'delimiter of the release: , ; | or tab; default: ,', delimiterArgument),
  bom: flag('starts the release with a byte order mark, so that Excel reads UTF-8'),
  formulaGuard: flag(
    "writes ' before texts that a spreadsheet would run as a formula (=1+1); default with --bom",
    'leaves texts unchanged, also with --bom',
  ),
};

type OutputFlags = OptionsOf<typeof outputOptions>;

/** The form of a release in CSV. */
export type ReleaseForm = Pick<OutputSpec, 'delimiter' | 'bom' | 'formulaGuard'>;

/** Form of a release by `output`. */
export const formOf = ({ output }: Pick<Job, 'output'>): ReleaseForm => ({
  delimiter: output?.delimiter,
  bom: output?.bom,
  formulaGuard: disarmsFormulas(output),
});

/** A job whose `output` is what the command line says, and otherwise its own. */
export function withOutput<Asked extends Pick<Job, 'output'>>(
  job: Asked,
  { outDelimiter, bom, formulaGuard }: OutputFlags,
): Asked {
  const said = Object.entries({ delimiter: outDelimiter, bom, formulaGuard }).filter(
    ([, value]) => value !== undefined,
  );
  return said.length === 0 ? job : { ...job, output: { ...job.output, ...Object.fromEntries(said) } };
}

/** Throws InvalidArgumentError OPTION_UNUSED for the form of CSV where the release is none. */
export function refuseUnusedForm({
  outDelimiter,
  bom,
  formulaGuard,
  out,
}: OutputFlags & { readonly out?: string }): void {
  if (out === undefined || (!isSourceAddress(out) && formatOfName(out) === null)) return;
  const given =
    outDelimiter !== undefined
      ? '--out-delimiter'
      : bom !== undefined
        ? '--bom'
        : formulaGuard === true
          ? '--formula-guard'
          : null;
  if (given === null) return;
  throw new InvalidArgumentError(
    given,
    'a release in CSV',
    isSourceAddress(out) ? 'a table' : 'another format',
    'OPTION_UNUSED',
  );
}
