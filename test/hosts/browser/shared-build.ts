/** A folder for the page of `playground`, which the first test that asks for it builds; gone when all tests are done. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    readonly playgroundBuild: string;
  }
}

export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'kohort-playground-build-'));
  project.provide('playgroundBuild', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
