import { useState } from 'preact/hooks';
import { ErrorText } from '../parts/error-text.js';
import { counted } from '../parts/words.js';
import { messageOf } from '../shell/tasks.js';
import type { Everybody } from './everybody.js';

/** The table of everybody, and how one is opened. */
export interface EverybodyProps {
  /** Null where none is open. */
  readonly everybody: Everybody | null;
  readonly onOpen: (file: File) => Promise<void>;
}

/** Opens a table of everybody; says which one is open. */
export function EverybodyField({ everybody, onOpen }: EverybodyProps) {
  const [reading, setReading] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  async function open(file: File): Promise<void> {
    setError(null);
    setReading(file.name);
    try {
      await onOpen(file);
    } catch (reason) {
      setError(messageOf(reason));
    } finally {
      setReading(null);
    }
  }
  return (
    <div class="everybody">
      <label class="button">
        {everybody === null ? 'Open the table of everybody' : 'Open another one'}
        <input
          type="file"
          class="hidden"
          aria-label="Table of everybody"
          disabled={reading !== null}
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0];
            currentTarget.value = '';
            if (file !== undefined) void open(file);
          }}
        />
      </label>
      <span class="facts" role="status">
        {reading !== null
          ? `Reading ${reading}`
          : everybody !== null && `${everybody.name}, ${counted(everybody.rows, 'row')}`}
      </span>
      {error !== null && <ErrorText text={error} />}
    </div>
  );
}
