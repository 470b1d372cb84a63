/** The role and the kind of a column as a job writes them. */
import type { NumberHints } from '../table/infer-numbers.js';
import { writePattern } from '../table/number-format.js';
import { kindOf, kindOfFormat } from '../table/spelling.js';
import type { DeclaredKind, ValueKind } from '../table/table.js';
import type { AttributeSpec, CheckedJob, Role } from './job.js';
import { specOf } from './patterns.js';

/** The role of a column: as the job says, or its default. */
export function roleIn(job: Pick<CheckedJob, 'attributes' | 'defaultRole' | 'input'>, name: string): Role {
  const { defaultRole = 'drop', input = {} } = job;
  return name === input.count ? 'drop' : (specOf(job, name)?.role ?? defaultRole);
}

/** The kind of values that an attribute declares, by a type or a format; undefined where it declares none. */
export function declaredKind(spec: AttributeSpec, { input = {} }: Pick<CheckedJob, 'input'>): DeclaredKind | undefined {
  const { odd, missing } = spec;
  // A column that keeps its odd cells is one of texts.
  const kind: ValueKind | undefined = odd === 'text' ? { type: 'string' } : kindWithout(spec, input);
  if (kind === undefined) return undefined;
  return { ...kind, ...(odd === 'missing' ? { odd } : {}), ...(missing === undefined ? {} : { missing }) };
}

function kindWithout({ type, format, role }: AttributeSpec, input: NumberHints): ValueKind | undefined {
  if (role === 'pseudonym') return { type: 'string' };
  if (format !== undefined) return kindOfFormat(type, format) ?? undefined;
  if (type === 'integer' || type === 'number') return { type, ...formatOfFile(type, input) };
  return type === undefined ? undefined : kindOf({ type });
}

/** The format of numbers that `input` says for the whole file; none where it is the plain one. */
function formatOfFile(type: 'integer' | 'number', { decimal, thousands = '' }: NumberHints): { format?: string } {
  const mark = decimal ?? (thousands === '.' ? ',' : '.');
  const isPlain = thousands === '' && (mark === '.' || type === 'integer');
  if (isPlain) return {};
  const hasDecimals = type === 'number';
  return { format: writePattern({ before: '', after: '', thousands, decimal: mark, decimals: 0, hasDecimals }) };
}
