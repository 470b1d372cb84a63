import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

describe('the AssemblyScript of K-OPTIMIZE', () => {
  it('is what scripts/port-k-optimize.mjs makes of the twin', () => {
    const root = resolve(import.meta.dirname, '../..');
    const check = (): string =>
      execFileSync(process.execPath, [resolve(root, 'scripts/port-k-optimize.mjs'), '--check'], { encoding: 'utf8' });
    expect(check).not.toThrow();
  });
});
