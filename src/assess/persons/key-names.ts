/**
 * Names of columns that hold a key: the number of a patient, of a customer, of a household. In English and in the languages of
 * the commonest public data (German, French, Spanish, Portuguese, Italian, Dutch). Lower case, without accents.
 */
import { wordsOf } from '../inspection/name-words.js';

const setOf = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** One person. */
const persons = setOf(`
  patient person subject customer client member user employee worker student pupil participant respondent proband individual
  insured beneficiary enrollee subscriber resident inmate offender defendant suspect victim voter citizen donor applicant
  candidate passenger guest tenant borrower cardholder policyholder taxpayer player athlete owner driver learner
  kunde kunden patienten versicherte versicherten versicherter mitglied mitglieder mitarbeiter teilnehmer probanden schuler
  studenten nutzer benutzer klient klienten personen personal insasse
  assure adherent salarie eleve etudiant beneficiaire usager personne
  paciente cliente asegurado afiliado empleado alumno usuario persona beneficiario funcionario aluno pessoa
  paziente assistito dipendente utente klant verzekerde medewerker leerling`);

/** Words for an event of one person with rows of its own: a stay in a hospital, a case. */
const stays = setOf(`
  hadm admission encounter stay episode hospitalization hospitalisation inpatient fall falle aufenthalt aufnahme sejour
  ingreso internacao ricovero opname`);

/** Words for things that a person may have, or several may share: no evidence by themselves. */
const records = setOf(`
  case account policy loan claim order invoice visit record dossier docket file akte konto vertrag auftrag rechnung
  expediente processo pratica contract booking reservation session device card phone`);

/** People who live together. */
const households = setOf(
  'hh hhid household family famid haushalt haushalts menage foyer hogar familia domicilio famiglia huishouden dwelling',
);

/** Words for people who are not the person of the row, and for things that are no person. */
const others = setOf(`
  doctor physician provider prescriber nurse surgeon teacher instructor staff agent rep seller salesperson manager supervisor
  interviewer operator cashier clerk judge officer investigator arzt lehrer medecin medico docente arts
  mother father parent spouse partner child sibling husband wife
  hospital clinic ward department dept unit school university college course class station store shop branch site center centre
  facility institution company firm employer organization organisation team club agency vendor supplier merchant bank
  product item article sku plan tariff drug medication test procedure diagnosis icd atc drg stock model brand category
  city town state county country region district tract block area zip postal street project event job task batch sample
  type typ kind status group segment level tier count counts total sum rate rating score number_of gender sex age date year month
  weight wgt fnlwgt gewicht poids peso factor premium price amount cost fee income salary balance`);

/** Words for the number of something. */
const numbers = setOf(
  'id ids identifier identifiant no nr nbr num number nummer numero numer code key kennung kennzeichen pseudonym hash token guid uuid uid sid matricule matricula schluessel',
);

/** Whole names that say no more than "a key". */
const plainKeys = setOf(
  'id idno pid uid sid eid guid uuid key identifier pseudonym hash subjectid personid caseid recordid serial matricule matricula',
);

/** Whole names, their words joined, of numbers that one person has. */
const numbersOfOne = setOf(`
  mrn emr ssn nir nino hicn mbi curp dni nie nif cpf bsn cnp pesel cuil rut aadhaar svnr ahv ahvnr egk nhs nhsnumber nhsno codicefiscale
  usubjid subjid ptid patid pidp idind pubid mergeid seqn xwaveid hhidpn
  medicalrecord medicalrecordnumber medicalrecordno socialsecuritynumber socialsecurity nationalid personnummer personalnumber
  passport passportno passportnumber steuerid steuernummer sozialversicherungsnummer versichertennummer krankenversichertennummer
  numerosecuritesociale numsecu numerodafiliacion email mail emailaddress mailaddress username login empno`);

/** German and Dutch write a person and the number as one word. */
const joined =
  /^(?:(?:kunden|klanten|patient(?:en)?|versicherten?|mitglieds?|mitglieder|personal|personen|personeels|teilnehmer|probanden|mitarbeiter|matrikel|schuler|lid)|(fall|aufnahme|aufenthalts?))-?(?:nr|no|nummer|id|kennung|code|schlussel)$/;
const householdNumber = /^(?:hh|haushalts?|household|family|fam|menage)-?(?:nr|no|nummer|number|id|code|key|serial)$/;

/** Meaning of a column's name as a key. */
export type KeyName =
  /** A number of one person, such as `patient_id`. */
  | 'person'
  /** A number of a stay or a case of one person, such as `hadm_id`. */
  | 'stay'
  /** A number of people who live together. */
  | 'household'
  /** A key of something: `id`. */
  | 'key'
  /** A number or code of something. */
  | 'number'
  /** A number of somebody else, or of no person. */
  | 'other';

/** Returns the meaning of a column's name as a key; null where it has none. */
export function keyNameOf(name: string): KeyName | null {
  // Numbers of repeated columns and prefixes such as `patient_id_2` say nothing.
  const all = wordsOf(name);
  const words = all.filter((word, i) => all.indexOf(word) === i);
  const plain = plainOf(name);
  if (numbersOfOne.has(plain)) return 'person';
  const found = joined.exec(plain);
  if (found !== null) return found[1] === undefined ? 'person' : 'stay';
  if (householdNumber.test(plain) || plain === 'hhid') return 'household';
  const has = (known: ReadonlySet<string>): boolean => words.some((word) => known.has(word));
  if (has(others)) return 'other';
  const isNumbered = has(numbers) || name.includes('#');
  const isAlone = (known: ReadonlySet<string>): boolean => known.has(plain);
  if ((isNumbered && has(persons)) || isAlone(persons)) return 'person';
  if ((isNumbered && has(stays)) || plain === 'hadm') return 'stay';
  if (isNumbered && has(households)) return 'household';
  if (isAlone(plainKeys)) return 'key';
  return isNumbered || has(records) ? 'number' : null;
}

/** Letters of a name, without accents, signs and numbers. */
const plainOf = (name: string): string =>
  wordsOf(name.replace(/[^\p{L}\p{M}]+/gu, '_')).length === 0 ? '' : lettersOf(name);

const lettersOf = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/ß/g, 'ss')
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, '');

/** Given names, and names of families. */
const given = setOf('first given firstname givenname forename vorname prenom nombre nombres voornaam nomeproprio');
const family = setOf(
  'last family lastname familyname surname nachname familienname apellido apellidos appaterno sobrenome cognome achternaam',
);
const whole = setOf('name fullname names personname nom nome naam nmpessoa');

/** A part of a person's name that a column holds, by its own name. */
export function namePartOf(name: string): 'given' | 'family' | 'whole' | null {
  const words = wordsOf(name);
  const has = (known: ReadonlySet<string>): boolean => words.some((word) => known.has(word));
  if (has(others)) return null;
  const plain = lettersOf(name);
  const isName = plain.replace(/name$/, '');
  if (given.has(plain) || given.has(isName) || has(setOf('firstname givenname forename vorname prenom voornaam')))
    return 'given';
  if (
    family.has(plain) ||
    family.has(isName) ||
    has(setOf('lastname familyname surname nachname familienname cognome achternaam'))
  )
    return 'family';
  return whole.has(plain) || (has(setOf('name nom nome')) && has(persons)) || persons.has(plain) || persons.has(isName)
    ? 'whole'
    : null;
}

/** True for the name of a column about somebody else than the person of the row. */
export const isOfOthers = (name: string): boolean => wordsOf(name).some((word) => otherParties.has(word));
const otherParties = setOf(`
  doctor physician provider prescriber nurse surgeon teacher instructor staff agent seller manager supervisor interviewer operator
  cashier clerk judge officer arzt lehrer medecin medico docente mother father parent parents spouse partner child children sibling
  husband wife hospital clinic school store branch employer company`);
