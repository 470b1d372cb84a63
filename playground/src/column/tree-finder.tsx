import { ROOT, type Row } from './tree-model.js';

interface Props {
  readonly name: string;
  readonly sought: string;
  readonly rows: readonly Row[];
  readonly onSought: (text: string) => void;
  readonly onChoose: (ids: ReadonlySet<string>) => void;
}

/** Finds values by their labels, and chooses the found ones. */
export function TreeFinder({ name, sought, rows, onSought, onChoose }: Props) {
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
