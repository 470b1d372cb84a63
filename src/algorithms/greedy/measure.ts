import { InvalidArgumentError } from '../../base/errors.js';
import type { Warning } from '../../table/table.js';
import type { Problem } from '../algorithm.js';
import { Taxonomy } from './taxonomy.js';
import { informationGain, lossGain } from './value-gain.js';
import type { GainChoice } from '../shared-options.js';

/**
 * The taxonomies of a problem's attributes under the chosen gain.
 *
 * Throws InvalidArgumentError `NO_CLASS_COLUMN` for `information` without a class column; warns where `auto` falls back.
 */
export function taxonomiesOf(
  problem: Problem,
  choice: GainChoice,
): { readonly taxonomies: Taxonomy[]; readonly gain: 'information' | 'loss'; readonly warnings: Warning[] } {
  const { labels, set, domains } = problem;
  if (choice === 'information' && labels === null) {
    throw new InvalidArgumentError('algorithm.gain', 'a column with the role "class"', 'none', 'NO_CLASS_COLUMN');
  }
  const counts = set.counts();
  const byLabel = choice === 'loss' ? null : labels;
  const histogram = byLabel?.histogram() ?? new Uint32Array(0);
  const taxonomies = domains.map((domain, a) => {
    const codes = set.codes(a);
    const rows = new Float64Array(domain.size);
    for (let v = 0; v < codes.length; v++) rows[codes[v]] += counts[v];
    const occurs = Uint8Array.from(rows, (count) => (count > 0 ? 1 : 0));
    if (byLabel === null) return new Taxonomy(domain, occurs, lossGain(domain, rows));
    const { size } = byLabel;
    const leafLabels = new Uint32Array(domain.size * size);
    for (let v = 0; v < codes.length; v++) {
      const from = v * size;
      const to = codes[v] * size;
      for (let label = 0; label < size; label++) leafLabels[to + label] += histogram[from + label];
    }
    return new Taxonomy(domain, occurs, informationGain(domain, leafLabels, size));
  });
  const warnings: Warning[] = [];
  if (choice === 'auto' && labels === null) {
    warnings.push({
      code: 'GAIN_WITHOUT_CLASS',
      message: 'no column has the role "class": values are weighed by the loss metric instead of information gain',
    });
  }
  return { taxonomies, gain: byLabel === null ? 'loss' : 'information', warnings };
}
