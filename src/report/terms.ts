/** The words of a report, each explained once at its end. */
export interface Term {
  readonly term: string;
  readonly meaning: string;
  /** Form of the word in a report, where that is not the term itself. */
  readonly as?: RegExp;
}

export const terms: readonly Term[] = [
  {
    term: 'audit',
    meaning:
      'A second look at the finished release by code that shares nothing with the code that made it. It counts everything that the models ask for again.',
  },
  {
    term: 'class',
    meaning:
      'The released rows that have the same values in all quasi-identifiers. By these columns the rows of a class cannot be distinguished. Releases that permute values have buckets instead.',
    as: /\bclass(es)?\b/i,
  },
  {
    term: 'exposure',
    meaning:
      'How many values of a released column fewer than k rows of the input have (people, where people are counted), and how many rows show one. Such a value may identify a person.',
    as: /exposure|rare values?/i,
  },
  {
    term: 'hierarchy',
    meaning: 'Which coarser values stand for a value: a day, its month, its year, then *. Level 0 is the value itself.',
    as: /\bhierarch(y|ies)\b/i,
  },
  {
    term: 'history disclosure',
    meaning:
      'What the classes with the rows of one person say together of a sensitive value that is the same in all of these rows. Somebody who knows several rows of a person learns at least this much.',
    as: /history disclosure|knows several rows/i,
  },
  {
    term: 'identifier',
    meaning: 'A column that names a person, such as a name or a number of insurance. It is never released.',
    as: /(?<!quasi-)\bidentifiers?\b/i,
  },
  {
    term: 'journalist',
    meaning:
      'An attacker who wants to find any one person, and does not know whether that person is in the release. The risk is 1 / the rows of the population that match a row, or 1 / the rows of its class where these are more; people in place of rows where people are counted.',
  },
  {
    term: 'k',
    meaning:
      'The fewest rows that must look alike in the release; the parameter of k-anonymity. They are as many people where each row is one person. If the job has a column with the role "person", people are counted instead of rows.',
    as: /\bk\b/,
  },
  {
    term: 'loss',
    meaning:
      'The information that a column has lost: 0 if each value is unchanged, 1 if each value is *. It is the share of the possible values that a released value leaves open, as a mean over all rows; a suppressed row counts 1.',
    as: /\bloss\b/i,
  },
  {
    term: 'lower bound',
    meaning: 'A cost that no release of the kind that was searched can be below, as the search has proven it.',
    as: /lower bound|costs less than/i,
  },
  {
    term: 'marketer',
    meaning:
      'An attacker who links all rows at once and cares only for how many links are right. The risk is the mean over all rows, or over all people where people are counted.',
  },
  {
    term: 'metric',
    meaning: 'A number that says how much information a release keeps, or how large its classes are.',
    as: /\bmetrics?\b/i,
  },
  {
    term: 'privacy model',
    meaning: 'A condition that a release has to satisfy, such as k-anonymity. It is checked in every class.',
    as: /\bmodels?\b/i,
  },
  {
    term: 'prosecutor',
    meaning:
      'An attacker who knows that a certain person is in the release, and knows the quasi-identifiers of that person. The risk is 1 / the rows of the class of that person, where each row is one person; where people are counted, 1 / the people of the smallest class with one of the person’s rows.',
  },
  {
    term: 'quasi-identifier',
    meaning:
      'A column that others may know of a person, such as age or zip code. Together such columns can single a person out.',
  },
  {
    term: 'risk',
    meaning:
      '1 / rows that look like a row: the probability that it is linked to its person, where each row is one person. Where people are counted, 1 / people who look like a person. It does not say how hard that is, nor whether somebody tries.',
    as: /\brisks?\b/i,
  },
  {
    term: 'sensitive column',
    meaning: 'What nobody is to learn of a person, such as a disease. It is released as it is.',
    as: /\bsensitive( columns?| values?)?\b/i,
  },
  {
    term: 'SHA-256',
    meaning:
      'A number of 64 digits that is made of the bytes of a file. Another file practically never has the same one, so it identifies the file.',
  },
  {
    term: 'suppressed',
    meaning:
      'Of a row: left out of the release, or kept with * in every quasi-identifier and no value in other columns. Of a value: replaced by *.',
    as: /\bsuppress(ed|es|ion)\b/i,
  },
];

const special = /[.*+?^${}()|[\]\\]/g;
const patternOf = ({ term, as }: Term): RegExp => as ?? new RegExp(`\\b${term.replace(special, '\\$&')}s?\\b`, 'i');

/** Terms that stand in a text. */
export const termsIn = (text: string): Term[] => terms.filter((term) => patternOf(term).test(text));

/** The part of an address that leads to a term or a section, as GitHub and pandoc make it of a heading. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, '')
    .replace(/ /g, '-');

/** A stretch of a text; with `term` it is a word that the glossary explains. */
export interface Piece {
  readonly text: string;
  readonly term?: Term;
}

/** Cuts a text at the words that the glossary explains, each once: those in `linked` are passed over, new ones added. */
export function cutAtTerms(text: string, linked: Set<Term>): Piece[] {
  const found = terms
    .filter((term) => !linked.has(term))
    .flatMap((term) => {
      const match = patternOf(term).exec(text);
      return match === null ? [] : [{ term, from: match.index, to: match.index + match[0].length }];
    })
    .sort((a, b) => a.from - b.from || b.to - a.to);
  const pieces: Piece[] = [];
  let at = 0;
  for (const { term, from, to } of found) {
    if (from < at) continue;
    pieces.push({ text: text.slice(at, from) }, { text: text.slice(from, to), term });
    linked.add(term);
    at = to;
  }
  return [...pieces, { text: text.slice(at) }].filter((piece) => piece.text !== '');
}
