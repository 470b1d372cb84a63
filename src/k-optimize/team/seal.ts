import { InvalidArgumentError } from '../../base/errors.js';

/** Bytes of a seal. */
export const SEAL_BYTES = 32;

/**
 * Binds a checkpoint to the problem that it is of: only who holds the problem, vectors and options, can make a seal that is taken.
 * HMAC-SHA-256 of the platform's own cryptography; its key is the SHA-256 of the problem.
 */
export class Seal {
  readonly #key: CryptoKey;
  /** 32 hexadecimal digits, equal for equal problems; they disclose nothing about the problem itself. */
  readonly problem: string;

  private constructor(key: CryptoKey, problem: string) {
    this.#key = key;
    this.problem = problem;
  }

  /** Throws InvalidArgumentError `NO_CRYPTOGRAPHY` where the platform has none, as in pages from another machine without https. */
  static async of(problem: Uint8Array, options: string): Promise<Seal> {
    if ((globalThis.crypto as Crypto | undefined)?.subtle === undefined) {
      throw new InvalidArgumentError(
        'options.onCheckpoint, options.resume',
        'a page over https, or of this machine, for a checkpoint',
        'a page without the cryptography of the platform',
        'NO_CRYPTOGRAPHY',
      );
    }
    const label = new TextEncoder().encode(`kohort, checkpoint of k-optimize: ${options}\0`);
    const bytes = new Uint8Array(label.length + problem.length);
    bytes.set(label);
    bytes.set(problem, label.length);
    const secret = await crypto.subtle.digest('SHA-256', bytes);
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    const key = await crypto.subtle.importKey('raw', secret, algorithm, false, ['sign', 'verify']);
    const told = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode('which problem'));
    const digits = Array.from(new Uint8Array(told, 0, 16), (byte) => byte.toString(16).padStart(2, '0'));
    return new Seal(key, digits.join(''));
  }

  /** The seal of bytes. */
  async sign(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
    return new Uint8Array(await crypto.subtle.sign('HMAC', this.#key, bytes));
  }

  /** Tests whether the seal of these bytes was made by a holder of the problem. */
  async fits(seal: Uint8Array<ArrayBuffer>, bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
    return crypto.subtle.verify('HMAC', this.#key, seal, bytes);
  }
}
