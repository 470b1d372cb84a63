/** Rows in sight, among many of one height. */
import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

/** Pixels of a row. */
export const ROW = 30;
/** Rows that are drawn beyond the edges. */
const BEYOND = 6;

export interface RowWindow {
  readonly from: number;
  /** The row behind the last that is drawn. */
  readonly to: number;
  /** Has a row in sight. */
  readonly show: (row: number) => void;
}

export function useRowWindow(list: RefObject<HTMLElement | null>, rows: number): RowWindow {
  const [place, setPlace] = useState({ top: 0, height: 10 * ROW });
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return;
    const look = (): void => setPlace({ top: element.scrollTop, height: element.clientHeight });
    const watch = new ResizeObserver(look);
    watch.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      watch.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [list]);
  return {
    from: Math.max(0, Math.min(rows, Math.floor(place.top / ROW) - BEYOND)),
    to: Math.min(rows, Math.ceil((place.top + place.height) / ROW) + BEYOND),
    show: (row) => {
      const element = list.current;
      if (element === null) return;
      const top = row * ROW;
      if (top < element.scrollTop) element.scrollTop = top;
      else if (top + ROW > element.scrollTop + element.clientHeight)
        element.scrollTop = top + ROW - element.clientHeight;
    },
  };
}
