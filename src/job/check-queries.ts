import { isPlainObject } from '../base/plain-object.js';
import { InvalidArgumentError } from '../base/errors.js';
import type { Problems } from '../base/problems.js';
import { whereAt } from '../table/bind-where.js';
import { parseWhere } from '../table/parse-where.js';

/** Path of the expression of a query. */
export const pathOfQuery = (index: number): string => `queries[${index}].where`;

/** Checks the expressions of the queries of a job, and that their names are unique. Schemas report other faults. */
export function checkQueries(queries: unknown, problems: Problems): void {
  if (!Array.isArray(queries)) return;
  const seen = new Set<string>();
  for (const [index, query] of (queries as readonly unknown[]).entries()) {
    if (!isPlainObject(query)) continue;
    const { name, where } = query;
    if (typeof where === 'string') problems.attempt(() => whereAt(pathOfQuery(index), () => parseWhere(where)));
    if (typeof name !== 'string') continue;
    if (seen.has(name)) {
      const received = 'the name of a query before it';
      problems.add(
        new InvalidArgumentError(`queries[${index}].name`, 'a name for each query', received, 'DUPLICATE_QUERY'),
      );
    }
    seen.add(name);
  }
}
