import type { AuditedModelKind } from './model.js';

export interface Population<Name extends string> {
  readonly model: Name;
  readonly k: number;
  readonly public: string;
}

/** Every released class has k public rows in its region. */
const judged = <Name extends string>(): AuditedModelKind<Population<Name>>['public'] => ({
  judge({ k: required }, { measure: { population }, released }) {
    const k = released.reduce((least, c) => Math.min(least, population[c]), Infinity);
    return { achieved: { k: released.length === 0 ? 0 : k }, holds: k >= required };
  },
});

export const weakKAnonymity: AuditedModelKind<Population<'weak-k-anonymity'>> = {
  name: 'weak-k-anonymity',
  numbers: ['k'],
  public: judged(),
};

export const kMap: AuditedModelKind<Population<'k-map'>> = { name: 'k-map', numbers: ['k'], public: judged() };
