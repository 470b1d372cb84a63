import { count, counted } from '../parts/words.js';

/** Share of the table's distinctions that the column makes, from its entropy. */
export function tellingText(bits: number, rows: number, hasSeveral: boolean): string {
  const share = rows > 1 ? bits / Math.log2(rows) : 0;
  const left = Math.max(1, Math.round(rows / 2 ** bits));
  const how = share < 0.15 ? 'little' : share < 0.4 ? 'somewhat' : share < 0.75 ? 'well' : 'nearly completely';
  const among = left === 1 ? 'one row' : `about ${counted(left, 'row')}`;
  return `It distinguishes rows ${how} apart (${bits.toFixed(1)} bits): an attacker who knows the value of a row has ${among} of ${count(rows)} left${hasSeveral ? ', which may be those of fewer people' : ''}.`;
}
