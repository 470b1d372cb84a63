import type { Column, Hierarchy, HierarchySpec } from 'kohort/js';
import { useId, useMemo, useRef, useState } from 'preact/hooks';
import { counted } from '../parts/words.js';
import { obeyTreeKey } from './tree-keys.js';
import {
  type Group,
  ROOT,
  type Row,
  canMove,
  countValues,
  findNode,
  group,
  isGroup,
  isTooDeep,
  move,
  nameProblem,
  rename,
  rowsInSight,
  rowsOfTree,
  shift,
  topmost,
  treeOf,
  ungroup,
} from './tree-model.js';
import { TreeRows } from './tree-rows.js';
import { TreeTools } from './tree-tools.js';
import { useRowDrag } from './use-row-drag.js';
import { useRowWindow } from './use-row-window.js';
import { type EditedTree, useTree } from './use-tree.js';

interface Props {
  readonly column: Column;
  readonly spec: HierarchySpec;
  /** What the spec makes of the column. */
  readonly hierarchy: Hierarchy;
  readonly onChange: (spec: HierarchySpec) => void;
}

/** Of so many values all groups are open at first. */
const FEW = 40;
const NOBODY: ReadonlySet<string> = new Set();

/** Values grouped by drag and by keyboard. */
export function TreeEditor({ column, spec, hierarchy, onChange }: Props) {
  const tree = useTree<HierarchySpec>(
    spec,
    () => withoutMissing(treeOf(hierarchy), column),
    (root) => {
      const next: HierarchySpec = { type: 'levels', rows: rowsOfTree(root) };
      onChange(next);
      return next;
    },
  );
  const restart = (): void => {
    const values = rowsOfTree(tree.root).map(([label], at) => ({ id: `v${at}`, label }));
    tree.set({ id: ROOT, label: '*', children: values });
  };
  return <Editor name={column.name} tree={tree} onRestart={restart} />;
}

/** A missing value that nobody put into a group stands under the root by itself. */
function withoutMissing(root: Group, { texts, missingCode }: Column): Group {
  const children = root.children.filter((child) => isGroup(child) || child.label !== texts[missingCode]);
  return children.length === 0 ? root : { ...root, children };
}

interface EditorProps {
  readonly name: string;
  readonly tree: EditedTree;
  readonly onRestart: () => void;
}

function Editor({ name, tree, onRestart }: EditorProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const { root } = tree;
  const counts = useMemo(() => countValues(root), [root]);
  const [shut, setShut] = useState<ReadonlySet<string> | null>(null);
  const [sought, setSought] = useState('');
  const closed = useMemo(
    () => shut ?? ((counts.get(ROOT) ?? 0) <= FEW ? NOBODY : allGroups(root)),
    [shut, root, counts],
  );
  const rows = useMemo(
    () => rowsInSight(root, (each) => each === ROOT || !closed.has(each), sought),
    [root, closed, sought],
  );
  const [chosen, setChosen] = useState<ReadonlySet<string>>(NOBODY);
  const [cut, setCut] = useState<ReadonlySet<string>>(NOBODY);
  const [focus, setFocus] = useState(ROOT);
  const [anchor, setAnchor] = useState(ROOT);
  const [said, say] = useState('');
  const [naming, setNaming] = useState<{ purpose: 'group' | 'rename'; text: string }>({ purpose: 'group', text: '' });
  const focused = Math.max(
    0,
    rows.findIndex(({ node }) => node.id === focus),
  );
  const window = useRowWindow(list, rows.length);

  // What is not there any more is not chosen.
  const left = new Set([...chosen].filter((each) => findNode(root, each) !== null));
  // Where nothing is chosen, the entry that has the focus is meant.
  const present = left.size > 0 || rows[focused].node.id === ROOT ? left : new Set([rows[focused].node.id]);
  const nodes = topmost(root, present);
  const only = nodes.length === 1 && isGroup(nodes[0]) ? nodes[0] : null;

  const open = (each: string, isOpen: boolean): void => {
    const next = new Set(closed);
    if (isOpen) next.delete(each);
    else next.add(each);
    setShut(next);
  };
  const focusRow = (at: number, extend: boolean): void => {
    setFocus(rows[at].node.id);
    window.show(at);
    if (extend) setChosen(between(rows, anchor, at));
    else setAnchor(rows[at].node.id);
  };
  const toggle = (each: string): void => {
    if (each === ROOT) return;
    const next = new Set(left);
    if (!next.delete(each)) next.add(each);
    setChosen(next);
  };
  const labelOf = (each: string): string => (each === ROOT ? 'no group' : (findNode(root, each)?.label ?? ''));
  const moveTo = (ids: ReadonlySet<string>, to: string): void => {
    if (!canMove(root, ids, to)) return say('A group cannot go into itself.');
    const next = move(root, ids, to);
    if (isTooDeep(next)) return say('That would be more than 64 levels.');
    tree.set(next);
    setCut(NOBODY);
    setChosen(NOBODY);
    say(`${entries(topmost(root, ids).length)} moved to ${labelOf(to)}.`);
  };
  const askName = (purpose: 'group' | 'rename'): void => {
    if (purpose === 'rename' && only === null) return say('Choose one group to rename it.');
    setNaming({ purpose, text: purpose === 'rename' && only !== null ? only.label : '' });
    requestAnimationFrame(() => input.current?.select());
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
      setChosen(NOBODY);
      setFocus(made);
      setAnchor(made);
      say(`${entries(nodes.length)} grouped under ${naming.text.trim()}.`);
    }
    setNaming({ purpose: 'group', text: '' });
    list.current?.focus();
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
  const homeOf = (row: Row): string => (isGroup(row.node) ? row.node.id : (row.parent ?? ROOT));

  const drag = useRowDrag(({ id: dragged, over }) => {
    const row = rows.find(({ node }) => node.id === over);
    if (row !== undefined) moveTo(left.has(dragged) ? left : new Set([dragged]), homeOf(row));
  });
  const over = drag.dragging === null ? undefined : rows.find(({ node }) => node.id === drag.dragging?.over);
  const onKeyDown = (event: KeyboardEvent): void => {
    const isObeyed = obeyTreeKey(event, rows, focused, {
      focus: focusRow,
      open,
      toggle,
      chooseAll: () => setChosen(new Set(rows.filter(({ node }) => node.id !== ROOT).map(({ node }) => node.id))),
      askName,
      ungroup: dissolve,
      cut: () => {
        setCut(present);
        say(`${entries(nodes.length)} cut. Go to a group and paste with Control V.`);
      },
      paste: (row) => (cut.size > 0 ? moveTo(cut, homeOf(row)) : undefined),
      shift: (each, by) => tree.set(shift(root, each, by)),
      undo: () => step(true),
      redo: () => step(false),
    });
    if (isObeyed) event.preventDefault();
  };
  return (
    <div class="tree-editor">
      <Finder name={name} sought={sought} rows={rows} onSought={setSought} onChoose={setChosen} />
      <TreeRows
        {...{ name, id, list, rows, window, focused, chosen: left, cut, counts, dragging: drag.dragging, onKeyDown }}
        target={over === undefined ? null : homeOf(over)}
        onPointerDown={drag.onPointerDown}
        onClick={(at, how) => {
          const { node } = rows[at];
          list.current?.focus();
          setFocus(node.id);
          if (how === 'range') return setChosen(between(rows, anchor, at));
          setAnchor(node.id);
          if (how === 'open') open(node.id, closed.has(node.id));
          else if (how === 'toggle') toggle(node.id);
          else setChosen(node.id === ROOT ? NOBODY : new Set([node.id]));
        }}
      />
      {drag.dragging !== null && (
        <div class="drag-ghost" style={{ left: `${drag.dragging.x + 12}px`, top: `${drag.dragging.y + 8}px` }}>
          {left.has(drag.dragging.id) ? entries(nodes.length) : labelOf(drag.dragging.id)}
        </div>
      )}
      <TreeTools
        {...{ name, root, input, chosen: present, purpose: naming.purpose, text: naming.text, onRestart }}
        canRename={only !== null}
        canUngroup={nodes.some(isGroup)}
        canUndo={tree.canUndo}
        canRedo={tree.canRedo}
        onText={(text) => setNaming({ ...naming, text })}
        onName={giveName}
        onRename={() => askName('rename')}
        onCancel={() => setNaming({ purpose: 'group', text: '' })}
        onUngroup={dissolve}
        onMove={(to) => moveTo(present, to)}
        onUndo={() => step(true)}
        onRedo={() => step(false)}
      />
      <p class="facts said" aria-live="polite">
        {said === ''
          ? 'Drag entries onto a group. Keys: space chooses, Control G groups, F2 renames, Control X and V move.'
          : said}
      </p>
    </div>
  );
}

const entries = (amount: number): string => counted(amount, 'entry', 'entries');

const allGroups = (root: Group): Set<string> => {
  const ids = new Set<string>();
  const visit = (each: Group): void => {
    ids.add(each.id);
    for (const child of each.children) if (isGroup(child)) visit(child);
  };
  visit(root);
  return ids;
};

function between(rows: readonly Row[], from: string, to: number): Set<string> {
  const at = Math.max(
    0,
    rows.findIndex(({ node }) => node.id === from),
  );
  const [first, last] = at < to ? [at, to] : [to, at];
  return new Set(rows.slice(first, last + 1).flatMap(({ node }) => (node.id === ROOT ? [] : [node.id])));
}

interface FinderProps {
  readonly name: string;
  readonly sought: string;
  readonly rows: readonly Row[];
  readonly onSought: (text: string) => void;
  readonly onChoose: (ids: ReadonlySet<string>) => void;
}

/** Finds values by what they bear, and chooses what was found. */
function Finder({ name, sought, rows, onSought, onChoose }: FinderProps) {
  const text = sought.trim().toLowerCase();
  const found =
    text === '' ? [] : rows.filter(({ node }) => node.id !== ROOT && node.label.toLowerCase().includes(text));
  return (
    <p class="tree-find">
      <input
        type="search"
        aria-label={`Find a value of ${name}`}
        placeholder="Find a value"
        value={sought}
        onInput={(event) => onSought(event.currentTarget.value)}
      />
      {text !== '' && (
        <button
          type="button"
          disabled={found.length === 0}
          onClick={() => onChoose(new Set(found.map(({ node }) => node.id)))}
        >
          {found.length === 0 ? 'None found' : `Choose ${found.length} found`}
        </button>
      )}
    </p>
  );
}
