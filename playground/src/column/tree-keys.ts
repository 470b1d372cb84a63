/** Commands of the keys of a tree, after the ARIA pattern of a tree in which several nodes can be chosen. */
import type { Row } from './tree-model.js';
import { isGroup } from './tree-model.js';

export interface TreeCommands {
  readonly focus: (row: number, extend: boolean) => void;
  readonly open: (id: string, isOpen: boolean) => void;
  readonly toggle: (id: string) => void;
  readonly chooseAll: () => void;
  readonly askName: (purpose: 'group' | 'rename') => void;
  readonly ungroup: () => void;
  readonly cut: () => void;
  readonly paste: (row: Row) => void;
  readonly shift: (id: string, by: -1 | 1) => void;
  readonly undo: () => void;
  readonly redo: () => void;
}

const PAGE = 10;

/** Does what a key asks for; false where it asks for nothing. */
export function obeyTreeKey(event: KeyboardEvent, rows: readonly Row[], at: number, commands: TreeCommands): boolean {
  const row = rows.at(at);
  if (row === undefined) return false;
  const { key, shiftKey } = event;
  if (event.ctrlKey || event.metaKey) return obeyControl(key.toLowerCase(), shiftKey, row, commands);
  if (event.altKey) {
    if (key !== 'ArrowUp' && key !== 'ArrowDown') return false;
    commands.shift(row.node.id, key === 'ArrowUp' ? -1 : 1);
    return true;
  }
  const last = rows.length - 1;
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: last,
    PageDown: at + PAGE,
    PageUp: at - PAGE,
  };
  if (Object.hasOwn(targets, key)) {
    commands.focus(Math.max(0, Math.min(last, targets[key])), shiftKey);
    return true;
  }
  const isOpen = isGroup(row.node) && rows.at(at + 1)?.parent === row.node.id;
  switch (key) {
    case 'ArrowRight':
      if (isOpen) commands.focus(at + 1, false);
      else if (isGroup(row.node)) commands.open(row.node.id, true);
      return true;
    case 'ArrowLeft':
      if (isOpen) commands.open(row.node.id, false);
      else if (row.parent !== null)
        commands.focus(
          rows.findIndex(({ node }) => node.id === row.parent),
          false,
        );
      return true;
    case 'Enter':
      if (isGroup(row.node)) commands.open(row.node.id, !isOpen);
      else commands.toggle(row.node.id);
      return true;
    case ' ':
      commands.toggle(row.node.id);
      return true;
    case 'F2':
      commands.askName('rename');
      return true;
    case 'Delete':
      commands.ungroup();
      return true;
    default:
      return false;
  }
}

function obeyControl(key: string, shiftKey: boolean, row: Row, commands: TreeCommands): boolean {
  if (key === 'a') commands.chooseAll();
  else if (key === 'g') commands.askName('group');
  else if (key === 'x') commands.cut();
  else if (key === 'v') commands.paste(row);
  else if (key === 'y' || (key === 'z' && shiftKey)) commands.redo();
  else if (key === 'z') commands.undo();
  else return false;
  return true;
}
