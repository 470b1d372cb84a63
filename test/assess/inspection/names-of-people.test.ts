import { describe, expect, it } from 'vitest';
import { suggestRole } from '../../../src/assess/inspection/suggest-role.js';
import { tableFromRows } from '../../../src/index.js';
import { countRowsPerCode } from '../../../src/table/table.js';

/** The role of a column whose values have four rows each. */
const roleOf = (name: string, cells: readonly string[]): string => {
  const rows = Array.from({ length: 4 * cells.length }, (_, row) => [cells[row % cells.length]]);
  const [column] = tableFromRows(rows, { columns: [name] }).columns;
  return suggestRole(column, countRowsPerCode(column)).suggestedRole;
};

const GIVEN = 'Anna Ida Tom Marie Lukas Björn Olga Priya Mehmet Giulia Emma Jan'.split(' ');
const FAMILY = 'Meyer Dupont Smith García Rossi Nowak Jansen Öztürk Müller Silva Hofstetter Brenninkmeyer'.split(' ');
const people = (cell: (given: string, family: string, other: string, next: string) => string): string[] =>
  GIVEN.map((given, i) => cell(given, FAMILY[(5 * i) % 12], GIVEN[(i + 5) % 12], FAMILY[(5 * i + 3) % 12]));

describe('a column under a name that says nothing', () => {
  it.each([
    ['couples with one name', people((a, b, c) => `${a} and ${c} ${b}`)],
    ['couples with "&"', people((a, b, c) => `${a} & ${c} ${b}`)],
    ['couples in German', people((a, b, c) => `${a} und ${c} ${b}`)],
    ['couples in Spanish', people((a, b, c) => `${a} y ${c} ${b}`)],
    ['couples, family names first', people((a, b, c, d) => `${b}, ${a} / ${d}, ${c}`)],
    ['couples with two names', people((a, b, c, d) => `${a} ${b}/${c} ${d}`)],
    ['couples behind a comma', people((a, b, c) => `${b}, ${a} & ${c}`)],
    ['people between semicolons', people((a, b, c, d) => `${a} ${b}; ${c} ${d}`)],
    ['couples with titles', people((_, b) => `Mr. and Mrs. ${b}`)],
    ['couples with titles in German', people((_, b) => `Herr und Frau ${b}`)],
    ['families', people((_, b) => `Familie ${b}`)],
    ['married couples', people((_, b) => `Eheleute ${b}`)],
    ['initials', people((a, b) => `${a[0]}.${b[0]}.`)],
    ['initials with blanks', people((a, b, c) => `${a[0]}. ${c[0]}. ${b[0]}.`)],
    ['family names', FAMILY],
    ['family names in capitals', FAMILY.map((name) => name.toUpperCase())],
    ['family names by their ends', 'Hansson Lundmann Zielinska Kovalenko Petridisopoulos Wojtowicz Marković Bengtsson Thygesen Altmann'.split(' ')],
    ['Arabic names', ['محمد علي', 'فاطمة حسن', 'أحمد خالد', 'مريم يوسف', 'عمر سعيد']],
    ['Arabic given names', ['محمد', 'فاطمة', 'أحمد', 'مريم', 'عمر', 'حسن']],
    ['Hebrew names', ['דוד כהן', 'שרה לוי', 'משה פרץ', 'רחל מזרחי', 'יוסף ביטון']],
    ['Greek names', ['Γιώργος Παπαδόπουλος', 'Μαρία Νικολάου', 'Νίκος Γεωργίου', 'Ελένη Δημητρίου']],
    ['Hindi names', ['राहुल शर्मा', 'प्रिया सिंह', 'अमित कुमार', 'सुनीता देवी']],
    ['Ukrainian names', ['Іван Шевченко', 'Олена Коваленко', 'Тарас Бойко', 'Марія Ткаченко']],
    ['Russian initials', ['Иванов И.И.', 'Петрова О.В.', 'Сидоров А.П.', 'Мельник Т.К.']],
    ['Thai names', ['สมชาย ใจดี', 'สมหญิง รักไทย', 'ประเสริฐ ศรีสุข']],
    ['Japanese names with blanks', ['田中 太郎', '佐藤 花子', '鈴木 一郎', '高橋 美咲']],
    ['Japanese names in kana', ['タナカ タロウ', 'サトウ ハナコ', 'スズキ イチロウ']],
  ])('of %s is an identifier', (_, cells) => {
    for (const name of ['x1', 'wert', 'who']) expect([name, roleOf(name, cells)]).toEqual([name, 'identifier']);
  }); // prettier-ignore

  it.each([
    ['firms of two names', ['Johnson & Johnson', 'Smith & Wesson', 'Marks & Spencer', 'Procter & Gamble', 'Black & Decker']],
    ['countries of two', ['Trinidad and Tobago', 'Bosnia and Herzegovina', 'Antigua and Barbuda', 'France', 'Kenya']],
    ['symptoms', ['Nausea and Vomiting', 'Fever / Chills', 'Pain & Swelling', 'Cough', 'Rash']],
    ['trades', ['Health and Social Care', 'Arts and Crafts', 'Farming / Fishing', 'Law', 'Trade']],
    ['degrees', ['B.A.', 'M.A.', 'M.D.', 'J.D.', 'B.S.', 'Ph.D.']],
    ['states of America', ['NJ', 'NY', 'CA', 'TX', 'OR', 'WA']],
    ['towns that are names', ['Lincoln', 'Jackson', 'Austin', 'Madison', 'Boston', 'Denver', 'Phoenix', 'Chicago', 'Seattle', 'Portland', 'Essen']],
    ['Chinese cities', ['北京市', '上海市', '广州市', '深圳市', '成都市', '高雄市', '金华市']],
    ['Japanese places', ['東京都', '大阪府', '京都府', '北海道', '神奈川県', '高知県', '石川県']],
    ['Russian cities', ['Москва', 'Санкт-Петербург', 'Казань', 'Нижний Новгород']],
    ['Arabic cities', ['القاهرة', 'الرياض', 'دبي', 'بغداد', 'بيروت']],
    ['kinds of families', ['Family history', 'Family medicine', 'Familie mit Kind', 'Single']],
  ])('of %s is none', (_, cells) => {
    for (const name of ['x1', 'wert', 'field 3']) {
      expect([name, roleOf(name, cells)]).toEqual([name, 'quasi-identifier']);
    }
  }); // prettier-ignore

  it('of initials in plain capitals is an identifier where its name says so', () => {
    for (const name of ['initials', 'Kürzel', 'Kuerzel', 'iniciales', 'Namenskürzel']) {
      expect([name, roleOf(name, ['AM', 'IJ', 'XP', 'TD', 'MO', 'LS'])]).toEqual([name, 'identifier']);
    }
  });
});
