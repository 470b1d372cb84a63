import { useState } from 'preact/hooks';
import { counted } from '../parts/words.js';
import {
  type Group,
  ROOT,
  type TreeNode,
  canMove,
  findNode,
  group,
  isGroup,
  isTooDeep,
  move,
  nameProblem,
  rename,
  topmost,
  ungroup,
} from './tree-model.js';
import type { EditedTree } from './use-tree.js';

/** Context of the edits: the tree, the chosen entries, and the reactions of the editor. */
interface Edited {
  readonly tree: EditedTree;
  /** Entries that are chosen; their topmost ones; and the group, where that is all. */
  readonly present: ReadonlySet<string>;
  readonly nodes: readonly TreeNode[];
  readonly only: Group | null;
  readonly choose: (ids: ReadonlySet<string>) => void;
  /** Goes to an entry. */
  readonly visit: (id: string) => void;
  /** A name is asked for, or was given. */
  readonly onAsk: () => void;
  readonly onNamed: () => void;
}

const NOBODY: ReadonlySet<string> = new Set();
const NO_NAME = { purpose: 'group', text: '' } as const;

export const entries = (amount: number): string => counted(amount, 'entry', 'entries');

export const labelOf = (root: Group, id: string): string =>
  id === ROOT ? 'no group' : (findNode(root, id)?.label ?? '');

/** Groups, names, moves and dissolves entries of a tree, and says what it did or why not. */
export function useTreeEdits({ tree, present, nodes, only, choose, visit, onAsk, onNamed }: Edited) {
  const { root } = tree;
  const [cut, setCut] = useState<ReadonlySet<string>>(NOBODY);
  const [said, say] = useState('');
  const [naming, setNaming] = useState<{ purpose: 'group' | 'rename'; text: string }>(NO_NAME);

  const moveTo = (ids: ReadonlySet<string>, to: string): void => {
    if (!canMove(root, ids, to)) return say('A group cannot go into itself.');
    const next = move(root, ids, to);
    if (isTooDeep(next)) return say('That would be more than 64 levels.');
    tree.set(next);
    setCut(NOBODY);
    choose(NOBODY);
    say(`${entries(topmost(root, ids).length)} moved to ${labelOf(root, to)}.`);
  };
  const askName = (purpose: 'group' | 'rename'): void => {
    if (purpose === 'rename' && only === null) return say('Choose one group to rename it.');
    setNaming({ purpose, text: purpose === 'rename' && only !== null ? only.label : '' });
    onAsk();
  };
  const giveName = (): void => {
    const own = naming.purpose === 'rename' ? only : null;
    const problem = nameProblem(root, naming.text, own?.id ?? null);
    if (problem !== null) return say(problem);
    if (own !== null) {
      tree.set(rename(root, own.id, naming.text));
      say(`The group is called ${naming.text.trim()} now.`);
    } else {
      const made = tree.newId();
      const next = group(root, present, naming.text, made);
      if (isTooDeep(next)) return say('That would be more than 64 levels.');
      tree.set(next);
      choose(NOBODY);
      visit(made);
      say(`${entries(nodes.length)} grouped under ${naming.text.trim()}.`);
    }
    setNaming(NO_NAME);
    onNamed();
  };
  const dissolve = (): void => {
    const groups = nodes.filter(isGroup);
    if (groups.length === 0) return say('Choose a group to dissolve it.');
    tree.set(ungroup(root, new Set(groups.map((each) => each.id))));
    say(`${counted(groups.length, 'group')} dissolved.`);
  };
  const step = (back: boolean): void => {
    if (back ? !tree.canUndo : !tree.canRedo) return;
    if (back) tree.undo();
    else tree.redo();
    say(back ? 'Undone.' : 'Done again.');
  };

  return {
    cut,
    said,
    naming,
    moveTo,
    askName,
    giveName,
    dissolve,
    step,
    setText: (text: string) => setNaming({ ...naming, text }),
    stopNaming: () => setNaming(NO_NAME),
    takeOut() {
      setCut(present);
      say(`${entries(nodes.length)} cut. Go to a group and paste with Control V.`);
    },
    paste(to: string) {
      if (cut.size > 0) moveTo(cut, to);
    },
  };
}
