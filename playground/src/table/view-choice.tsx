/** Contents of the cells of the table. */
export type View = 'original' | 'released' | 'both';

const VIEWS: readonly (readonly [View, string])[] = [
  ['original', 'Original'],
  ['released', 'Released'],
  ['both', 'Both'],
];

interface Props {
  readonly view: View;
  /** Values change their rows: what a row would show is not known. */
  readonly isPermuted: boolean;
  readonly onView: (view: View) => void;
}

/** Choice of the contents of the cells: the file, the release by the choices, or both. */
export function ViewChoice({ view, isPermuted, onView }: Props) {
  const note = isPermuted
    ? 'This algorithm exchanges values between rows: what they hold then is seen in the result.'
    : 'The stronger the tint, the more of a value is lost. Struck rows are left out.';
  return (
    <fieldset class="view-choice" title={note}>
      <legend class="hidden">What the cells show</legend>
      {VIEWS.map(([each, text]) => (
        <label key={each}>
          <input
            type="radio"
            name="view"
            checked={each === view}
            disabled={isPermuted && each !== 'original'}
            onChange={() => onView(each)}
          />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}
