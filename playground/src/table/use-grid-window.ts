import type { RefObject } from 'preact';
import { useLayoutEffect, useReducer, useRef } from 'preact/hooks';
import { type GridLayout, type GridWindow, isSameWindow, type Scrolled, windowOf } from './grid-window.js';

/** After so long without scrolling the table stands still. */
export const STILL_MILLISECONDS = 120;

/** The part of the grid in sight, as it is scrolled and as its size changes; draws again only where that differs. */
export function useGridWindow(scroller: RefObject<HTMLElement | null>, layout: GridLayout) {
  const [, draw] = useReducer<number, void>((times) => times + 1, 0);
  const scrolled = useRef<Scrolled>({ top: 0, left: 0, height: 600, width: 900 });
  const latest = useRef(layout);
  latest.current = layout;
  const inSight = windowOf(layout, scrolled.current);
  const drawn = useRef<GridWindow>(inSight);
  drawn.current = inSight;
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const see = (next: Partial<Scrolled>): void => {
      scrolled.current = { ...scrolled.current, ...next };
      if (!isSameWindow(windowOf(latest.current, scrolled.current), drawn.current)) draw();
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onScroll = (): void => {
      // Cells that are used again for other rows do not fade from one to the other.
      element.classList.add('scrolling');
      clearTimeout(timer);
      timer = setTimeout(() => element.classList.remove('scrolling'), STILL_MILLISECONDS);
      see({ top: element.scrollTop, left: element.scrollLeft });
    };
    const sizes = new ResizeObserver(() => see({ height: element.clientHeight, width: element.clientWidth }));
    sizes.observe(element);
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      sizes.disconnect();
      element.removeEventListener('scroll', onScroll);
    };
  }, [scroller]);
  return { inSight, scrolled };
}
