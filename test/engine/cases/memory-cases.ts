import type { Engine, EngineColumn } from '../../../src/engine/engine.js';
import type { Subject } from './kernel-case.js';
import { messageOf, seededCases } from './kernel-case.js';

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

/** A host that refuses: as much as there is, less than what is wished, then none; the engine stays as it was. */
function prepareRefusal(): (subject: Subject) => unknown {
  const draw = (rows: number): EngineColumn[] =>
    [0, 1, 2, 3].map((c) => ({ codes: Uint32Array.from({ length: rows }, (_, i) => (i * (c + 7)) % 70_000), size: 70_000 })); // prettier-ignore
  const [first, second] = [draw(60_000), draw(30_000)];
  return ({ openSmall, isWiped }) => {
    const engine = openSmall(1 << 24, 28);
    const tables = [engine.load(60_000, first), engine.load(30_000, second)];
    if (engine.name === 'wasm') {
      const refusal = messageOf(() => engine.load(60_000, first));
      if (!refusal.includes('memory of the engine')) throw new Error(`the host refused, and it was ${refusal}`);
    }
    tables[0].dispose();
    const classOf = Uint32Array.from({ length: 30_000 }, (_, i) => i % 2);
    const seen = [0, 1].map((c) => engine.splitClasses(tables[1], { count: 2, classOf }, c, null));
    engine.dispose();
    return [seen, isWiped()];
  };
}

/** A table between two others, with no byte between them, whose codes come from every width to every width. */
function prepareNeighbours(seed: number): (subject: Subject) => unknown {
  const Codes = [Uint8Array, Uint16Array, Uint32Array][seed % 3];
  const size = [200, 40_000, 70_000][Math.floor(seed / 3) % 3];
  const rows = 32;
  const codesOf = (begin: number): Uint8Array | Uint16Array | Uint32Array => new Codes(rows).map((_, i) => (begin + 5 * i) % 199); // prettier-ignore
  const map = Uint32Array.from({ length: 200 }, (_, code) => size - 1 - code);
  const plain = (begin: number): EngineColumn => ({ codes: codesOf(begin), size });
  const between = seed < 9 ? plain(90) : { codes: codesOf(90), size, map };
  return ({ engine }) => {
    const tables = [plain(1), plain(50), plain(150)].map((column) => engine.load(rows, [column]));
    tables[1].dispose();
    tables[1] = engine.load(rows, [between]);
    const seen = tables.map((table) => {
      const set = engine.frequencySet(table);
      const read = [set.codes(0), set.counts(), set.vectorOf()];
      set.dispose();
      return read;
    });
    for (const table of tables) table.dispose();
    return seen;
  };
}

export const memoryCases = [
  ...seededCases('memory', 3, prepareMemory),
  ...seededCases('refusal', 1, prepareRefusal),
  ...seededCases('neighbours', 18, prepareNeighbours),
];
