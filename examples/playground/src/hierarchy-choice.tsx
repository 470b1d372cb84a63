import { useMemo, useState } from 'preact/hooks';
import type { Column, Hierarchy, HierarchySpec } from 'kohort/js';
import { buildHierarchy, parseLevelsText } from 'kohort/js';

interface Props {
  readonly column: Column;
  readonly spec: HierarchySpec | undefined;
  readonly onChange: (spec: HierarchySpec | undefined) => void;
}

type Kind = 'none' | HierarchySpec['type'];

const meanings: Readonly<Record<Exclude<Kind, 'order'>, string>> = {
  none: 'no hierarchy: ranges of its values',
  suppress: 'the value, or *',
  intervals: 'intervals of numbers',
  mask: 'fewer and fewer characters',
  dates: 'month, year, decade',
  levels: 'a file: value;level 1;level 2;...',
  tree: 'a tree',
};

/** How the values of a column generalize, and the tree that comes of it. */
export function HierarchyChoice({ column, spec, onChange }: Props) {
  const [error, setError] = useState<string | null>(null);
  const kind: Kind = spec?.type ?? 'none';
  const kinds: Kind[] = ['none', 'suppress'];
  if (column.type === 'integer' || column.type === 'number') kinds.push('intervals');
  if (column.type === 'date') kinds.push('dates');
  else kinds.push('mask');
  kinds.push('levels');
  if (kind === 'tree') kinds.push('tree');

  const choose = (next: Kind): void => {
    setError(null);
    if (next === 'none') onChange(undefined);
    else if (next === 'intervals') onChange({ type: 'intervals', ...intervalsFor(column) });
    else if (next === 'dates') onChange({ type: 'dates', levels: ['month', 'year', 'decade'] });
    else if (next === 'mask') onChange({ type: 'mask', keep: 'left' });
    else if (next === 'suppress') onChange({ type: 'suppress' });
  };
  const load = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    try {
      onChange({ type: 'levels', rows: parseLevelsText(await file.text(), column.name) });
      setError(null);
    } catch (reason) {
      setError(reason instanceof Error ? reason.message : String(reason));
    }
  };

  return (
    <div class="hierarchy">
      <label>
        Hierarchy{' '}
        <select
          value={kind}
          aria-label={`Hierarchy of ${column.name}`}
          onChange={(event) => choose(event.currentTarget.value as Kind)}
        >
          {kinds
            .filter((each) => each !== 'levels' || kind === 'levels')
            .map((each) => (
              <option key={each} value={each}>
                {meanings[each as keyof typeof meanings]}
              </option>
            ))}
        </select>
      </label>
      {spec?.type === 'intervals' && (
        <>
          <label>
            from{' '}
            <input
              type="number"
              value={spec.origin}
              onChange={(event) => onChange({ ...spec, origin: Number(event.currentTarget.value) })}
            />
          </label>
          <label>
            widths{' '}
            <input
              type="text"
              value={spec.widths.join(', ')}
              onChange={(event) =>
                onChange({
                  ...spec,
                  widths: event.currentTarget.value
                    .split(/[\s,;]+/)
                    .filter(Boolean)
                    .map(Number),
                })
              }
            />
          </label>
        </>
      )}
      <label class="file">
        or load a file{' '}
        <input
          type="file"
          accept=".csv,.txt,text/csv"
          aria-label={`Hierarchy file of ${column.name}`}
          onChange={(event) => void load(event.currentTarget.files?.[0])}
        />
      </label>
      {error !== null && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
      {spec !== undefined && spec.type !== 'order' && <HierarchyTree column={column} spec={spec} />}
    </div>
  );
}

/** Widths that take a numeric column to a handful of intervals in three steps. */
function intervalsFor(column: Column): { origin: number; widths: number[] } {
  let least = Infinity;
  let most = -Infinity;
  for (const value of column.numbers ?? [0]) {
    least = Math.min(least, Number.isNaN(value) ? Infinity : value);
    most = Math.max(most, Number.isNaN(value) ? -Infinity : value);
  }
  const origin = Number.isFinite(least) ? Math.floor(least) : 0;
  const span = Math.max(1, most - origin);
  const unit = 10 ** Math.floor(Math.log10(span / 10 || 1));
  const width = Math.max(1, unit * ([1, 2, 5, 10].find((step) => step * unit >= span / 16) ?? 10));
  return { origin, widths: [width, 2 * width, 4 * width] };
}

const shownChildren = 40;
/** More values than this, and the tree is built only when it is asked for: it takes the page's own time. */
const shownAtOnce = 20_000;

function HierarchyTree({ column, spec }: { readonly column: Column; readonly spec: HierarchySpec }) {
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
        Show the tree of {column.texts.length.toLocaleString('en-US')} values
      </button>
    );
  }
  if (typeof built === 'string') {
    return (
      <p class="error" role="alert">
        {built}
      </p>
    );
  }
  return (
    <details class="tree">
      <summary>
        Tree of {column.name}: {built.height + 1} levels, {built.levels[0].labels.length.toLocaleString('en-US')} values
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
        {labels[node]} <span class="facts">({(first[node + 1] - first[node]).toLocaleString('en-US')})</span>
      </button>
      {open && (
        <ul>
          {children.map((child) => (
            <Node key={child} hierarchy={hierarchy} level={level - 1} node={child} />
          ))}
          {shown < to && <li class="facts">and {(to - shown).toLocaleString('en-US')} more</li>}
        </ul>
      )}
    </li>
  );
}
