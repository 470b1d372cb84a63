/** Small questions about kinds of numbers, for programs that load nothing else of tables. */
import type { ValueKind } from './column.js';

const isNumeric = ({ type }: ValueKind): boolean => type === 'integer' || type === 'number';

/** True for numbers of which some have an open end, and are texts to programs that read a release: only their formats have brackets at an end. */
export const hasOpenEnds = (kind: ValueKind): boolean => isNumeric(kind) && /^\[|\]$/.test(kind.format ?? '');

/** True for a column whose cells are numbers to other programs. */
export const isOfNumbers = (kind: ValueKind): boolean => isNumeric(kind) && !hasOpenEnds(kind);
