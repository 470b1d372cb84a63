import { seededRandom } from '../../../src/base/random.js';

/** A person of a messy table, with values as they are meant. */
export interface Person {
  readonly name: string;
  readonly mail: string;
  readonly born: { readonly year: number; readonly month: number; readonly day: number };
  readonly sex: string;
  readonly city: string;
  readonly zip: string;
  /** Kilograms, one decimal. */
  readonly weight: number;
  /** Whole units of money, in thousands and above. */
  readonly rent: number;
  readonly disease: string;
}

const firsts = [
  'Ramón',
  'Zoë',
  'Jürgen',
  'Søren',
  'Inês',
  'Marek',
  'Aïcha',
  'Björn',
  'Chloé',
  'Dörte',
  'Émile',
  'Nuño',
];
const lasts = ['Müller', 'García', 'Lefèvre', 'Núñez', 'Håkansson', 'Strauß', 'Conceição', 'Özdemir', 'Brontë', 'Peña'];
const cities = ['Zürich', 'Málaga', 'Genève', 'Århus', 'Köln'];
const diseases = ['grippe', 'asthma', 'gout', 'hépatite'];

/** The person whom nothing of may be seen: older, heavier and with a higher rent than all others. */
export const rare: Person = {
  name: 'Ottokár Únícus',
  mail: 'ottokar@unicus.example',
  born: { year: 1907, month: 11, day: 13 },
  sex: 'M',
  city: 'Åmål',
  zip: '99871',
  weight: 211.7,
  rent: 98_761,
  disease: 'gout',
};

/** People with names of their own, drawn at random; the rare one is among them. */
export function people(count: number, seed = 11): Person[] {
  const random = seededRandom(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[random.below(items.length)];
  const drawn = Array.from({ length: count - 1 }, (_, i): Person => {
    const name = `${firsts[i % firsts.length]} ${lasts[Math.floor(i / firsts.length) % lasts.length]}${i}`;
    return {
      name,
      mail: `p${i}@mail.example`,
      born: { year: 1940 + random.below(60), month: 1 + random.below(12), day: 1 + random.below(28) },
      sex: pick(['F', 'M']),
      city: pick(cities),
      zip: String(80_100 + 10 * random.below(6) + random.below(8)),
      weight: (450 + random.below(600)) / 10,
      rent: 1000 + 10 * random.below(900),
      disease: pick(diseases),
    };
  });
  drawn.splice(Math.floor(count / 2), 0, rare);
  return drawn;
}

export const two = (n: number): string => String(n).padStart(2, '0');
/** 123.4 as `123,4`. */
export const comma = (n: number, decimals: number): string => n.toFixed(decimals).replace('.', ',');
/** 1234 with `mark` between groups of three digits. */
export const grouped = (n: number, mark: string): string => String(n).replace(/\B(?=(\d{3})+(?!\d))/g, mark);
