import type { Column, Hierarchy, HierarchySpec } from 'kohort/js';
import { buildHierarchy } from 'kohort/js';
import { proposeHierarchy } from 'kohort/assess';
import { useMemo, useState } from 'preact/hooks';
import { save } from '../leave/names.js';
import { ErrorText } from '../parts/error-text.js';
import { FileButton, Select } from '../parts/fields.js';
import { counted } from '../parts/words.js';
import { DateChoice } from './date-choice.js';
import { HierarchyTree } from './hierarchy-tree.js';
import { IntervalsChoice } from './intervals-choice.js';
import { intervalsFor } from './intervals.js';
import { type Kind, KIND_MEANINGS, KIND_NAMES, kindsFor } from './kinds.js';
import { client } from '../client.js';
import { levelsText, rowsOfLevels } from './levels-file.js';
import { LevelsView } from './levels-view.js';
import { MaskChoice } from './mask-choice.js';
import { OrderEditor } from './order-editor.js';
import { TreeEditor } from './tree-editor.js';

interface Props {
  readonly column: Column;
  readonly spec: HierarchySpec | undefined;
  readonly onChange: (spec: HierarchySpec | undefined) => void;
}

/** More values than this, and levels are built only when they are asked for: they take the page's own time. */
const MOST_VALUES = 20_000;

/** Choice of a hierarchy for a column, beside its effect. */
export function HierarchyChoice({ column, spec, onChange }: Props) {
  const [error, setError] = useState<string | null>(null);
  const [asked, setAsked] = useState(column.texts.length <= MOST_VALUES);
  const built = useMemo(() => (asked ? build(spec, column) : null), [asked, spec, column]);
  const hierarchy = built instanceof Error ? null : built;
  const kind: Kind = spec === undefined ? 'none' : spec.type === 'tree' ? 'levels' : spec.type;
  const isGroups = kind === 'levels';
  const change = (next: HierarchySpec | undefined): void => {
    setError(null);
    onChange(next);
  };
  const load = async (file: File): Promise<void> => {
    try {
      const rows = await client.call('readLevels', { text: await file.text(), name: column.name });
      change({ type: 'levels', rows });
    } catch (reason) {
      setError(messageOf(reason));
    }
  };
  return (
    <div class="hierarchy">
      <KindChoice column={column} kind={kind} spec={spec} hierarchy={hierarchy} onChange={change} />
      {spec?.type === 'intervals' && <IntervalsChoice column={column} spec={spec} onChange={change} />}
      {spec?.type === 'dates' && <DateChoice column={column} spec={spec} onChange={change} />}
      {spec?.type === 'mask' && <MaskChoice column={column} spec={spec} hierarchy={hierarchy} onChange={change} />}
      {spec?.type === 'order' && <OrderEditor column={column} values={spec.values} onChange={change} />}
      {hierarchy !== null && spec !== undefined && isGroups && (
        <TreeEditor column={column} spec={spec} hierarchy={hierarchy} onChange={change} />
      )}
      {error !== null && <ErrorText text={error} />}
      {built instanceof Error && <ErrorText text={built.message} />}
      {!asked && spec !== undefined && spec.type !== 'order' && (
        <button type="button" onClick={() => setAsked(true)}>
          Show the levels of {counted(column.texts.length, 'value')}
        </button>
      )}
      {hierarchy !== null && <LevelsView column={column} hierarchy={hierarchy} />}
      {hierarchy !== null && spec !== undefined && !isGroups && <HierarchyTree column={column} spec={spec} />}
      <p class="buttons">
        <FileButton
          text="Load from a file"
          name={`Hierarchy file of ${column.name}`}
          accept=".csv,.tsv,.txt,text/csv"
          onChoose={(file) => void load(file)}
        />
        <button
          type="button"
          disabled={hierarchy === null}
          onClick={() => hierarchy !== null && saveLevels(hierarchy, column.name)}
        >
          Save to a file
        </button>
      </p>
    </div>
  );
}

const messageOf = (reason: unknown): string => (reason instanceof Error ? reason.message : String(reason));

function build(spec: HierarchySpec | undefined, column: Column): Hierarchy | Error | null {
  if (spec === undefined || spec.type === 'order') return null;
  try {
    return buildHierarchy(spec, column);
  } catch (reason) {
    return new Error(messageOf(reason));
  }
}

/** Gives the hierarchy as a file that can be loaded again, here and by ARX. */
const saveLevels = (hierarchy: Hierarchy, name: string): void =>
  save(new Blob([levelsText(rowsOfLevels(hierarchy))], { type: 'text/csv' }), `${name}-hierarchy.csv`);

interface KindProps extends Props {
  readonly kind: Kind;
  /** The present hierarchy, which groups begin with. */
  readonly hierarchy: Hierarchy | null;
}

function KindChoice({ column, kind, spec, hierarchy, onChange }: KindProps) {
  const kinds = kindsFor(column.type);
  // A kind from a file or the sample is no choice of its own.
  if (!kinds.includes(kind)) kinds.push(kind);
  const proposed = useMemo(() => proposeHierarchy(column), [column]);
  const choose = (next: Kind): void => {
    if (next === kind) return;
    if (next === 'none') onChange(undefined);
    else if (proposed !== null && next === proposed.type) onChange(proposed);
    else if (next === 'intervals') onChange(intervalsFor(column));
    else if (next === 'dates') onChange({ type: 'dates', levels: ['month', 'year', 'decade'] });
    else if (next === 'mask') onChange({ type: 'mask', keep: 'left' });
    else if (next === 'prefix') onChange({ type: 'prefix' });
    else if (next === 'suppress') onChange({ type: 'suppress' });
    else if (next === 'order') onChange({ type: 'order', values: sortedValues(column) });
    else onChange({ type: 'levels', rows: hierarchy === null ? ungrouped(column) : rowsOfLevels(hierarchy) });
  };
  const isProposed = proposed !== null && JSON.stringify(proposed) === JSON.stringify(spec);
  return (
    <>
      <p class="fields kind">
        <Select
          label="Hierarchy"
          name={`Hierarchy of ${column.name}`}
          value={kind}
          options={kinds.map((each) => [each, KIND_NAMES[each]])}
          onChange={choose}
        />
        {proposed !== null && !isProposed && (
          <button type="button" onClick={() => onChange(proposed)}>
            Use suggested
          </button>
        )}
        {isProposed && <span class="facts">suggested</span>}
      </p>
      <p class="facts">{KIND_MEANINGS[kind]}</p>
    </>
  );
}

const valuesOf = ({ texts, missingCode }: Column): string[] => texts.filter((_, code) => code !== missingCode);

/** The values in the order of their letters and numbers. */
const sortedValues = (column: Column): string[] =>
  valuesOf(column).sort(new Intl.Collator('en', { numeric: true }).compare);

/** Every value for itself, under one root. */
const ungrouped = (column: Column): string[][] => sortedValues(column).map((value) => [value, '*']);
