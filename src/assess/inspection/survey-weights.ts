/** Weights of surveys: columns that say how many people of the population a row stands for. */
import type { Column } from '../../table/table.js';
import { plainWordsOf } from './name-words.js';
import { setOfWords } from './word-sets.js';

/** Words that only weights of surveys have. */
const WEIGHTS = setOfWords(`
  pweight dweight anweight sweight fweight iweight aweight pspwght pspweight wgt wght wgts wghts wtg pwgt fwgt swgt dwgt fnlwgt finalwgt perwt hhwt asecwt wtsupp
  wtssall wtssnr wtss wtssps wtssnrps weightvar samplingweight sampleweight surveyweight designweight finalweight personweight poststratweight
  gewichtung gewichtungsfaktor hochrechnungsfaktor hochrechnung hrf hochrechnungsgewicht designgewicht personengewicht haushaltsgewicht querschnittsgewicht
  anpassungsgewicht ponderation ponderacion ponderazione ponderacao ponderador ponderada fexp weging weegfactor wegingsfactor vikter painokerroin`);
/** Words of weights that also measure bodies and things. */
const AMBIGUOUS = setOfWords(
  'weight weights weighting wt wts gewicht gewichte poids peso pesos pond vikt vaegt paino waga',
);
/** Words beside an ambiguous one that leave weights of a survey alone. */
const BESIDE = setOfWords(`
  survey sample sampling design final person probability prob post strat stratification poststratification calibrated calibration cross sectional longitudinal population
  raking rake household hh respondent normalized normalised scaled trimmed base inverse selection response nonresponse national personen haushalt haushalts
  umfrage stichprobe design querschnitt sondage enquete redressement encuesta muestra muestral expansion indagine campione amostra`);
/** Weights of NHANES and the like: wtmec2yr, WTINT2YR, wtsaf4yr. */
const NHANES = /^wt[a-z]{2,4}\d?yr$/i;

/** Distance from 1 of a mean that weights of a survey have and weights of bodies have not. */
const NEAR_ONE = 0.25;

/**
 * True for numbers above 0 in every row, of which several are different, in a column that is called a weight: of a survey by its name, or by a mean near 1
 * where weights of bodies are called so too.
 *
 * @param counts - [distinct] rows per dictionary entry
 */
export function isSurveyWeight({ name, numbers, type, missingCode }: Column, counts: ArrayLike<number>): boolean {
  if (numbers === null || missingCode >= 0 || (type !== 'number' && type !== 'integer') || numbers.length < 2)
    return false;
  const words = plainWordsOf(name);
  const isCalled = words.some((word) => WEIGHTS.has(word)) || NHANES.test(name) || WEIGHTS.has(words.join(''));
  const isMaybe = words.some((word) => AMBIGUOUS.has(word));
  if (!isCalled && !isMaybe) return false;
  if (!numbers.every((value) => value > 0)) return false;
  if (isCalled || words.some((word) => BESIDE.has(word))) return true;
  let [sum, rows] = [0, 0];
  numbers.forEach((value, code) => {
    sum += value * counts[code];
    rows += counts[code];
  });
  return type === 'number' && Math.abs(sum / rows - 1) <= NEAR_ONE;
}
