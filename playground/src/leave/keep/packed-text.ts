/** Text as letters, digits, - and _, compressed: for the part of an address that no server is sent. */

/** Most bytes of text in an address, so that a short link cannot fill the memory of the page. */
export const MOST_BYTES = 4 * 2 ** 20;
/** Packed bytes that are unpacked at once. Deflate packs at most 1032 to 1, so a piece unpacks to about 1 MB. */
const PIECE = 1024;

/** An address whose text cannot be unpacked; the message says why. */
export class UnreadableLink extends Error {}

const mebibytes = MOST_BYTES / 2 ** 20;

/** Packs a text. Throws {@link UnreadableLink} for one that `unpackText` would refuse. */
export async function packText(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > MOST_BYTES) throw new UnreadableLink(`they have more than ${mebibytes} MiB`);
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const all = new Uint8Array(await new Response(packed).arrayBuffer());
  const binary = Array.from(all, (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Unpacks what `packText` made, piece by piece. Throws {@link UnreadableLink} for anything else, and above {@link MOST_BYTES}. */
export async function unpackText(packed: string): Promise<string> {
  const reader = piecesOf(bytesOf(packed)).pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let bytes = 0;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      bytes += next.value.length;
      if (bytes > MOST_BYTES) throw new UnreadableLink(`it unpacks to more than ${mebibytes} MiB`);
      text += decoder.decode(next.value, { stream: true });
    }
    return text + decoder.decode();
  } catch (error) {
    await reader.cancel().catch(() => undefined);
    throw error instanceof UnreadableLink ? error : new UnreadableLink('it is cut short, or was changed on its way');
  }
}

function bytesOf(packed: string): Uint8Array {
  try {
    return Uint8Array.from(atob(packed.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0));
  } catch {
    throw new UnreadableLink('it holds signs that no link has');
  }
}

/** A stream of small pieces, each of which is unpacked before the next is asked for. */
function piecesOf(bytes: Uint8Array): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream(
    {
      pull(controller) {
        if (at >= bytes.length) return controller.close();
        controller.enqueue(bytes.slice(at, (at += PIECE)));
      },
    },
    { highWaterMark: 0 },
  );
}
