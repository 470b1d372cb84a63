/**
 * Words of column names that tell what a column holds, in English and in the languages of the commonest public data (German,
 * French, Spanish, Portuguese, Italian, Dutch). Lower case, without accents.
 */

/** Who somebody is: names, ways to reach them, numbers that one person has. */
const direct = `
  name names surname firstname lastname middlename fullname forename givenname maiden alias username login
  vorname nachname familienname geburtsname nom prenom patronyme apellido apellidos nombre nombres sobrenome nome cognome
  voornaam achternaam email mail courriel correo phone telephone telefon telefono telefone mobile handy fax cell
  address adresse direccion endereco indirizzo street strasse rue calle rua via hausnummer
  ssn sozialversicherungsnummer nir curp dni nie nif cpf bsn passport passeport pasaporte iban bic account konto
  license licence licencia fuhrerschein plate kennzeichen vin imei url website ip mac fingerprint photo signature`;

/** Numbers of a record: an identifier where they are nearly as many as the rows. */
const numbering = `
  id ids uuid guid key code number num no nr nummer numero mrn case caseid casenumber record docket dossier akte aktenzeichen
  account patient person subject member customer client user file fall fallnummer expediente processo pratica uid pid index`;

/** What people want to keep to themselves. */
const confidential = `
  disease diagnosis diagnose diagnoses illness condition disability hiv drug drugs medication treatment therapy symptom
  krankheit diagnostic maladie enfermedad diagnostico doenca malattia diagnosi medicament
  salary income wage wages earnings gehalt lohn einkommen salaire revenu salario ingreso renda stipendio reddito debt credit
  religion religious politics political party orientation union grade score scores result test
  crime offense offence charge arrest conviction sentence recid recidivism custody jail delikt straftat delit delito reato`;

/** What neighbours, colleagues and public lists know. */
const known = `
  age birth born dob birthday birthdate birthyear sex gender race ethnic ethnicity zip zipcode postal postcode city town county
  state country nation nationality native marital education occupation job work employer
  alter geburtsdatum geburtstag geburtsjahr geburtsort geschlecht plz postleitzahl ort wohnort stadt land beruf familienstand bildung
  staatsangehorigkeit naissance sexe codepostal ville commune departement pays profession metier nationalite
  edad nacimiento fechanacimiento sexo genero codigopostal ciudad municipio provincia pais ocupacion estudios nacionalidad
  idade nascimento datanascimento cidade estado profissao escolaridade eta nascita sesso genere cap comune citta professione
  leeftijd geboortedatum geslacht postcode woonplaats beroep`;

/** When a record was written, which tells the record and not the person. */
const stamps = `
  timestamp createdat created updatedat updated modifiedat modified insertedat inserted deletedat log logged loggedat stamp zeitstempel
  erstellt angelegt geandert aktualisiert horodatage cree modifie creado actualizado modificado criado atualizado creato modificato`;

/** Codes of which the first signs say more than the last: digits, but no numbers. */
const codes = `zip zipcode postal postcode postalcode codepostal plz postleitzahl codigopostal cap`;

const setOf = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

export const nameWords = {
  direct: setOf(direct),
  numbering: setOf(numbering),
  confidential: setOf(confidential),
  known: setOf(known),
  stamps: setOf(stamps),
  codes: setOf(codes),
} as const;

/** Whole names of columns that are a person's name in some of the commonest tables. */
export const personNames: ReadonlySet<string> = new Set(['first', 'last', 'middle', 'given', 'family']);

/**
 * The words of a column's name: letters between other signs and at changes of case, without accents; neighbours also joined,
 * so that `code_postal` and `Last Name` are found.
 */
export function wordsOf(name: string): string[] {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/ß/g, 'ss')
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .toLowerCase();
  const words = plain.split(/[^\p{L}]+/u).filter((word) => word !== '');
  return [...words, ...words.slice(1).map((word, i) => words[i] + word)];
}
