import type { KeyObject } from 'node:crypto';
import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { InvalidArgumentError } from '../../base/errors.js';
import type { Signer } from '../../pipeline/certificate/certificate.js';
import { readInput } from './open-input.js';

/**
 * Reads the private key that signs certificates: Ed25519, PKCS#8, PEM, without a password.
 *
 * @param option - as what the file was given; errors name it and never hold a piece of the file
 * @throws InvalidArgumentError KEY_INVALID; InputError
 */
export async function readSigner(option: string, path: string): Promise<Signer> {
  const text = await readKeyText(path);
  const expected = 'an Ed25519 private key, PKCS#8 in PEM without a password (openssl genpkey -algorithm ed25519)';
  const key = requireKey(option, expected, text, /-----BEGIN PRIVATE KEY-----/, createPrivateKey);
  return {
    publicKey: encodePublic(createPublicKey(key)),
    sign: (bytes) => sign(null, bytes, key).toString('base64'),
  };
}

/** Reads a public key, PEM, as its DER in base64. Throws as {@link readSigner}. */
export async function readPublicKey(option: string, path: string): Promise<string> {
  const text = await readKeyText(path);
  const expected = 'an Ed25519 public key in PEM (openssl pkey -in KEY.pem -pubout)';
  return encodePublic(requireKey(option, expected, text, /-----BEGIN PUBLIC KEY-----/, createPublicKey));
}

/** Tests whether the signature over the bytes is that of the key; false as well for what is no key or no signature. */
export function isSignedBy(bytes: Uint8Array, signature: string, publicKey: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    const isCanonical =
      encodePublic(key) === publicKey && Buffer.from(signature, 'base64').toString('base64') === signature;
    return (
      key.asymmetricKeyType === 'ed25519' && isCanonical && verify(null, bytes, key, Buffer.from(signature, 'base64'))
    );
  } catch {
    return false;
  }
}

const encodePublic = (key: KeyObject): string => key.export({ format: 'der', type: 'spki' }).toString('base64');

async function readKeyText(path: string): Promise<string> {
  return new TextDecoder().decode(await readInput(path));
}

function requireKey(
  option: string,
  expected: string,
  text: string,
  begin: RegExp,
  create: (text: string) => KeyObject,
): KeyObject {
  const refuse = (received: string): never => {
    throw new InvalidArgumentError(option, expected, received, 'KEY_INVALID');
  };
  const [kind] = /-----BEGIN [A-Z0-9 ]{1,40}-----/.exec(text) ?? [null];
  if (kind === null) return refuse('a file that is not PEM');
  if (!begin.test(text)) return refuse(kind.replaceAll('-', '').replace('BEGIN ', '').toLowerCase());
  let key: KeyObject;
  try {
    key = create(text);
  } catch {
    return refuse('a damaged key');
  }
  return key.asymmetricKeyType === 'ed25519' ? key : refuse(`a key for ${key.asymmetricKeyType ?? 'something else'}`);
}
