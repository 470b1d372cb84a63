import type { Column, Hierarchy, HierarchySpec } from 'kohort/js';
import { useId, useMemo, useRef, useState } from 'preact/hooks';
import { obeyTreeKey } from './tree-keys.js';
import {
  type Group,
  ROOT,
  type Row,
  countValues,
  findNode,
  isGroup,
  rowsInSight,
  rowsOfTree,
  shift,
  topmost,
  treeOf,
} from './tree-model.js';
import { TreeFinder } from './tree-finder.js';
import { TreeRows } from './tree-rows.js';
import { TreeTools } from './tree-tools.js';
import { useRowDrag } from './use-row-drag.js';
import { useRowWindow } from './use-row-window.js';
import { type EditedTree, useTree } from './use-tree.js';
import { entries, labelOf, useTreeEdits } from './use-tree-edits.js';

interface Props {
  readonly column: Column;
  readonly spec: HierarchySpec;
  /** The hierarchy by the spec. */
  readonly hierarchy: Hierarchy;
  readonly onChange: (spec: HierarchySpec) => void;
}

/** Maximum number of values for which all groups are open at first. */
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
  const [focus, setFocus] = useState(ROOT);
  const [anchor, setAnchor] = useState(ROOT);
  const focused = Math.max(
    0,
    rows.findIndex(({ node }) => node.id === focus),
  );
  const window = useRowWindow(list, rows.length);

  // Nodes that are no longer there are not chosen.
  const left = new Set([...chosen].filter((each) => findNode(root, each) !== null));
  // If nothing is chosen, the entry with the focus is meant.
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
  const edits = useTreeEdits({
    ...{ tree, present, nodes, only },
    choose: setChosen,
    visit: (made) => {
      setFocus(made);
      setAnchor(made);
    },
    onAsk: () => requestAnimationFrame(() => input.current?.select()),
    onNamed: () => list.current?.focus(),
  });
  const homeOf = (row: Row): string => (isGroup(row.node) ? row.node.id : (row.parent ?? ROOT));

  const drag = useRowDrag(({ id: dragged, over }) => {
    const row = rows.find(({ node }) => node.id === over);
    if (row !== undefined) edits.moveTo(left.has(dragged) ? left : new Set([dragged]), homeOf(row));
  });
  const over = drag.dragging === null ? undefined : rows.find(({ node }) => node.id === drag.dragging?.over);
  const onKeyDown = (event: KeyboardEvent): void => {
    const isObeyed = obeyTreeKey(event, rows, focused, {
      focus: focusRow,
      open,
      toggle,
      chooseAll: () => setChosen(new Set(rows.filter(({ node }) => node.id !== ROOT).map(({ node }) => node.id))),
      askName: edits.askName,
      ungroup: edits.dissolve,
      cut: edits.takeOut,
      paste: (row) => edits.paste(homeOf(row)),
      shift: (each, by) => tree.set(shift(root, each, by)),
      undo: () => edits.step(true),
      redo: () => edits.step(false),
    });
    if (isObeyed) event.preventDefault();
  };
  return (
    <div class="tree-editor">
      <TreeFinder name={name} sought={sought} rows={rows} onSought={setSought} onChoose={setChosen} />
      <TreeRows
        {...{
          name,
          id,
          list,
          rows,
          window,
          focused,
          chosen: left,
          cut: edits.cut,
          counts,
          dragging: drag.dragging,
          onKeyDown,
        }}
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
          {left.has(drag.dragging.id) ? entries(nodes.length) : labelOf(root, drag.dragging.id)}
        </div>
      )}
      <TreeTools
        {...{ name, root, input, chosen: present, ...edits.naming, onRestart }}
        canRename={only !== null}
        canUngroup={nodes.some(isGroup)}
        canUndo={tree.canUndo}
        canRedo={tree.canRedo}
        onText={edits.setText}
        onName={edits.giveName}
        onRename={() => edits.askName('rename')}
        onCancel={edits.stopNaming}
        onUngroup={edits.dissolve}
        onMove={(to) => edits.moveTo(present, to)}
        onUndo={() => edits.step(true)}
        onRedo={() => edits.step(false)}
      />
      <p class="facts said" aria-live="polite">
        {edits.said === ''
          ? 'Drag entries onto a group. Keys: space chooses, Control G groups, F2 renames, Control X and V move.'
          : edits.said}
      </p>
    </div>
  );
}

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
