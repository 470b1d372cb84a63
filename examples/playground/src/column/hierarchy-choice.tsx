import { useState } from 'preact/hooks';
import type { Column, HierarchySpec } from 'kohort/js';
import { parseLevelsText } from 'kohort/js';
import { ErrorText } from '../parts/error-text.js';
import { FileButton, Select } from '../parts/fields.js';
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
      {spec?.type === 'intervals' && <Intervals column={column} spec={spec} onChange={onChange} />}
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
  readonly column: Column;
  readonly spec: Extract<HierarchySpec, { type: 'intervals' }>;
  readonly onChange: (spec: HierarchySpec) => void;
}

function Intervals({ column, spec, onChange }: IntervalsProps) {
  const widths = niceWidths(column);
  const [first] = spec.widths;
  const at = widths.findIndex((width) => width >= first);
  const split = (text: string): number[] =>
    text
      .split(/[\s,;]+/)
      .filter(Boolean)
      .map(Number);
  return (
    <>
      <label class="slider">
        width{' '}
        <input
          type="range"
          aria-label={`Width of intervals of ${column.name}`}
          min={0}
          max={widths.length - 1}
          value={at < 0 ? widths.length - 1 : at}
          aria-valuetext={String(first)}
          onInput={(event) => onChange({ ...spec, ...ofWidth(spec, widths[Number(event.currentTarget.value)]) })}
        />
      </label>
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

/** The least and the largest number of a column, 0 and 1 where there are none. */
function rangeOf({ numbers }: Column): { readonly least: number; readonly span: number } {
  let least = Infinity;
  let most = -Infinity;
  for (const value of numbers ?? []) {
    least = Math.min(least, Number.isNaN(value) ? Infinity : value);
    most = Math.max(most, Number.isNaN(value) ? -Infinity : value);
  }
  return Number.isFinite(least) ? { least, span: Math.max(1, most - least) } : { least: 0, span: 1 };
}

/** Widths of intervals that people would choose: 1, 2, 5, 10, ... up to half of what the column spans. */
function niceWidths(column: Column): number[] {
  const { span } = rangeOf(column);
  const widths: number[] = [];
  for (let unit = 10 ** Math.floor(Math.log10(span / 200)); unit <= span / 2; unit *= 10) {
    for (const step of [1, 2, 5]) if (step * unit <= span / 2) widths.push(Number((step * unit).toPrecision(12)));
  }
  return column.type === 'integer' ? widths.filter((width) => width >= 1) : widths;
}

/** As many widths as there were, each twice the one before it; an end of the widest interval stays one. */
function ofWidth({ origin = 0, widths }: IntervalsProps['spec'], width: number): { origin: number; widths: number[] } {
  const own = widths.map((_, level) => width * 2 ** level);
  const widest = own[own.length - 1];
  return { origin: Math.floor(origin / widest) * widest + 0, widths: own };
}

/** Widths that take a numeric column to a handful of intervals in three steps. */
function intervalsFor(column: Column): { origin: number; widths: number[] } {
  const { least, span } = rangeOf(column);
  const unit = 10 ** Math.floor(Math.log10(span / 10 || 1));
  const width = Math.max(1, unit * ([1, 2, 5, 10].find((step) => step * unit >= span / 16) ?? 10));
  // A multiple of the widest interval is nobody's value.
  const origin = Math.floor(least / (4 * width)) * 4 * width;
  return { origin: origin + 0, widths: [width, 2 * width, 4 * width] };
}
