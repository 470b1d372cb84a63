import type { RefObject } from 'preact';
import { counted } from '../parts/words.js';
import { type Group, ROOT, canMove, groupsOf } from './tree-model.js';

interface Props {
  /** Name of the column. */
  readonly name: string;
  readonly root: Group;
  readonly chosen: ReadonlySet<string>;
  /** `group`: the name is for a new group; `rename`: for an existing one. */
  readonly purpose: 'group' | 'rename';
  readonly text: string;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly canRename: boolean;
  readonly canUngroup: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly onText: (text: string) => void;
  readonly onName: () => void;
  readonly onRename: () => void;
  readonly onCancel: () => void;
  readonly onUngroup: () => void;
  readonly onMove: (to: string) => void;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  readonly onRestart: () => void;
}

/** Tools for the chosen nodes of a tree. */
export function TreeTools(props: Props) {
  const { name, root, chosen, purpose, text, input, canRename, canUngroup, canUndo, canRedo } = props;
  const isRename = purpose === 'rename';
  return (
    <>
      <form
        class="tree-name"
        onSubmit={(event) => {
          event.preventDefault();
          props.onName();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') props.onCancel();
        }}
      >
        <input
          ref={input}
          type="text"
          aria-label={isRename ? 'New name of the group' : 'Name of the new group'}
          placeholder={isRename ? 'New name of the group' : 'Name of the new group'}
          value={text}
          onInput={(event) => props.onText(event.currentTarget.value)}
        />
        <button type="submit" disabled={!isRename && chosen.size === 0}>
          {isRename ? 'Rename it' : chosen.size === 0 ? 'Group' : `Group ${chosen.size}`}
        </button>
        {isRename && (
          <button type="button" onClick={props.onCancel}>
            Cancel
          </button>
        )}
      </form>
      <div class="tree-tools" role="group" aria-label={`Work on the groups of ${name}`}>
        <select
          aria-label="Move to a group"
          disabled={chosen.size === 0}
          onChange={(event) => {
            props.onMove(event.currentTarget.value);
            event.currentTarget.value = '';
          }}
        >
          <option value="" disabled selected>
            {chosen.size === 0 ? 'Move to …' : `Move ${counted(chosen.size, 'entry', 'entries')} to …`}
          </option>
          {groupsOf(root).map(({ group, path }) => (
            <option key={group.id} value={group.id} disabled={!canMove(root, chosen, group.id)}>
              {group.id === ROOT ? 'no group' : path}
            </option>
          ))}
        </select>
        <button type="button" disabled={!canRename} onClick={props.onRename}>
          Rename
        </button>
        <button type="button" disabled={!canUngroup} onClick={props.onUngroup}>
          Ungroup
        </button>
        <button type="button" disabled={!canUndo} onClick={props.onUndo}>
          Undo
        </button>
        <button type="button" disabled={!canRedo} onClick={props.onRedo}>
          Redo
        </button>
        <button type="button" onClick={props.onRestart}>
          Start from the values
        </button>
      </div>
    </>
  );
}
