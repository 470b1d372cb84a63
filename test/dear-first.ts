/** The order of the files of a run: dear ones first, since one that began last would leave the other core idle. */
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { LAST, TURNS } from './dear-files.js';

export class DearFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const placeOf = ({ moduleId }: TestSpecification): number => {
      const name = relative(import.meta.dirname, moduleId).replace(/\.test\.ts$/, '');
      if (LAST.includes(name)) return 2;
      return TURNS.has(name) ? 0 : 1;
    };
    return [0, 1, 2].flatMap((place) => sorted.filter((file) => placeOf(file) === place));
  }
}
