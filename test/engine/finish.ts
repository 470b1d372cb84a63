import type { EngineSearch } from '../../src/engine/engine.js';

/** The result of a search of an engine, in steps of a budget; the search is disposed of. */
export function finish<Result>(search: EngineSearch<Result>, budget = 1e9): Result {
  try {
    while (!search.step(budget));
    return search.result();
  } finally {
    search.dispose();
  }
}
