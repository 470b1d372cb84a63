/** Check digits of identifiers, from the standards that define them. Each function takes digits, or digits and letters, without blanks. */

const digitsOf = (text: string): number[] => Array.from(text, Number);
const weighted = (digits: readonly number[], weights: readonly number[]): number =>
  weights.reduce((sum, weight, i) => sum + weight * digits[i], 0);

/** Luhn, ISO/IEC 7812-1: cards, Swedish personal numbers, Canadian insurance numbers, devices (IMEI). */
export function isLuhn(text: string): boolean {
  let sum = 0;
  digitsOf(text)
    .reverse()
    .forEach((digit, i) => {
      const doubled = i % 2 === 0 ? digit : 2 * digit;
      sum += doubled > 9 ? doubled - 9 : doubled;
    });
  return sum % 10 === 0;
}

/** Remainder by 97 of a long number, digit by digit. */
function mod97(digits: string): number {
  let rest = 0;
  for (const digit of digits) rest = (10 * rest + Number(digit)) % 97;
  return rest;
}

/** ISO 7064 mod 97-10, as bank accounts have it (IBAN, ISO 13616). */
export function isIban(text: string): boolean {
  const moved = text.slice(4) + text.slice(0, 4);
  return mod97(moved.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))) === 1;
}

/** NHS number of England and Wales: weights 10 to 2, modulus 11. */
export function isNhsNumber(text: string): boolean {
  const digits = digitsOf(text);
  const check = 11 - (weighted(digits, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11);
  return digits[9] === (check === 11 ? 0 : check);
}

/** CPF of Brazil: two digits, modulus 11. */
export function isCpf(text: string): boolean {
  const digits = digitsOf(text);
  const check = (count: number): number => {
    const rest = (10 * digits.slice(0, count).reduce((sum, digit, i) => sum + digit * (count + 1 - i), 0)) % 11;
    return rest === 10 ? 0 : rest;
  };
  return check(9) === digits[9] && check(10) === digits[10];
}

/** BSN of the Netherlands: the test of eleven. */
export function isBsn(text: string): boolean {
  return weighted(digitsOf(text), [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0;
}

/** PESEL of Poland. */
export function isPesel(text: string): boolean {
  return weighted(digitsOf(text), [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]) % 10 === 0;
}

/** NIR of France: 13 signs and a key, 97 minus the remainder; Corsica counts as 19 and 18. */
export function isNir(text: string): boolean {
  const body = text.slice(0, 13).replace('2A', '19').replace('2B', '18');
  return 97 - mod97(body) === Number(text.slice(13));
}

/** Tax number of Germany: ISO 7064 mod 11, 10. */
export function isSteuerId(text: string): boolean {
  const digits = digitsOf(text);
  let product = 10;
  for (const digit of digits.slice(0, 10)) {
    const sum = (digit + product) % 10;
    product = (2 * (sum === 0 ? 10 : sum)) % 11;
  }
  return digits[10] === (11 - product) % 10;
}

/** DNI and NIE of Spain: the letter is the remainder by 23. */
export function isDni(text: string): boolean {
  const number = text.slice(0, -1).replace(/^[XYZ]/, (letter) => String('XYZ'.indexOf(letter)));
  return 'TRWAGMYFPDXBNJZSQVHLCKE'[Number(number) % 23] === text.at(-1);
}

/** Products in the dihedral group of five, and the permutation of Verhoeff's scheme. */
const dihedral = (a: number, b: number): number => {
  if (a < 5) return b < 5 ? (a + b) % 5 : 5 + ((a + b - 5) % 5);
  return b < 5 ? 5 + ((a - 5 - b + 5) % 5) : (a - b + 5) % 5;
};
const VERHOEFF = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4];

/** The check digit of Verhoeff. */
function isVerhoeff(text: string): boolean {
  const permute = (digit: number, times: number): number =>
    Array.from({ length: times % 8 }).reduce((at: number) => VERHOEFF[at], digit);
  return digitsOf(text)
    .reverse()
    .reduce((sum, digit, i) => dihedral(sum, permute(digit, i)), 0) === 0; // prettier-ignore
}

/** Aadhaar of India. */
export const isAadhaar = (text: string): boolean => isVerhoeff(text);

/** Identifiers of SNOMED CT: the two digits before the check digit say what is identified. */
export const isSnomed = (text: string): boolean => /^[1-9]\d{2,14}[01][0-2]\d$/.test(text) && isVerhoeff(text);
