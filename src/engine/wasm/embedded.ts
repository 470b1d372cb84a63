/** The kernels that are inside the package. */
import { release } from './embedded.generated.js';

/** The bytes of the kernels, unpacked: deflated they are 40 % of the size on the way to a page. */
export async function embeddedKernels(): Promise<ArrayBuffer> {
  const packed = Uint8Array.from(atob(release), (character) => character.charCodeAt(0));
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate')).getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(pieces).arrayBuffer();
    pieces.push(value);
  }
}
