/** The noun for what released rows hide in: classes, or buckets where values are permuted. */
import { counted } from './numbers.js';

/** Words for a set of rows that cannot be distinguished. */
export interface GroupNoun {
  /** One of them. */
  readonly one: 'class' | 'bucket';
  /** Several of them. */
  readonly many: 'classes' | 'buckets';
}

const classes: GroupNoun = { one: 'class', many: 'classes' };
const buckets: GroupNoun = { one: 'bucket', many: 'buckets' };

/** The noun of a release: buckets where its risk is one of them, since values are permuted within; else classes. */
export const groupNoun = ({ of }: { readonly of?: 'bucket' }): GroupNoun => (of === 'bucket' ? buckets : classes);

/** A number of groups with their noun: 3 classes, 1 bucket. */
export const countGroups = (count: number, { one, many }: GroupNoun): string => counted(count, one, many);
