/** Inputs for the parameters of privacy models: a question, a range to slide through, and the values of guidelines. */
import { DEFAULT_K } from 'kohort/assess';

/** A value that a guideline asks for. */
export interface Preset {
  readonly value: string;
  /** Situation that the guideline is for, in a few words. */
  readonly use: string;
  /** The guideline. */
  readonly source: string;
}

export interface ParameterWords {
  /** Label of its slider: the meaning of the parameter. */
  readonly label: string;
  readonly least: number;
  readonly most: number;
  readonly step: number;
  /** Initial value. */
  readonly start: string;
  readonly presets?: readonly Preset[];
}

const IOM = 'Institute of Medicine, Sharing Clinical Trial Data, 2015, appendix B';

const WORDS: Readonly<Record<string, ParameterWords>> = {
  k: {
    label: 'Size of groups',
    ...{ least: 2, most: 200, step: 1, start: String(DEFAULT_K) },
    presets: [
      { value: '5', use: 'people under contract', source: `${IOM}: a risk of 0.2 for data that is not public` },
      {
        value: '11',
        use: 'health data',
        source: 'CMS cell size policy: no cell below 11; EMA policy 0070 and Health Canada: a risk of 0.09',
      },
      { value: '20', use: 'everybody', source: `${IOM}: a risk of 0.05 for public data` },
    ],
  },
  l: { label: 'Different values', least: 1, most: 10, step: 1, start: '2' },
  c: { label: 'Times as frequent', least: 0.5, most: 10, step: 0.5, start: '' },
  t: { label: 'Largest distance', least: 0, most: 1, step: 0.01, start: '0.2' },
  e: { label: 'Least difference', least: 0, most: 10_000, step: 100, start: '1000' },
  alpha: { label: 'Largest certainty', least: 0.05, most: 1, step: 0.05, start: '0.5' },
  beta: { label: 'Largest gain', least: 0.1, most: 5, step: 0.1, start: '2' },
  delta: { label: 'Largest change', least: 0.1, most: 3, step: 0.1, start: '1.5' },
  m: { label: 'Known items', least: 1, most: 5, step: 1, start: '2' },
  min: { label: 'Least probability', least: 0, most: 1, step: 0.05, start: '0' },
  max: { label: 'Largest probability', least: 0, most: 1, step: 0.05, start: '0.5' },
  risk: {
    label: 'Largest probability',
    ...{ least: 0.01, most: 0.5, step: 0.01, start: '0.1' },
    presets: [
      { value: '0.05', use: 'everybody', source: `${IOM}: public data` },
      { value: '0.09', use: 'health data', source: 'EMA policy 0070 and Health Canada' },
      { value: '0.2', use: 'people under contract', source: `${IOM}: data that is not public` },
    ],
  },
};

/** Input of a parameter; null where it is no number. */
export const wordsOf = (name: string): ParameterWords | null => WORDS[name] ?? null;
