import { Notes } from '../parts/notes.js';
import { shownWarnings } from './shown-warnings.js';
import type { ViewProps } from './views.js';

/** Every warning of the run, with its cure. */
export function WarningsTab({ finished, onCure }: ViewProps) {
  return (
    <>
      {shownWarnings(finished).length === 0 && <p>None.</p>}
      <Notes warnings={finished.result.warnings} table={finished.original} kind="warnings" onCure={onCure} />
    </>
  );
}
