import { useMemo } from 'preact/hooks';
import type { Column } from 'kohort/js';
import { buildHierarchy } from 'kohort/js';
import type { ColumnChoice, Opened } from '../choices.js';
import { factsOf } from '../table/column-facts.js';
import { HierarchyChoice } from './hierarchy-choice.js';
import { ROLES } from '../roles.js';
import { count, counted } from '../parts/words.js';

interface Props {
  readonly facts: Opened['inspection']['columns'][number];
  readonly column: Column;
  readonly choice: ColumnChoice;
  readonly onChange: (part: Partial<ColumnChoice>) => void;
}

/** More values than this, and the levels are not counted while somebody moves a slider. */
const MOST_VALUES = 20_000;
/** Labels of a level that are shown. */
const SHOWN = 4;

/** One column: what it is, what becomes of it, and how its values grow coarser. */
export function ColumnInspector({ facts, column, choice, onChange }: Props) {
  const { type, distinct, missing, unique, suggestedRole, reason } = facts;
  const { meaning } = ROLES.find(({ role }) => role === choice.role)!;
  return (
    <section class="inspector" aria-labelledby="inspector-title">
      <h2 id="inspector-title">{choice.name}</h2>
      <p class="facts">
        {type}, {counted(distinct, 'value')}, {factsOf(column).bits.toFixed(1)} bits
        {missing > 0 && `, ${count(missing)} missing`}
        {unique > 0 && `, ${counted(unique, 'value')} that only one row has`}
      </p>
      <p>{meaning}</p>
      <p class="facts">
        {choice.role === suggestedRole ? `Suggested: ${reason}.` : `Suggested is ${suggestedRole}: ${reason}.`} You know
        what others may know of these people.
      </p>
      {(choice.role === 'quasi-identifier' || choice.role === 'sensitive') && (
        <>
          <h3>How it grows coarser</h3>
          <HierarchyChoice column={column} spec={choice.hierarchy} onChange={(hierarchy) => onChange({ hierarchy })} />
          <Levels column={column} choice={choice} />
        </>
      )}
    </section>
  );
}

/** Each level of a hierarchy with its values: how many, and the first of them. */
function Levels({ column, choice: { hierarchy: spec } }: { readonly column: Column; readonly choice: ColumnChoice }) {
  const levels = useMemo(() => {
    if (spec === undefined || spec.type === 'order' || column.texts.length > MOST_VALUES) return null;
    try {
      return buildHierarchy(spec, column).levels;
    } catch {
      // What is wrong stands beside the choice.
      return null;
    }
  }, [column, spec]);
  if (levels === null) return null;
  return (
    <table class="levels">
      <caption>Levels</caption>
      <thead>
        <tr>
          <th scope="col">level</th>
          <th scope="col" class="number">
            values
          </th>
          <th scope="col">such as</th>
        </tr>
      </thead>
      <tbody>
        {levels.map(({ labels }, level) => (
          <tr key={level}>
            <th scope="row">{level}</th>
            <td class="number">{count(labels.length)}</td>
            <td>
              {labels.slice(0, SHOWN).join(', ')}
              {labels.length > SHOWN && ', …'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
