/** Bytes as two hexadecimal digits each. */
export const hexadecimal = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** True where the platform has cryptography: in Node, and in pages that are a secure context (https, localhost). */
export const canHash = (): boolean => typeof globalThis.crypto?.subtle?.digest === 'function';

/** SHA-256 by the platform's own cryptography, as 64 hexadecimal digits. */
export const sha256Of = async (content: Uint8Array<ArrayBuffer> | string): Promise<string> => {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return hexadecimal(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
};
