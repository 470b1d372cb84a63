/**
 * Words of column names that say what a column holds, in English and in the languages of the commonest public data (German,
 * French, Spanish, Portuguese, Italian, Dutch; `further-words.ts` has the others). Lower case, without accents.
 */
import { foldText } from '../../table/fold-words.js';
import { describingWords } from './describing-words.js';
import { furtherWords } from './further-words.js';
import { setOfWords } from './word-sets.js';

/** Names of people. */
const names = `
  name names surname firstname lastname middlename fullname forename givenname maiden alias nickname username login
  vorname nachname familienname geburtsname rufname nom prenom prenoms patronyme apellido apellidos nombre nombres sobrenome nome nomes
  cognome voornaam achternaam naam nm nmbr fname lname mname paterno materno appaterno apmaterno apepaterno apematerno
  apellidopaterno apellidomaterno nomecompleto nombrecompleto nomcomplet namn imie nazwisko initials initialen`;

/** Ways to reach somebody, and numbers that a state, a bank or a maker gives to one person. */
const contacts = `
  email mail courriel correo phone telephone telefon telefono telefone mobile handy fax cell
  address adresse direccion endereco indirizzo street strasse rue calle rua via hausnummer
  ssn sozialversicherungsnummer nir curp dni nie nif cpf bsn passport passeport pasaporte iban bic account konto
  license licence licencia fuhrerschein plate kennzeichen vin imei url website ip mac fingerprint photo signature
  codicefiscale codfiscale fiscale nhs ahv pesel aadhaar aadhar ahvnummer steuerid steuernummer personnummer cedula rut rfc nino tin
  krankenversicherungsnummer rentenversicherungsnummer personalausweis ausweis creditcard cardnumber pan`;

/** Numbers that a house gives to one person. */
const personNumbers = `
  mrn mpi emr npi subj usubjid matricula tessera tesserasanitaria hhid hadm hadmid subjid subjectid patid patientid ptid custid custno clientid userid memberid empid empno staffid
  studentid respid respondentid caseid personid participantid probandid probandennummer matricule matricola matrikel matrikelnummer
  versichertennummer versicherungsnummer kvnr kundennummer kundennr mitgliedsnummer personalnummer patientennummer mandantennummer
  pseudonym registry registration guid uuid nhsno nhsnumber hospitalno hospitalnumber clinicno studyid surveyid`;

/** People, as a column is called that says which of them. */
const people = `
  patient subject participant respondent customer client member user employee person pupil student insured citizen resident
  tenant borrower applicant candidate donor owner holder cardholder passenger driver victim suspect defendant plaintiff offender
  inmate prisoner witness judge lawyer attorney teacher professor instructor tutor doctor physician nurse surgeon therapist gp
  contact guardian parent mother father spouse husband wife author supervisor officer caller sender recipient buyer seller payee payer
  worker caregiver beneficiary dependent subscriber debtor creditor landlord voter consultant reviewer interviewer interviewee guest
  manager agent approver player attending kin curante spieler kandidat vorgesetzter vorgesetzte
  visitor attendee reporter referrer assignee handler caseworker
  kunde kundin mandant klient besitzer inhaber eigentumer halter opfer tater beschuldigter beschuldigte angeklagter angeklagte fahrer
  richter lehrer arzt arztin hausarzt mitarbeiter mitglied versicherter versicherte versicherungsnehmer ansprechpartner kontakt mieter
  schuldner sachbearbeiter schuler teilnehmer proband bewerber betreuer pfleger zeuge klager anwalt mutter vater patientin
  proprietaire titulaire victime prevenu conducteur juge enseignant professeur medecin docteur membre assure adherent salarie employe
  eleve etudiant locataire candidat beneficiaire usager mere pere temoin avocat
  paciente cliente propietario dueno titular victima sospechoso acusado imputado conductor juez maestro profesor medico contacto
  miembro socio empleado trabajador alumno estudiante asegurado beneficiario usuario persona madre padre inquilino abogado testigo
  proprietario dono vitima suspeito reu motorista condutor juiz contato membro funcionario empregado aluno segurado pessoa mae pai
  responsavel testemunha advogado
  paziente vittima sospetto imputato conducente giudice insegnante docente dottore contatto dipendente studente assicurato utente
  klant eigenaar slachtoffer verdachte bestuurder rechter leraar arts medewerker werknemer leerling verzekerde gebruiker persoon huisarts`;

/** Words for the subject of a record, beside a word for a number: one of many, and of one person or a few. */
const records = `
  visit stay icustay admission
  claim order specimen sample episode transaction policy invoice prescription household hh family ticket application loan
  contract device chip booking reservation vehicle insurance
  aufnahme auftrag rechnung vertrag versicherung haushalt sejour hospitalisation facture contrat poliza factura contrato hogar
  polizza fattura`;

/** Records, as a column is called that holds their numbers. */
const files = `
  case record docket dossier akte aktenzeichen file fall expediente processo pratica prontuario cartella account uid pid index
  encounter chart`;

/** Numbers of a record, or of a kind of thing. */
const numbering = `
  id ids uuid guid key code number num no nr nummer numero nbr nro identifier identifiant identificador identificativo kennung
  kennziffer reference ref card karte carte tarjeta token serial barcode kenn ident`;

/** Words that ask for something about somebody, not for who it is: `patient_age`, `account_balance`. */
const attributes = `
  type kind class category group status state level count counts total sum balance amount rate score age sex gender race date year
  month day time length size flag since method segment experience education income salary occupation reason relationship
  typ art klasse gruppe anzahl alter geschlecht datum tipo categoria edad sexo fecha idade genre leeftijd geslacht since verified
  quality rating satisfaction language education job condition outcome result density share percent pct avg mean median weight
  height width depth temperature temp dose week hour minute distance volume speed grosse gewicht hohe breite taille poids talla peso altura altezza`;

/** Words of a number that counts something: `num_visits`, `number_of_children`. */
const counts = `count counts total anzahl cantidad quantidade nombre aantal qty quantity`;

/** Things whose names or numbers are no person's: `product_name`, `ward_id`. */
const things = `
  product item company firm school hospital ward department dept city town county state country region district drug medication medicine
  disease test course event team brand model file table game movie film song album book station site project category class group
  species variable organization organisation agency business facility program plan store shop bank unit party section branch location
  place area zone type status level language currency color colour produkt firma schule abteilung stadt land produit entreprise ecole
  ville pays producto empresa escuela ciudad pais produto cidade prodotto azienda scuola citta domain host server channel campaign
  building clinic institution university college industry sector diagnosis procedure treatment service question survey column field
  dist sch grp inv prod div
  marital sex gender race ethnicity religion job occupation title education month day week year discharge source payer specialty`;

/** Words for facts that people want to keep to themselves. */
const confidential = `
  disease diagnosis diagnose diagnoses illness condition disability hiv drug drugs medication treatment therapy symptom
  krankheit diagnostic maladie enfermedad diagnostico doenca malattia diagnosi medicament
  icd atc ops drg cpt snomed loinc procedure procedures prozedur procedimiento procedimento lab labs dx rx px comorbidity comorbidities
  conditions symptoms medications prescription prescriptions prozeduren eingriff medikament medikamente wirkstoff therapie behandlung
  blood bloodtype blutgruppe blutdruck blutzucker sanguin sanguigno sangre sanguineo viral viralload hba genotype genotyp mutation allele hla
  karyotype apoe brca befund pathology patologia tumor cancer hepatitis aids std pregnancy pregnant psychiatric suicide addiction
  salary income wage wages earnings gehalt lohn einkommen salaire revenu salario ingreso renda stipendio reddito debt credit
  religion religious politics political party orientation union grade score scores result test
  crime offense offence charge arrest conviction sentence recid recidivism custody jail delikt straftat delit delito reato`;

/** Words for facts that neighbours, colleagues and public lists know. */
const known = `
  age birth born dob birthday birthdate birthyear sex gender race ethnic ethnicity zip zipcode postal postcode city town county
  state country nation nationality native marital education occupation job work employer
  alter geburtsdatum geburtstag geburtsjahr geburtsort geschlecht plz postleitzahl ort wohnort stadt land beruf familienstand bildung
  staatsangehorigkeit naissance sexe codepostal ville commune departement pays profession metier nationalite
  edad nacimiento fechanacimiento sexo genero codigopostal ciudad municipio provincia pais ocupacion estudios nacionalidad
  idade nascimento datanascimento cidade estado profissao escolaridade eta nascita sesso genere cap comune citta professione
  leeftijd geboortedatum geslacht postcode woonplaats beroep`;

/** Words for the time when a record was written, which identifies the record and not the person. */
const stamps = `
  timestamp createdat created updatedat updated modifiedat modified insertedat inserted deletedat log logged loggedat stamp zeitstempel
  erstellt angelegt geandert aktualisiert horodatage cree modifie creado actualizado modificado criado atualizado creato modificato`;

/** Codes of which the first signs say more than the last: digits, but no numbers. */
const codes = `
  zip zipcode postal postcode postalcode codepostal plz postleitzahl codigopostal cap
  fips nuts ags gemeindeschlussel gemeindeschluessel kreisschlussel kreisschluessel tract insee
  isco soc isced nace sic naics kldb ssyk`;

/** Codes and kinds of which digits are names: no number of them is between two others. */
const nominal = `
  id code codes coded cd key kod kode codigo codice schlussel schluessel kennung kennziffer status type typ tipo
  snomed sctid conceptid cpt hcpcs ndc rxnorm`;

/** Texts that somebody wrote about a person. */
const notes = `
  note notes comment comments remark remarks narrative narratives text freetext story description letter report summary memo history
  transcript message observation observations bemerkung bemerkungen notiz notizen kommentar anamnese befundtext arztbrief freitext
  remarque remarques commentaire commentaires observacion observaciones nota notas comentario comentarios observacao observacoes
  osservazioni commento commenti opmerking opmerkingen`;

/** Years of something. */
const years = `year years yr fiscalyear season jahr annee an ano anno jaar rok ev ar vuosi yil год рок ετος 年 年度 연도 년도 سنة שנה nam tahun`;

/** Small words between the others. */
const between = `of the a an to for by from der die das des de du la le les del della di da do dos das d l el los las van und y e et in im am`;

const { postal, ...described } = describingWords;

export const nameWords = {
  names: setOfWords(names, furtherWords.names),
  contacts: setOfWords(contacts, furtherWords.contacts),
  personNumbers: setOfWords(personNumbers, furtherWords.personNumbers),
  people: setOfWords(people, furtherWords.people),
  files: setOfWords(files),
  records: setOfWords(records, files),
  numbering: setOfWords(numbering, furtherWords.numbering),
  attributes: setOfWords(attributes),
  counts: setOfWords(counts),
  things: setOfWords(things, furtherWords.things),
  confidential: setOfWords(confidential, furtherWords.confidential),
  known: new Set([...setOfWords(known), ...postal, ...Object.values(described).flatMap((words) => [...words])]),
  stamps: setOfWords(stamps),
  codes: new Set([...setOfWords(codes), ...postal]),
  nominal: setOfWords(nominal),
  notes: setOfWords(notes, furtherWords.notes),
  years: setOfWords(years),
  between: setOfWords(between),
} as const;

/** Whole names of columns that are a person's name in some of the commonest tables. */
export const personNames: ReadonlySet<string> = new Set(['first', 'last', 'middle', 'given', 'family']);

/** Ends of words that are written together: `patientname`, `Kundennummer`, `userid`. */
export const NAME_ENDS: readonly string[] = [
  ...setOfWords('names name naam nom nombre nome navn namn nev nimi 氏名 姓名 이름 성명'),
];
export const NUMBER_ENDS: readonly string[] = [
  ...setOfWords(
    'identifier nummer number numero azonosito numara nbr num nr no id key code kod 番号 コード 编号 号码 编码 編號 번호 코드',
  ),
];

/** A name in letters that no accent or case changes; the signs for "number" are a word of their own. */
const plainName = (name: string): string =>
  foldText(name.replace(/[#№]|\bn[°º]/gi, ' no ').replace(/([\p{Ll}\d]\p{M}*)(?=\p{Lu})/gu, '$1 '));

/** The words of a column's name in their order: letters between other signs and at changes of case, without accents. */
export const plainWordsOf = (name: string): string[] =>
  plainName(name)
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');

/**
 * The words of a column's name, and neighbours joined, so that `code_postal` and `Last Name` are found.
 */
export function wordsOf(name: string): string[] {
  const words = plainWordsOf(name);
  return [...words, ...words.slice(1).map((word, i) => words[i] + word)];
}
