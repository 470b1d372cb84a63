import { ErrorText } from './error-text.js';

interface Props {
  /** Present activity, such as "Counting". */
  readonly doing: string;
  readonly isAsking: boolean;
  readonly share: number | null;
  readonly error: string | null;
  readonly onCancel?: () => void;
}

/** Progress of an answer that takes a while, or the reason why there is none. */
export function Asking({ doing, isAsking, share, error, onCancel }: Props) {
  if (error !== null) return <ErrorText text={error} />;
  if (!isAsking) return null;
  return (
    <p class="asking buttons" role="status">
      <span>{doing} ...</span>
      <progress aria-label={doing} value={share ?? undefined} max={1} />
      {onCancel !== undefined && (
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
      )}
    </p>
  );
}
