/** Languages whose names of months can be read and written. */
export type MonthLanguage = 'en' | 'de' | 'fr' | 'es';

interface MonthNames {
  /** [12] as they are written in full and short. */
  readonly long: readonly string[];
  readonly short: readonly string[];
  /** Other spellings that are read. */
  readonly also?: Readonly<Record<string, number>>;
}

const words = (text: string): readonly string[] => text.split(' ');

export const MONTH_NAMES: Readonly<Record<MonthLanguage, MonthNames>> = {
  en: {
    long: words('January February March April May June July August September October November December'),
    short: words('Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'),
    also: { sept: 9 },
  },
  de: {
    long: words('Januar Februar März April Mai Juni Juli August September Oktober November Dezember'),
    short: words('Jan Feb Mär Apr Mai Jun Jul Aug Sep Okt Nov Dez'),
    also: { jänner: 1, feber: 2, mrz: 3, sept: 9 },
  },
  fr: {
    long: words('janvier février mars avril mai juin juillet août septembre octobre novembre décembre'),
    short: words('janv févr mars avr mai juin juil août sept oct nov déc'),
  },
  es: {
    long: words('enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'),
    short: words('ene feb mar abr may jun jul ago sep oct nov dic'),
    also: { sept: 9, setiembre: 9 },
  },
};

const fold = (name: string): string => name.normalize('NFC').toLowerCase().replace(/\.$/, '');

const numbers = new Map<MonthLanguage, ReadonlyMap<string, number>>();

/** The number of a month, from 1, by its long or short name in any case; undefined for other words. */
export function monthNumber(language: MonthLanguage, name: string): number | undefined {
  let known = numbers.get(language);
  if (known === undefined) {
    const { long, short, also = {} } = MONTH_NAMES[language];
    const named = [...long.entries(), ...short.entries()].map(([i, text]) => [fold(text), i + 1] as const);
    numbers.set(language, (known = new Map([...Object.entries(also), ...named])));
  }
  return known.get(fold(name));
}
