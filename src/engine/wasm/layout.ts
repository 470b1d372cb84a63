/** Type of a field; `usize` is an address, or a count that kernels add to addresses. */
type FieldType = 'u32' | 'usize' | 'u64' | 'f64';

/** The fields of a block of memory, in order, each aligned to its size: the layout of an unmanaged class of AssemblyScript. */
export interface Layout<Name extends string> {
  readonly bytes: number;
  readonly fields: Readonly<Record<Name, { readonly type: FieldType; readonly offset: number }>>;
}

/** Values of some fields. */
export type FieldValues<Name extends string> = Readonly<Partial<Record<Name, number>>>;

/** Places the fields one behind another. scripts/write-layouts.mjs writes the class of the same fields for the kernels. */
export function layOut<Name extends string>(types: Readonly<Record<Name, FieldType>>): Layout<Name> {
  const fields = {} as Record<Name, { type: FieldType; offset: number }>;
  let bytes = 0;
  let widest = 1;
  for (const name of Object.keys(types) as Name[]) {
    const type = types[name];
    const size = type === 'u64' || type === 'f64' ? 8 : 4;
    widest = Math.max(widest, size);
    const offset = Math.ceil(bytes / size) * size;
    fields[name] = { type, offset };
    bytes = offset + size;
  }
  return { bytes: Math.ceil(bytes / widest) * widest, fields };
}
