import type { Catalogue, Warning } from 'kohort/js';
import type { Choices, ColumnChoice, ColumnKind, Opened } from '../choices.js';
import { Later } from '../parts/later.js';
import { Notes } from '../parts/notes.js';
import type { TaskState } from '../use-workbench.js';
import type { TakenOut } from './refit.js';

const loadInspector = async () => (await import('./column-inspector.js')).ColumnInspector;

interface ChosenColumnProps {
  readonly opened: Opened;
  readonly choices: Choices;
  readonly chosen: readonly string[];
  readonly catalogue: Catalogue;
  readonly warnings: readonly Warning[];
  readonly takenOut: readonly TakenOut[];
  /** The reading of the file, and reading it with another type of a column. */
  readonly task: TaskState;
  readonly onRead: (name: string, kind: ColumnKind) => void;
  readonly onChange: (names: readonly string[], part: Partial<ColumnChoice>) => void;
  readonly onChoices: (change: Choices | ((last: Choices) => Choices)) => void;
  /** Reads the file again with these words as missing values. */
  readonly onMissing: (marks: readonly string[]) => void;
}

/** The inspector of the column that was chosen last, with the warnings about it. */
export function ChosenColumn(props: ChosenColumnProps) {
  const { opened, catalogue, choices, chosen, warnings, takenOut, task, onRead, onChange, onChoices, onMissing } =
    props;
  const { table, inspection } = opened;
  const name = chosen[chosen.length - 1];
  const choice = choices.columns.find((each) => each.name === name);
  const facts = inspection.columns.find((each) => each.name === name);
  const column = table.column(name);
  if (choice === undefined || facts === undefined || column === undefined) return null;
  return (
    <>
      <Later
        load={loadInspector}
        given={{
          facts,
          column,
          choice,
          choices,
          catalogue,
          rereading: { task, input: choices.reading, onRead: (kind: ColumnKind) => onRead(name, kind) },
          takenOut: takenOut.find((each) => each.name === name)?.text ?? null,
          onChange: (part: Partial<ColumnChoice>) => onChange([name], part),
          onChoices,
        }}
      />
      <Notes
        warnings={warnings.filter(({ attribute }) => attribute === name)}
        table={table}
        onCure={onChoices}
        onMissing={onMissing}
      />
    </>
  );
}
