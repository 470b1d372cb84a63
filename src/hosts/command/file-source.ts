import { InvalidArgumentError } from '../../base/errors.js';
import { isSourceAddress } from '../../table/source-address.js';
import type { Table } from '../../index.js';
import { resolveChecked } from '../../pipeline/resolve-job.js';
import { planRun } from '../../pipeline/plan-run.js';
import { refuseIdentifiersInTexts } from '../../pipeline/search-identifiers.js';
import type { AnonymizeOptions } from './anonymize-options.js';
import { chooseCounting } from './counting.js';
import { readJobInput } from './read-table.js';
import { prepareSecondPass } from './second-pass.js';
import type { CommandRun, Source } from './source.js';

/** A file, several CSV files that are read as one, or stdin. */
export function fileSource(inputs: readonly string[], { options, signal, terminal }: CommandRun): Source {
  refuseSql(options);
  return {
    accept: () => undefined,
    open: async () => [],
    read: async (asked, described) => {
      const counted = await chooseCounting(inputs, asked, options);
      const passes = await prepareSecondPass(inputs, asked, counted, signal, terminal);
      // Identifiers are read beside the texts that may hold them; counted rows would all differ.
      const plan = planRun(resolveChecked(asked));
      const search =
        counted === null ? { searchIdentifiers: (table: Table) => refuseIdentifiersInTexts(table, plan) } : {};
      let badRows: readonly Uint8Array[] = [];
      const onBadRows =
        options.badRowsTo === undefined ? undefined : (pieces: typeof badRows): void => void (badRows = pieces);
      const read = await readJobInput(inputs, asked, signal, terminal, counted, { ...search, described, onBadRows });
      return {
        ...read,
        badRows,
        counted,
        engine: null,
        inOrder: passes === null ? null : (done) => passes(read, done),
        sink: null,
      };
    },
    close: async () => undefined,
  };
}

function refuseSql({ out, sql }: AnonymizeOptions): void {
  if (sql !== undefined) {
    throw new InvalidArgumentError(
      '--sql',
      'an input in an SQL engine, such as duckdb:FILE',
      'a file',
      'OPTION_UNUSED',
    );
  }
  if (out !== undefined && isSourceAddress(out)) {
    throw new InvalidArgumentError('--out', 'a file, since the input is one', 'a table', 'OUTPUT_DATABASE');
  }
}
