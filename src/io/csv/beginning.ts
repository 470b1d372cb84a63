/** A piece of a file. */
interface Piece {
  readonly bytes: Uint8Array;
  /** True for the last, which may be empty. */
  readonly isLast: boolean;
}

/** The pieces of a file, of which the first has `least` bytes or more, or is the whole file. */
export async function* withBeginning(file: AsyncIterable<Uint8Array>, least: number): AsyncGenerator<Piece> {
  let beginning: Uint8Array = new Uint8Array(0);
  let isBegun = false;
  for await (const bytes of file) {
    if (isBegun) {
      yield { bytes, isLast: false };
      continue;
    }
    const longer: Uint8Array = new Uint8Array(beginning.length + bytes.length);
    longer.set(beginning);
    longer.set(bytes, beginning.length);
    beginning = longer;
    if (beginning.length < least) continue;
    isBegun = true;
    yield { bytes: beginning, isLast: false };
  }
  yield { bytes: isBegun ? new Uint8Array(0) : beginning, isLast: true };
}
