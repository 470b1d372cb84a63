/** A folder for what the test files of a run share; gone after it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export default function makeFolderOfRun(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'kohort-tests-'));
  process.env.KOHORT_TEST_RUN = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
