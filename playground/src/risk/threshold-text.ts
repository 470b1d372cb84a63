import { counted, percent, type UnitNoun } from '../parts/words.js';

/** How many are among too few who look alike, before and after. Guidelines round: one in 11 is their 0.09, though above 9 %. */
export function thresholdText(
  [before, after]: readonly [before: number | null, after: number],
  { limit, fewest }: { readonly limit: number; readonly fewest: number },
  { one, many }: Pick<UnitNoun, 'one' | 'many'>,
): string {
  const few = `among fewer than ${counted(fewest, one, many)} ${one === 'row' ? 'that' : 'who'} look alike, a risk above ${percent(limit)}`;
  const now = after === 0 ? `no ${one} is` : counted(after, `${one} is`, `${many} are`);
  return before === null
    ? `In the release ${now} ${few}.`
    : `Before, ${counted(before, `${one} was`, `${many} were`)} ${few}. In the release ${now}.`;
}
