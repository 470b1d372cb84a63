/**
 * Words of column names that describe a person: birth, age, sex, home, origin. In English and in the languages of the commonest public
 * data; lower case, with or without accents.
 */
import { setOfWords } from './word-sets.js';

/** Families of words: columns of one family say the same of a person. */
export const describingWords = {
  birth:
    setOfWords(`birth born dob birthday birthdate birthyear yob geburtsdatum geburtstag geburtsjahr geboren naissance nacimiento
  fechanacimiento nascimento datanascimento nascita datanascita geboortedatum geboortejaar gebdat gebdatum gebjahr jahrgang
  birthyr yrbrn byear urodzenia urodzin narozeni narodenia rojstva rodenja nasterii fodelsedatum fodelsear fødselsdato fodselsdato
  fødselsar fodselsar syntymaaika syntymavuosi szuletesi szuletes dogum рождения γεννησης 出生 出生日期 出生年月 出生年份 生日 生年月日 生年
  생년월일 생년 الميلاد לידה`),
  age: setOfWords(`age alter edad idade eta leeftijd wiek vek ika eletkor yas возраст ηλικια 年龄 年齢 나이 العمر גיל`),
  sex: setOfWords(
    `sex gender gndr geschlecht sexe genre sexo genero sesso genere geslacht płec plec pohlavi pohlavie spol kon køn kjønn kjonn sukupuoli nem cinsiyet пол φυλο 性别 性別 성별 الجنس מין`,
  ),
  postal: setOfWords(`zip zipcode postal postcode postalcode codepostal plz postleitzahl codigopostal cap cep
  pocztowy psc postnummer postnr postinumero iranyitoszam postakodu индекс ταχυδρομικος 邮编 邮政编码 郵便番号 우편번호`),
  town: setOfWords(`city town county municipality ort wohnort stadt gemeinde ville commune ciudad municipio cidade comune citta
  woonplaats gemeente miasto gmina mesto obec kommun kommune kunta varos telepules sehir город πολη 城市 市区町村`),
  origin: setOfWords(
    `race ethnicity ethnic ethnie rasse nationality nationalitat nationalite nacionalidad nacionalidade`,
  ),
} as const;
