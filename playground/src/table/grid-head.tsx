import { Component, type RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import type { Role } from 'kohort/js';
import { knownFactsOf } from './column-facts.js';
import { ColumnHead } from './column-head.js';
import type { ShownColumn } from './shown-column.js';
import { CURSOR_ID, type PlacedColumn } from './grid-row.js';
import type { Held } from './selection.js';

/** Actions on a column in the head. */
interface Actions {
  /** `at` is its place among the columns that are shown. */
  readonly onChoose: (name: string, at: number, held: Held) => void;
  readonly onRole: (name: string, role: Role) => void;
  readonly onWidth: (name: string, change: number | 'content') => void;
}

interface Props extends Actions {
  readonly columns: readonly ShownColumn[];
  readonly placed: readonly PlacedColumn[];
  /** The column that the keyboard is at; -1: it is in the rows. */
  readonly cursor: number;
  readonly hasFocus: boolean;
  /** The column whose head Tab stops at. */
  readonly stop: number;
}

/** The heads of the columns in sight. */
export function GridHead({ columns, placed, cursor, hasFocus, stop, ...actions }: Props) {
  const latest = useRef<Actions>(actions);
  latest.current = actions;
  return (
    <div class="grid-head" role="row" aria-rowindex={1}>
      <span class="grid-corner" aria-hidden="true" />
      {placed.map((column) => (
        <HeadCell
          key={column.slot}
          placed={column}
          facts={columns[column.at].facts}
          known={knownFactsOf(column.column)}
          isCursor={cursor === column.at}
          isMarked={hasFocus && cursor === column.at}
          isStop={stop === column.at}
          latest={latest}
        />
      ))}
    </div>
  );
}

interface CellProps {
  readonly placed: PlacedColumn;
  readonly facts: ShownColumn['facts'];
  /** Counted facts about its values, where there are any yet. */
  readonly known: ReturnType<typeof knownFactsOf>;
  readonly isCursor: boolean;
  readonly isMarked: boolean;
  readonly isStop: boolean;
  readonly latest: RefObject<Actions>;
}

const WATCHED = ['placed', 'facts', 'known', 'isCursor', 'isMarked', 'isStop'] as const;

/** The head of a column; drawn again only when something of it changes, which scrolling through rows does not. */
class HeadCell extends Component<CellProps> {
  override shouldComponentUpdate(next: Readonly<CellProps>): boolean {
    return WATCHED.some((key) => next[key] !== this.props[key]);
  }

  override render({ placed, facts, isCursor, isMarked, isStop, latest }: CellProps) {
    const { choice, column, at, isChosen, style } = placed;
    return (
      <div
        class={isMarked ? 'grid-cell cursor' : 'grid-cell'}
        id={isCursor ? CURSOR_ID : undefined}
        role="columnheader"
        aria-colindex={at + 1}
        aria-selected={isChosen}
        style={style}
      >
        <ColumnHead
          column={column}
          facts={facts}
          choice={choice}
          isChosen={isChosen}
          isStop={isStop}
          onChoose={(held) => latest.current?.onChoose(choice.name, at, held)}
          onRole={(role) => latest.current?.onRole(choice.name, role)}
          onWidth={(change) => latest.current?.onWidth(choice.name, change)}
        />
      </div>
    );
  }
}
