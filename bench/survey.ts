/** Seeded surveys for benches. */
import { seededRandom } from '../src/base/random.js';

const GRAINS = 1000;

/**
 * CSV of a survey: the answers of a person follow one hidden trait and chance, over 2 to 12 values a column.
 *
 * @param rare - answers of a thousand that are one of ten rare ones
 */
export function surveyOf(columns: number, rows: number, rare = 0): string {
  const random = seededRandom(1);
  const lines = [Array.from({ length: columns }, (_, a) => `q${a}`).join(',')];
  for (let row = 0; row < rows; row++) {
    const trait = random.below(GRAINS) / GRAINS;
    const answers = Array.from({ length: columns }, (_, a) => {
      const values = 2 + (a % 11);
      if (rare > 0 && random.below(GRAINS) < rare) return 90 + random.below(10);
      const own = random.below(2) === 0 ? trait : random.below(GRAINS) / GRAINS;
      return Math.floor(own * own * values);
    });
    lines.push(answers.join(','));
  }
  return `${lines.join('\n')}\n`;
}
