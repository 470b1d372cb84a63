/** The kernels that are inside the package: the plain build, and what makes the SIMD build of it. */
import { release, simdDelta } from './embedded.generated.js';

/** The bytes of a build of the kernels. */
export async function embeddedKernels(variant: 'wasm' | 'wasm-simd'): Promise<ArrayBuffer> {
  const plain = await unpack(release);
  return variant === 'wasm' ? plain : applyDelta(new Uint8Array(plain), new Uint8Array(await unpack(simdDelta))).buffer;
}

/** Makes the bytes that a delta of scripts/delta.mjs leads to: the two builds differ in a twentieth of their bytes. */
export function applyDelta(base: Uint8Array, delta: Uint8Array): Uint8Array<ArrayBuffer> {
  let read = 0;
  const number = (): number => {
    let value = 0;
    for (let place = 1; ; place *= 128) {
      const byte = delta[read++];
      value += (byte & 127) * place;
      if (byte < 128) return value;
    }
  };
  const result = new Uint8Array(number());
  const instructionBytes = number();
  const end = read + instructionBytes;
  let literal = end;
  let from = 0;
  let at = 0;
  const copyLiterals = (count: number): void => {
    result.set(delta.subarray(literal, literal + count), at);
    literal += count;
    at += count;
    from += count;
  };
  while (read < end) {
    copyLiterals(number());
    const step = number();
    from += step % 2 === 0 ? step / 2 : -(step + 1) / 2;
    const length = number();
    result.set(base.subarray(from, from + length), at);
    from += length;
    at += length;
  }
  copyLiterals(result.length - at);
  return result;
}

/** Kernels are embedded deflated: 40 % of the size on the way to a page. */
async function unpack(base64: string): Promise<ArrayBuffer> {
  const packed = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate')).getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(pieces).arrayBuffer();
    pieces.push(value);
  }
}
