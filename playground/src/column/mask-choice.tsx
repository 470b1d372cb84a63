import type { Column, Hierarchy, HierarchySpec } from 'kohort/js';

type MaskSpec = Extract<HierarchySpec, { type: 'mask' }>;

interface Props {
  readonly column: Column;
  readonly spec: MaskSpec;
  /** The hierarchy by the spec; null while it cannot be built. */
  readonly hierarchy: Hierarchy | null;
  readonly onChange: (spec: HierarchySpec) => void;
}

/** From which end characters are hidden, with what becomes of a value. */
export function MaskChoice({ column, spec, hierarchy, onChange }: Props) {
  const example = hierarchy?.levels.map(({ labels, nodeOf }) => labels[nodeOf[0]]) ?? [];
  return (
    <>
      <fieldset class="choices">
        <legend>What is kept longest</legend>
        {(['left', 'right'] as const).map((keep) => (
          <label key={keep} class="chip">
            <input
              type="radio"
              name={`mask-of-${column.name}`}
              checked={(spec.keep ?? 'left') === keep}
              onChange={() => onChange({ ...spec, keep })}
            />
            {keep === 'left' ? 'the first characters' : 'the last characters'}
          </label>
        ))}
      </fieldset>
      {example.length > 0 && <p class="mask-example">{example.slice(0, 6).join(' → ')}</p>}
    </>
  );
}
