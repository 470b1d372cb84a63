import { amount } from '../base/plural.js';
import type { Table } from '../table/table.js';
import type { ReadAttribute } from './read-attribute.js';
import type { AuditSpec } from './spec.js';

/**
 * Reports classes that show more than one value of a column of strata. Rows of `*` in every quasi-identifier are no class of a stratum.
 *
 * @param seen - `codes`: [quasi-identifiers][classes] code of the released label; `sizes`: [classes] rows, 0 for suppressed ones
 */
export function checkStrata(
  release: Table,
  { strata = [], quasiIdentifiers }: Pick<AuditSpec, 'strata' | 'quasiIdentifiers'>,
  attributes: readonly (ReadAttribute | null)[],
  { codes, sizes }: { readonly codes: readonly Uint32Array[]; readonly sizes: Uint32Array },
  problems: string[],
): void {
  const texts = quasiIdentifiers.map(({ name }) => release.column(name)?.texts ?? []);
  const isStar = Uint8Array.from(sizes, (_, c) => Number(codes.every((own, a) => texts[a][own[c]] === '*')));
  quasiIdentifiers.forEach(({ name }, a) => {
    const attribute = attributes[a];
    if (attribute === null || !strata.includes(name)) return;
    let crossing = 0;
    codes[a].forEach((code, c) => {
      const runs = attribute.labels.runs[code];
      const isOne = runs !== null && runs.length === 2 && runs[0] === runs[1];
      if (sizes[c] > 0 && isStar[c] === 0 && !isOne) crossing++;
    });
    if (crossing > 0)
      problems.push(
        `column ${JSON.stringify(name)}: ${amount(crossing, 'class has', 'classes have')} rows of several strata`,
      );
  });
}
