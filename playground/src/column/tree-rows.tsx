import type { RefObject } from 'preact';
import { count, counted } from '../parts/words.js';
import { type Row, ROOT, isGroup } from './tree-model.js';
import type { Dragging } from './use-row-drag.js';
import { ROW, type RowWindow } from './use-row-window.js';

interface Props {
  /** Name of the column. */
  readonly name: string;
  readonly id: string;
  readonly list: RefObject<HTMLDivElement | null>;
  readonly rows: readonly Row[];
  readonly window: RowWindow;
  readonly focused: number;
  readonly chosen: ReadonlySet<string>;
  /** Nodes that wait to be moved. */
  readonly cut: ReadonlySet<string>;
  /** Values under every group. */
  readonly counts: ReadonlyMap<string, number>;
  readonly dragging: Dragging | null;
  /** The group that what is dragged would go to. */
  readonly target: string | null;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onClick: (row: number, how: 'alone' | 'toggle' | 'range' | 'open') => void;
  readonly onPointerDown: (event: PointerEvent, id: string) => void;
}

/** The rows of a tree that are in sight. */
export function TreeRows(props: Props) {
  const { name, id, list, rows, window: inSight, focused, onKeyDown } = props;
  const drawn = rows.slice(inSight.from, inSight.to);
  const isFocusDrawn = focused >= inSight.from && focused < inSight.to;
  return (
    <div
      ref={list}
      class="tree-list"
      role="tree"
      tabIndex={0}
      data-rows
      aria-label={`Groups of ${name}`}
      aria-multiselectable="true"
      aria-activedescendant={isFocusDrawn ? `${id}-${rows[focused].node.id}` : undefined}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" class="tree-space" style={{ height: `${ROW * rows.length}px` }}>
        {drawn.map((row, i) => (
          <TreeRow key={row.node.id} row={row} at={inSight.from + i} {...props} />
        ))}
      </div>
    </div>
  );
}

function TreeRow({ row, at, ...props }: Props & { readonly row: Row; readonly at: number }) {
  const { id, rows, focused, chosen, cut, counts, dragging, target, onClick, onPointerDown } = props;
  const { node, depth, place, siblings } = row;
  const isRoot = node.id === ROOT;
  const isOpen = isGroup(node) && rows.at(at + 1)?.parent === node.id;
  const isDragged = dragging !== null && (node.id === dragging.id || (chosen.has(dragging.id) && chosen.has(node.id)));
  const looks = [
    'tree-row',
    isGroup(node) && 'group',
    at === focused && 'focused',
    chosen.has(node.id) && 'chosen',
    (cut.has(node.id) || isDragged) && 'going',
    target === node.id && 'target',
  ];
  return (
    <div
      id={`${id}-${node.id}`}
      role="treeitem"
      class={looks.filter(Boolean).join(' ')}
      data-row={node.id}
      style={{ top: `${ROW * at}px`, '--level': depth }}
      aria-level={depth + 1}
      aria-posinset={place}
      aria-setsize={siblings}
      aria-expanded={isGroup(node) ? isOpen : undefined}
      aria-selected={isRoot ? undefined : chosen.has(node.id)}
      onPointerDown={isRoot ? undefined : (event) => onPointerDown(event, node.id)}
      onClick={(event) => {
        const part = (event.target as Element).closest('[data-part]')?.getAttribute('data-part');
        if (part === 'twist') onClick(at, 'open');
        else if (part === 'tick' || event.ctrlKey || event.metaKey) onClick(at, 'toggle');
        else onClick(at, event.shiftKey ? 'range' : 'alone');
      }}
      onDblClick={() => onClick(at, 'open')}
    >
      <span class="twist" data-part={isGroup(node) ? 'twist' : undefined} aria-hidden="true" />
      {!isRoot && <span class="tick" data-part="tick" aria-hidden="true" />}
      <span class="label">{isRoot ? `every value (${node.label})` : node.label === '' ? 'missing' : node.label}</span>
      {isGroup(node) && (
        <span class="count">
          {count(counts.get(node.id) ?? 0)}
          <span class="hidden"> {counted(counts.get(node.id) ?? 0, 'value').replace(/^\S+ /, '')}</span>
        </span>
      )}
      {!isRoot && <span class="handle" data-handle aria-hidden="true" />}
    </div>
  );
}
