import { useState } from 'preact/hooks';
import type { Column, HierarchySpec } from 'kohort/js';
import { parseLevelsText } from 'kohort/js';
import { ErrorText } from './error-text.js';
import { FileButton, Select } from './fields.js';
import { HierarchyTree } from './hierarchy-tree.js';

interface Props {
  readonly column: Column;
  readonly spec: HierarchySpec | undefined;
  readonly onChange: (spec: HierarchySpec | undefined) => void;
}

type Kind = 'none' | HierarchySpec['type'];

const meanings: Readonly<Record<Kind, string>> = {
  none: 'no hierarchy: ranges of its values',
  suppress: 'the value, or *',
  intervals: 'intervals of numbers',
  mask: 'fewer and fewer characters',
  dates: 'month, year, decade',
  levels: 'a file: value;level 1;level 2;...',
  tree: 'a tree',
  order: 'ranges of its values, in an order of their own',
};

/** How the values of a column generalize, and the tree that comes of it. */
export function HierarchyChoice({ column, spec, onChange }: Props) {
  const [error, setError] = useState<string | null>(null);
  const kind: Kind = spec?.type ?? 'none';
  const kinds = kindsFor(column.type);
  // What came from a file or with the sample is no choice of its own.
  if (!kinds.includes(kind)) kinds.push(kind);

  const choose = (next: Kind): void => {
    setError(null);
    if (next === 'none') onChange(undefined);
    else if (next === 'intervals') onChange({ type: 'intervals', ...intervalsFor(column) });
    else if (next === 'dates') onChange({ type: 'dates', levels: ['month', 'year', 'decade'] });
    else if (next === 'mask') onChange({ type: 'mask', keep: 'left' });
    else if (next === 'suppress') onChange({ type: 'suppress' });
  };
  const load = async (file: File): Promise<void> => {
    try {
      onChange({ type: 'levels', rows: parseLevelsText(await file.text(), ';', column.name) });
      setError(null);
    } catch (reason) {
      setError(reason instanceof Error ? reason.message : String(reason));
    }
  };

  return (
    <div class="hierarchy">
      <Select
        label="Hierarchy"
        name={`Hierarchy of ${column.name}`}
        value={kind}
        options={kinds.map((each) => [each, meanings[each]])}
        onChange={choose}
      />
      {spec?.type === 'intervals' && <Intervals spec={spec} onChange={onChange} />}
      <FileButton
        text="Load from a file"
        name={`Hierarchy file of ${column.name}`}
        accept=".csv,.txt,text/csv"
        onChoose={(file) => void load(file)}
      />
      {error !== null && <ErrorText text={error} />}
      {spec !== undefined && spec.type !== 'order' && <HierarchyTree column={column} spec={spec} />}
    </div>
  );
}

/** The hierarchies that can be made of a column's values. */
function kindsFor(type: Column['type']): Kind[] {
  if (type === 'date') return ['none', 'suppress', 'dates'];
  return type === 'string' ? ['none', 'suppress', 'mask'] : ['none', 'suppress', 'intervals', 'mask'];
}

interface IntervalsProps {
  readonly spec: Extract<HierarchySpec, { type: 'intervals' }>;
  readonly onChange: (spec: HierarchySpec) => void;
}

function Intervals({ spec, onChange }: IntervalsProps) {
  const split = (text: string): number[] =>
    text
      .split(/[\s,;]+/)
      .filter(Boolean)
      .map(Number);
  return (
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
          onChange={(event) => onChange({ ...spec, widths: split(event.currentTarget.value) })}
        />
      </label>
    </>
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
  const span = Number.isFinite(least) ? Math.max(1, most - least) : 1;
  const unit = 10 ** Math.floor(Math.log10(span / 10 || 1));
  const width = Math.max(1, unit * ([1, 2, 5, 10].find((step) => step * unit >= span / 16) ?? 10));
  // A multiple of the widest interval is nobody's value.
  const origin = Number.isFinite(least) ? Math.floor(least / (4 * width)) * 4 * width : 0;
  return { origin: origin + 0, widths: [width, 2 * width, 4 * width] };
}
