/** The Adult table and its hierarchies as level maps, read as plainly as possible for the truth tables. */
import { readFileSync } from 'node:fs';
import type { EngineColumn, LevelMap } from '../../src/engine/engine.js';
import { allocateCodes } from '../../src/table/table.js';
import { sharedPath } from '../shared.js';

/** The order of the level vectors in the truth tables. */
export const ADULT_COLUMNS = [
  'sex',
  'age',
  'race',
  'marital-status',
  'education',
  'native-country',
  'workclass',
  'occupation',
  'salary-class',
] as const;

export interface AdultColumn extends EngineColumn {
  readonly name: string;
  /** [level] leaf code -> code of that level, or null for the leaves. */
  readonly levels: readonly (LevelMap | null)[];
}

const lines = (path: string): string[] =>
  readFileSync(path, 'utf8')
    .split(/\r?\n/)
    .filter((line) => line !== '');

export function readAdult(): { rows: number; columns: AdultColumn[] } {
  const [header, ...body] = lines(sharedPath('data/adult/adult-complete.csv')).map((line) => line.split(';'));
  const columns = ADULT_COLUMNS.map((name): AdultColumn => {
    const hierarchy = lines(sharedPath(`data/adult/hierarchies/${name}.csv`)).map((line) => line.split(';'));
    const codeOf = new Map(hierarchy.map((row, code) => [row[0], code]));
    const at = header.indexOf(name);
    const codes = allocateCodes(body.length, hierarchy.length);
    body.forEach((row, i) => (codes[i] = codeOf.get(row[at])!));
    const levels = hierarchy[0].map((_, level): LevelMap | null => {
      if (level === 0) return null;
      const numbers = new Map<string, number>();
      for (const row of hierarchy) if (!numbers.has(row[level])) numbers.set(row[level], numbers.size);
      return { map: Uint32Array.from(hierarchy, (row) => numbers.get(row[level])!), size: numbers.size };
    });
    return { name, codes, size: hierarchy.length, levels };
  });
  return { rows: body.length, columns };
}

export interface TruthRow {
  readonly levels: readonly number[];
  readonly values: ReadonlyMap<string, number>;
}

export function readTruth(name: string): TruthRow[] {
  const [header, ...body] = lines(sharedPath('truth', name)).map((line) => line.split(';'));
  return body.map((cells) => ({
    levels: Array.from(cells[0], Number),
    values: new Map(header.slice(1).map((column, i) => [column, Number(cells[i + 1])])),
  }));
}
