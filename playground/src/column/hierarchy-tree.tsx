import { useMemo, useState } from 'preact/hooks';
import type { Column, Hierarchy, HierarchySpec } from 'kohort/js';
import { buildHierarchy } from 'kohort/js';
import { ErrorText } from '../parts/error-text.js';
import { count, counted } from '../parts/words.js';

const shownChildren = 40;
/** More values than this, and the tree is built only when it is asked for: it takes the page's own time. */
const shownAtOnce = 20_000;

/** The hierarchy of a column as a tree that opens node by node. */
export function HierarchyTree({ column, spec }: { readonly column: Column; readonly spec: HierarchySpec }) {
  const [asked, setAsked] = useState(column.texts.length <= shownAtOnce);
  const built = useMemo((): Hierarchy | string | null => {
    if (!asked) return null;
    try {
      return buildHierarchy(spec, column);
    } catch (reason) {
      return reason instanceof Error ? reason.message : String(reason);
    }
  }, [column, spec, asked]);
  if (built === null) {
    return (
      <button type="button" onClick={() => setAsked(true)}>
        Show the tree of {counted(column.texts.length, 'value')}
      </button>
    );
  }
  if (typeof built === 'string') return <ErrorText text={built} />;
  return (
    <details class="tree">
      <summary>
        Tree of {column.name}: {counted(built.height + 1, 'level')}, {counted(built.levels[0].labels.length, 'value')}
      </summary>
      <ul>
        <Node hierarchy={built} level={built.height} node={0} />
      </ul>
    </details>
  );
}

function Node({ hierarchy, level, node }: { hierarchy: Hierarchy; level: number; node: number }) {
  const [open, setOpen] = useState(level === hierarchy.height);
  const { labels, first } = hierarchy.levels[level];
  if (level === 0) return <li>{labels[node]}</li>;
  const below = hierarchy.levels[level - 1];
  const from = below.nodeOf[first[node]];
  const to = below.nodeOf[first[node + 1] - 1];
  const shown = Math.min(to, from + shownChildren - 1);
  const children = open ? Array.from({ length: shown - from + 1 }, (_, i) => from + i) : [];
  return (
    <li>
      <button type="button" class="node" aria-expanded={open} onClick={() => setOpen(!open)}>
        {labels[node]} <span class="facts">({count(first[node + 1] - first[node])})</span>
      </button>
      {open && (
        <ul>
          {children.map((child) => (
            <Node key={child} hierarchy={hierarchy} level={level - 1} node={child} />
          ))}
          {shown < to && <li class="facts">and {count(to - shown)} more</li>}
        </ul>
      )}
    </li>
  );
}
