/** Rows of a list that are dragged by a pointer. */
import { useEffect, useRef, useState } from 'preact/hooks';

/** The dragged row, and the row below the pointer. */
export interface Dragging {
  readonly id: string;
  readonly over: string | null;
  /** The pointer is in the lower half of that row. */
  readonly isBelow: boolean;
  readonly x: number;
  readonly y: number;
}

/** Pixels that make a press a drag. */
const FAR = 5;
/** A list scrolls by itself where the pointer is so near to its ends. */
const EDGE = 12;

/**
 * Starts a drag at `onPointerDown(event, id)` of a row; rows have the attribute `data-row`. A touch drags by a handle alone (`data-handle`), so that
 * lists can be scrolled. Escape ends a drag without a drop.
 */
export function useRowDrag(onDrop: (dragged: Dragging & { readonly over: string }) => void) {
  const [dragging, setDragging] = useState<Dragging | null>(null);
  const end = useRef<() => void>(() => undefined);
  const drop = useRef(onDrop);
  drop.current = onDrop;
  useEffect(() => () => end.current(), []);

  function onPointerDown(event: PointerEvent, id: string): void {
    const target = event.target as Element;
    if (event.button !== 0 || (event.pointerType === 'touch' && target.closest('[data-handle]') === null)) return;
    const list = target.closest<HTMLElement>('[data-rows]');
    const from = { x: event.clientX, y: event.clientY };
    let last: Dragging | null = null;
    const onMove = ({ clientX: x, clientY: y }: PointerEvent): void => {
      if (last === null && Math.hypot(x - from.x, y - from.y) < FAR) return;
      scrollAtEdge(list, y);
      const row = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-row]') ?? null;
      const inside = row !== null && list !== null && list.contains(row);
      const box = inside ? row.getBoundingClientRect() : null;
      last = {
        id,
        over: inside ? (row.dataset.row ?? null) : null,
        isBelow: box !== null && y > box.top + box.height / 2,
        x,
        y,
      };
      setDragging(last);
    };
    const onUp = (): void => {
      const dropped = last;
      end.current();
      if (dropped === null) return;
      // The click that follows a drag chooses nothing.
      window.addEventListener('click', stop, { capture: true, once: true });
      setTimeout(() => window.removeEventListener('click', stop, { capture: true }));
      if (dropped.over !== null && dropped.over !== id) drop.current({ ...dropped, over: dropped.over });
    };
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') end.current();
    };
    end.current = () => {
      window.removeEventListener('pointermove', onMove);
      window.removeEventListener('pointerup', onUp);
      window.removeEventListener('pointercancel', end.current);
      window.removeEventListener('keydown', onKey);
      setDragging(null);
    };
    window.addEventListener('pointermove', onMove);
    window.addEventListener('pointerup', onUp);
    window.addEventListener('pointercancel', end.current);
    window.addEventListener('keydown', onKey);
  }
  return { dragging, onPointerDown };
}

const stop = (event: Event): void => event.stopPropagation();

function scrollAtEdge(list: HTMLElement | null, y: number): void {
  if (list === null) return;
  const { top, bottom } = list.getBoundingClientRect();
  if (y < top + EDGE) list.scrollBy(0, -EDGE);
  else if (y > bottom - EDGE) list.scrollBy(0, EDGE);
}
