import type { Engine } from '../../../src/engine/engine.js';
import type { Subject } from './kernel-case.js';
import { seededCases } from './kernel-case.js';

/** Tables that come and go in an engine whose memory grows; nothing of them is left when it is disposed of. */
function prepareMemory(seed: number): (subject: Subject) => unknown {
  const rows = [3, 5_000, 300_000][seed];
  const columns = [0, 1].map((c) => ({ codes: Uint16Array.from({ length: rows }, (_, i) => (i * (c + 3)) % 997), size: 997 })); // prettier-ignore
  return ({ openSmall, isWiped }) => {
    const engine: Engine = openSmall(1 << 24);
    const table = engine.load(rows, columns);
    const sets = [0, 1].map((c) => engine.frequencySet(table, [c]));
    const seen = sets.map((set) => set.counts());
    sets[0].dispose();
    const again = engine.frequencySet(table, [1, 0]);
    seen.push(again.counts());
    engine.dispose();
    return [seen, isWiped()];
  };
}

export const memoryCases = seededCases('memory', 3, prepareMemory);
