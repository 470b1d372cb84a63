/** Parameters that several models have. */
import * as v from 'valibot';
import { described, name, number, positiveShare } from '../base/schema-parts.js';

export { described };

/** Largest k: counts are kept in 32 bits. */
export const largestK = 0x7fffffff;
export const k = (text: string) => described(number({ code: 'K', min: 1, max: largestK, integer: true }), text);
export const attribute = (text = 'a sensitive attribute') => described(name, text);
export const publicTable = (text = 'the public table') => described(name, text);
export const risk = (text: string) => described(positiveShare('RISK'), text);

/** Parameter -> what it means and may be. */
export const textsOf = (parameters: v.ObjectEntries): Record<string, string> =>
  Object.fromEntries(Object.entries(parameters).map(([key, schema]) => [key, textOf(schema)]));

const textOf = (schema: v.ObjectEntries[string]): string =>
  v.getDescription('wrapped' in schema ? (schema.wrapped as v.GenericSchema) : schema) ?? '';
