import type { Column, HierarchySpec } from 'kohort/js';
import { useId, useRef, useState } from 'preact/hooks';
import { useRowDrag } from './use-row-drag.js';
import { ROW, useRowWindow } from './use-row-window.js';

interface Props {
  readonly column: Column;
  readonly values: readonly string[];
  readonly onChange: (spec: HierarchySpec) => void;
}

/** The order of texts, by drag and by keyboard. */
export function OrderEditor({ column: { name }, values, onChange }: Props) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const inSight = useRowWindow(list, values.length);
  const [at, setAt] = useState(0);
  const [said, say] = useState('');
  const focused = Math.min(at, values.length - 1);
  const focus = (row: number): void => {
    const next = Math.max(0, Math.min(values.length - 1, row));
    setAt(next);
    inSight.show(next);
  };
  const put = (from: number, to: number): void => {
    if (to < 0 || to >= values.length || to === from) return;
    const next = [...values];
    const [value] = next.splice(from, 1);
    next.splice(to, 0, value);
    onChange({ type: 'order', values: next });
    focus(to);
    say(`${value} is at place ${to + 1} of ${values.length}.`);
  };
  const drag = useRowDrag(({ id: from, over, isBelow }) => {
    const target = Number(over) + (isBelow ? 1 : 0);
    put(Number(from), target > Number(from) ? target - 1 : target);
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    const by: Readonly<Record<string, number>> = {
      ArrowUp: -1,
      ArrowDown: 1,
      PageUp: -10,
      PageDown: 10,
      Home: -values.length,
      End: values.length,
    };
    if (!Object.hasOwn(by, event.key)) return;
    event.preventDefault();
    const to = Math.max(0, Math.min(values.length - 1, focused + by[event.key]));
    if (event.altKey) put(focused, to);
    else focus(to);
  };
  const over = drag.dragging?.over ?? null;
  return (
    <div class="tree-editor">
      <div
        ref={list}
        class="tree-list"
        role="listbox"
        tabIndex={0}
        data-rows
        aria-label={`Order of ${name}`}
        aria-activedescendant={focused >= inSight.from && focused < inSight.to ? `${id}-${focused}` : undefined}
        onKeyDown={onKeyDown}
      >
        <div role="presentation" class="tree-space" style={{ height: `${ROW * values.length}px` }}>
          {values.slice(inSight.from, inSight.to).map((value, i) => {
            const row = inSight.from + i;
            const looks = [
              'tree-row',
              row === focused && 'focused',
              drag.dragging?.id === String(row) && 'going',
              over === String(row) && (drag.dragging?.isBelow === true ? 'below' : 'above'),
            ];
            return (
              <div
                key={value}
                id={`${id}-${row}`}
                role="option"
                aria-selected={row === focused}
                aria-posinset={row + 1}
                aria-setsize={values.length}
                class={looks.filter(Boolean).join(' ')}
                data-row={row}
                style={{ top: `${ROW * row}px`, '--level': 0 }}
                onPointerDown={(event) => drag.onPointerDown(event, String(row))}
                onClick={() => focus(row)}
              >
                <span class="count">{row + 1}</span>
                <span class="label">{value}</span>
                <span class="handle" data-handle aria-hidden="true" />
              </div>
            );
          })}
        </div>
      </div>
      <div class="tree-tools" role="group" aria-label={`Work on the order of ${name}`}>
        <button type="button" disabled={focused === 0} onClick={() => put(focused, focused - 1)}>
          Up
        </button>
        <button type="button" disabled={focused >= values.length - 1} onClick={() => put(focused, focused + 1)}>
          Down
        </button>
        <button type="button" onClick={() => onChange({ type: 'order', values: [...values].reverse() })}>
          Reverse
        </button>
      </div>
      <p class="facts said" aria-live="polite">
        {said === '' ? 'Drag a value to its place. Keys: Alt and the arrows move it.' : said}
      </p>
    </div>
  );
}
