import { useEffect, useReducer } from 'preact/hooks';
import type { Column } from 'kohort/js';
import { factsOf, knownFactsOf } from './column-facts.js';

/** Milliseconds of counting before the page gets its turn. */
const SLICE_MILLISECONDS = 8;

/** Counts columns that are not counted yet, a few at a time between other things, and draws again as they are known. */
export function useFacts(columns: readonly Column[]): void {
  const [, draw] = useReducer<number, void>((times) => times + 1, 0);
  useEffect(() => {
    const open = columns.filter((column) => knownFactsOf(column) === undefined);
    if (open.length === 0) return;
    let timer = setTimeout(countSome);
    function countSome(): void {
      const start = performance.now();
      while (open.length > 0 && performance.now() - start < SLICE_MILLISECONDS) {
        const column = open.shift();
        if (column !== undefined) factsOf(column);
      }
      draw();
      if (open.length > 0) timer = setTimeout(countSome);
    }
    return () => clearTimeout(timer);
  }, [columns]);
}
