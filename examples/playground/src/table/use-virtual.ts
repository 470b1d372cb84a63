import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useLayoutEffect, useReducer, useState } from 'preact/hooks';

interface VirtualOptions {
  readonly count: number;
  /** Pixels of each. */
  readonly size: number;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly horizontal?: boolean;
  /** How many are drawn beyond the edges. */
  readonly overscan: number;
  /** Pixels that something else takes up before the first. */
  readonly padding?: number;
}

/** Which of many rows or columns are in sight. */
export function useVirtual({ count, size, scroller, horizontal = false, overscan, padding = 0 }: VirtualOptions) {
  const [, draw] = useReducer<number, void>((times) => times + 1, 0);
  const options = {
    count,
    horizontal,
    overscan,
    scrollPaddingStart: padding,
    estimateSize: () => size,
    getScrollElement: () => scroller.current,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange: () => draw(),
  };
  const [virtual] = useState(() => new Virtualizer<HTMLElement, HTMLElement>(options));
  virtual.setOptions(options);
  useLayoutEffect(() => virtual._didMount(), [virtual]);
  useLayoutEffect(() => virtual._willUpdate());
  return virtual;
}
