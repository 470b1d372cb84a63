/** Adult as the K-OPTIMIZE paper prepares it (section 7), and the jobs of its grid. */
import { tableFromRows, type Job, type Table } from '../../src/index.js';
import { readAdult, readAdultHierarchy } from '../adult.js';

const QIS = ['age', 'workclass', 'education', 'marital-status', 'occupation', 'race', 'sex', 'native-country'];
export const CODINGS = ['coarse', 'fine'] as const;
export const METRICS = ['discernibility', 'classification'] as const;
export const LIMITS = ['0', '100', 'unlimited'] as const;
export const KS = [1000, 500, 250, 100, 50, 25, 10, 5] as const;

/** One setting of the grid. */
export interface Setting {
  readonly coding: (typeof CODINGS)[number];
  readonly metric: (typeof METRICS)[number];
  /** Rows that may be suppressed. */
  readonly limit: (typeof LIMITS)[number];
  readonly k: number;
  /** True if solutions are climbed for beside the search. */
  readonly seeded: boolean;
}

/** Its name in files and on the terminal. */
export const nameOf = ({ coding, metric, limit, k, seeded }: Setting): string =>
  `${coding}-${metric}-${limit}-${k}${seeded ? '' : '-unseeded'}`;

/** The 96 settings of the grid, and those without suppression once more without climbing (figure 7a). */
export const settings = (ks: readonly number[]): readonly Setting[] =>
  CODINGS.flatMap((coding) =>
    METRICS.flatMap((metric) =>
      LIMITS.flatMap((limit) =>
        ks.flatMap((k) =>
          (limit === '0' ? [true, false] : [true]).map((seeded) => ({ coding, metric, limit, k, seeded })),
        ),
      ),
    ),
  );

/** Eight quasi-identifiers, 30,162 rows, salary as the class; age in years (fine), or in ranges of five years (coarse). */
export async function readTables(): Promise<Readonly<Record<Setting['coding'], Table>>> {
  const fine = await readAdult();
  const rows = Array.from({ length: fine.rows }, (_, row) =>
    Object.fromEntries(
      [...QIS, 'salary'].map((name) => {
        const column = fine.column(name)!;
        const text = column.texts[column.codes[row]];
        return [name, name === 'age' ? 16 + 5 * Math.floor((Number(text) - 16) / 5) : text];
      }),
    ),
  );
  return { fine, coarse: tableFromRows(rows) };
}

export function jobOf({ limit, k }: Pick<Setting, 'limit' | 'k'>, algorithm: Job['algorithm']): Job {
  const attributes: Record<string, Job['attributes'][string]> = { salary: { role: 'class' } };
  for (const name of QIS) {
    attributes[name] =
      name === 'age'
        ? { role: 'quasi-identifier', type: 'integer' }
        : { role: 'quasi-identifier', hierarchy: { type: 'levels', rows: readAdultHierarchy(name) } };
  }
  return {
    attributes,
    privacy: [{ model: 'k-anonymity', k }],
    algorithm,
    output: { ranges: 'tight' },
    ...(limit === '0' ? {} : { suppression: limit === 'unlimited' ? 'unlimited' : { maxRows: Number(limit) } }),
  };
}
