import { describe, expect, it } from 'vitest';
import { type DateFormat, dateFormat, normalDatePattern, type TimePart } from '../../src/table/date-format.js';
import { drawing } from '../random.js';

const DAY = 86_400_000;
const SHORT = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const LONG = 'January February March April May June July August September October November December'.split(' ');

const two = (number: number): string => String(number).padStart(2, '0');
const four = (number: number): string => String(number).padStart(4, '0');

/** Text of a field for a moment, by the clock of the machine's own calendar. */
const FIELDS: Readonly<Record<string, (at: Date) => string>> = {
  YYYY: (at) => four(at.getUTCFullYear()),
  YY: (at) => {
    const year = at.getUTCFullYear();
    return year >= 1930 && year < 2030 ? two(year % 100) : four(year);
  },
  MM: (at) => two(at.getUTCMonth() + 1),
  M: (at) => String(at.getUTCMonth() + 1),
  MMM: (at) => SHORT[at.getUTCMonth()],
  MMMM: (at) => LONG[at.getUTCMonth()],
  MON: (at) => SHORT[at.getUTCMonth()].toUpperCase(),
  DD: (at) => two(at.getUTCDate()),
  D: (at) => String(at.getUTCDate()),
  HH: (at) => two(at.getUTCHours()),
  H: (at) => String(at.getUTCHours()),
  hh: (at) => two(at.getUTCHours() % 12 || 12),
  h: (at) => String(at.getUTCHours() % 12 || 12),
  mm: (at) => two(at.getUTCMinutes()),
  ss: (at) => two(at.getUTCSeconds()),
  SSS: (at) => String(at.getUTCMilliseconds()).padStart(3, '0'),
  A: (at) => (at.getUTCHours() < 12 ? 'AM' : 'PM'),
  a: (at) => (at.getUTCHours() < 12 ? 'am' : 'pm'),
};

const writeNaively = (pattern: string, at: Date): string =>
  pattern.replace(/YYYY|YY|MMMM|MMM|MON|MM|M|DD|D|HH|H|hh|h|mm|ss|SSS|A|a/g, (field) => FIELDS[field](at));

const DAYS = ['YYYY-MM-DD', 'DD.MM.YYYY', 'D.M.YYYY', 'M/D/YY', 'YYYYMMDD', 'DD-MON-YYYY', 'MMMM D, YYYY', 'D MMM YY'];
const CLOCKS = ['HH:mm', 'H:mm', 'HH:mm:ss', 'HH:mm:ss.SSS', 'hh:mm A', 'h:mm:ss a', 'HHmmss'];
// A year has four digits where fields stand together.
const TIMES = DAYS.flatMap((day) => CLOCKS.flatMap((clock) => [`${day} ${clock}`, `${day}T${clock}`])).filter(
  (pattern) => !(pattern.endsWith('HHmmss') && !pattern.includes('YYYY')),
);

const formatOf = (pattern: string, type: 'date' | 'datetime'): DateFormat => {
  const format = dateFormat(pattern, type);
  if (format === null) throw new Error(`${pattern} is no format`);
  return format;
};

/** Milliseconds that the last field of a pattern counts. */
const unitOf = (pattern: string): number => (pattern.includes('SSS') ? 1 : pattern.includes('ss') ? 1000 : 60_000);

describe('days and times', () => {
  it.each(DAYS)('are written as the calendar of the machine does, and read again: %s', (pattern) => {
    const format = formatOf(pattern, 'date');
    expect([format.hasTime, format.unit, format.shift]).toEqual([false, 1, 0]);
    const below = drawing(7);
    for (let i = 0; i < 200; i++) {
      const day = below(2) === 0 ? below(40_000) - 20_000 : below(2_000_000) - 600_000;
      const written = format.write(day);
      expect(written).toBe(writeNaively(pattern, new Date(day * DAY)));
      expect(format.read(written)).toBe(day);
    }
  });

  it.each(TIMES)('are written as the clock of the machine does, and read again: %s', (pattern) => {
    const format = formatOf(pattern, 'datetime');
    const unit = unitOf(pattern);
    expect([format.hasTime, format.unit, format.shift]).toEqual([true, unit, 0]);
    const below = drawing(11);
    for (let i = 0; i < 40; i++) {
      const time = (below(36_000) - 16_000) * DAY + Math.floor(below(DAY) / unit) * unit;
      const written = format.write(time);
      expect(written).toBe(writeNaively(pattern, new Date(time)));
      expect(format.read(written)).toBe(time);
    }
  });

  it.each([
    ['Z', 0],
    ['+02:00', 2 * 60],
    ['-0330', -(3 * 60 + 30)],
  ])('of a zone are moments of UTC: %s', (zone, minutes) => {
    const format = formatOf(`YYYY-MM-DDTHH:mm${zone}`, 'datetime');
    expect(format.shift).toBe(minutes * 60_000);
    const time = Date.UTC(2024, 1, 29, 23, 45);
    const written = format.write(time);
    expect(written).toBe(`${new Date(time + minutes * 60_000).toISOString().slice(0, 16)}${zone}`);
    expect(format.read(written)).toBe(time);
    expect(format.read('2024-02-29T23:45Z')).toBe(time);
    expect(format.read('2024-03-01T00:45+01')).toBe(time);
  });
});

describe('texts that are read', () => {
  const read = (pattern: string, text: string): number =>
    formatOf(pattern, pattern.includes('mm') ? 'datetime' : 'date').read(text);
  const at = (...parts: [number, number, number, number?, number?, number?, number?]): number => Date.UTC(...parts);

  it('may lack leading zeros beside a separator, not among digits', () => {
    expect(read('DD.MM.YYYY', '9.2.1967')).toBe(at(1967, 1, 9) / DAY);
    expect(read('YYYYMMDD', '196729')).toBeNaN();
    expect(read('YYYY-MM-DD HH:mm', '1967-2-9 7:05')).toBe(at(1967, 1, 9, 7, 5));
    expect(read('YYYY-MM-DD HH:mm', '1967-2-9 7:5')).toBeNaN();
  });

  it('may have a blank for T, no seconds, or seconds and fractions of zeros', () => {
    const time = at(2024, 4, 6, 7, 8);
    for (const text of ['2024-05-06T07:08:00', '2024-05-06 07:08:00', '2024-05-06T07:08', '2024-05-06T07:08:00.000'])
      expect(read('YYYY-MM-DDTHH:mm:ss', text)).toBe(time);
    expect(read('YYYY-MM-DDTHH:mm', '2024-05-06T07:08:00')).toBe(time);
    expect(read('YYYY-MM-DDTHH:mm', '2024-05-06T07:08:00.0')).toBe(time);
    expect(read('YYYY-MM-DDTHH:mm', '2024-05-06T07:08:01')).toBeNaN();
    expect(read('YYYY-MM-DDTHH:mm:ss', '2024-05-06T07:08:00.5')).toBeNaN();
  });

  it('have names and halves of the day beside digits that lack their zeros', () => {
    for (const text of ['5March2024', '05march2024']) expect(read('DMMMMYYYY', text)).toBe(at(2024, 2, 5) / DAY);
    expect(read('DMMMYYYY', '5Mar2024')).toBe(at(2024, 2, 5) / DAY);
    expect(read('DMONYYYY', '5MAR2024')).toBe(at(2024, 2, 5) / DAY);
    expect(read('MMM.D.YYYY', 'Mar..5.2024')).toBe(at(2024, 2, 5) / DAY);
    expect(read('YYYY-MM-DD mm:hA', '2024-03-05 05:1PM')).toBe(at(2024, 2, 5, 13, 5));
    expect(read('YYYY-MM-DD mm:ha', '2024-03-05 05:1a.m.')).toBe(at(2024, 2, 5, 1, 5));
    expect(read('YYYY-MM-DD mm:HZ', '2024-03-05 05:7+01')).toBe(at(2024, 2, 5, 6, 5));
    for (const text of ['5.3.2024', '5Mars2024', '5.2024', '5_2024']) expect(read('DMMMYYYY', text)).toBeNaN();
    for (const half of ['XM', 'A', 'AMM', 'PN']) expect(read('YYYY-MM-DD h:mm A', `2024-03-05 1:05 ${half}`)).toBeNaN();
  });

  it('have zones up to 14 hours, with or without minutes', () => {
    const inZone = (zone: string): number => read('YYYY-MM-DDTHH:mmZ', `2024-03-05T12:00${zone}`);
    const noon = at(2024, 2, 5, 12);
    for (const [zone, minutes] of [['Z', 0], ['z', 0], [' Z', 0], ['+00', 0], ['+14:00', 840], ['+14:59', 899], ['-14', -840], ['+0530', 330], ['-05:30', -330], [' +01', 60]] as const)
      expect([zone, inZone(zone)]).toEqual([zone, noon - minutes * 60_000]);
    for (const zone of ['+15', '-15:00', '+1', '+01:6', '+01:60', '01:00', '+001', '+01:000', '  Z', 'Y'])
      expect([zone, inZone(zone)]).toEqual([zone, NaN]);
  }); // prettier-ignore

  it('have seconds and fractions behind a point or a comma, both or neither', () => {
    const fine = 'YYYY-MM-DDTHH:mm:ss.SSS';
    const time = at(2024, 4, 6, 7, 8, 9);
    expect(read(fine, '2024-05-06T07:08:09,5')).toBe(time + 500);
    expect(read(fine, '2024-05-06T07:08:09.')).toBeNaN();
    expect(read(fine, '2024-05-06T07:08.5')).toBeNaN();
    expect(read(fine, '2024-05-06T07:08:09.1234567891')).toBeNaN();
    expect(read(fine, '2024-05-06T07:08:09.123000000')).toBe(time + 123);
    expect(read('YYYY-MM-DDTHH:mm:ss.S', '2024-05-06T07:08:09.05')).toBeNaN();
    expect(read('YYYY-MM-DDTHH:mm:ss.S', '2024-05-06T07:08:09.50')).toBe(time + 500);
    expect(read('YYYY-MM-DDTHH:mm:ssSSS', '2024-05-06T07:08:09.005')).toBe(time + 5);
    expect(read('YYYY-MM-DDTHH:mm:ss', '2024-05-06T07:08:9')).toBeNaN();
    expect(read('YYYY-MM-DDTHH:mm:ss', '2024-05-06T07:08:')).toBeNaN();
    expect(read('YYYY-MM-DDTHH:mm:ss', '2024-05-06T07:08:09,000')).toBe(time);
    expect(read('YYYY-MM-DDTHH:mm', '2024-05-06T07:08:00,00')).toBe(at(2024, 4, 6, 7, 8));
    expect(read('YYYY-MM-DDTHH:mm', '2024-05-06T07:08:00.')).toBeNaN();
    expect(read('YYYYMMDDTHHmmss', '20240506T0708')).toBe(at(2024, 4, 6, 7, 8));
    expect(read('YYYY-MM-DDTHH:mm:ss', '2024-05-06 \n07:08:09')).toBeNaN();
    expect(read('DD. MM. YYYY', '06.  05.\u00a02024')).toBe(at(2024, 4, 6) / DAY);
  });

  it.each([
    ['S', 100, '5', 500],
    ['SS', 10, '05', 50],
    ['SSS', 1, '005', 5],
    ['SSSS', 0.1, '0005', 0.5],
    ['SSSSS', 0.01, '00005', 0.05],
    ['SSSSSS', 0.001, '000005', 0.005],
    ['SSSSSSSSS', 0.001, '000005000', 0.005],
  ])('have as many digits of a second as are written: %s', (digits, unit, text, value) => {
    const format = formatOf(`YYYY-MM-DDTHH:mm:ss.${digits}`, 'datetime');
    expect(format.unit).toBeCloseTo(unit, 12);
    expect(format.read(`1970-01-01T00:00:00.${text}`)).toBe(value);
    expect(format.write(value)).toBe(`1970-01-01T00:00:00.${text}`);
    for (let micros = 0; micros < 1_000_000; micros += 99_991) {
      const kept = Math.floor(micros / (unit * 1000)) * unit * 1000;
      const written = format.write(Math.round(kept) / 1000);
      expect(written).toBe(`1970-01-01T00:00:00.${String(Math.round(kept)).padStart(6, '0').padEnd(9, '0').slice(0, digits.length)}`);
      expect(format.write(format.read(written))).toBe(written);
    }
  }); // prettier-ignore

  it('lose no digit of a fraction', () => {
    const pattern = 'YYYY-MM-DDTHH:mm:ss.SSS';
    expect(read(pattern, '2024-05-06T07:08:09.25')).toBe(at(2024, 4, 6, 7, 8, 9, 250));
    expect(read(pattern, '2024-05-06T07:08:09.250000')).toBe(at(2024, 4, 6, 7, 8, 9, 250));
    expect(read(pattern, '2024-05-06T07:08:09.2501')).toBeNaN();
    expect(read(pattern, '2024-05-06T07:08:09')).toBe(at(2024, 4, 6, 7, 8, 9));
    const fine = formatOf('YYYY-MM-DDTHH:mm:ss.SSSSSS', 'datetime');
    expect(fine.unit).toBe(0.001);
    expect(fine.write(fine.read('2024-05-06T07:08:09.000007'))).toBe('2024-05-06T07:08:09.000007');
  });

  it('are no days and times that the calendar and the clock do not have', () => {
    for (const text of ['31.04.2024', '29.02.2023', '00.01.2024', '01.13.2024', '1.1.24', ' 01.01.2024', '01.01.2024x'])
      expect(read('DD.MM.YYYY', text), text).toBeNaN();
    for (const clock of ['24:00', '23:60', '12:5', '-1:00'])
      expect(read('YYYY-MM-DD HH:mm', `2024-01-01 ${clock}`)).toBeNaN();
    expect(read('YYYY-MM-DD HH:mm:ss', '2024-01-01 23:59:60')).toBeNaN();
    for (const clock of ['0:30 AM', '13:30 PM', '12:30'])
      expect(read('YYYY-MM-DD h:mm A', `2024-01-01 ${clock}`)).toBeNaN();
    for (const zone of ['+15:00', '+01:60', 'X', ''])
      expect(read('YYYY-MM-DDTHH:mmZ', `2024-01-01T00:00${zone}`)).toBeNaN();
    expect(read('D MMM YYYY', '1 Foo 2024')).toBeNaN();
  });

  it('have years of two digits from 1930 to 2029, others in full', () => {
    const year = (text: string): number => new Date(read('D.M.YY', `1.1.${text}`) * DAY).getUTCFullYear();
    expect(['29', '30', '99', '00', '1929', '2030'].map(year)).toEqual([2029, 1930, 1999, 2000, 1929, 2030]);
  });
});

describe('a pattern', () => {
  it.each([
    ['1/YYYY-MM-DD', 0, '1/1970-01-01'],
    ['YYYY-MM-DD\\', 0, '1970-01-01\\'],
    ['\\DDD.MM.YYYY', 0, 'D01.01.1970'],
    ["YYYY''-MM-DD", 0, '1970-01-01'],
    ["'MM' YYYY-MM-DD", 0, 'MM 1970-01-01'],
    ['YYYY年MM', null, ''],
    ["YYYY'年'MM'月'DD'日'", 0, '1970年01月01日'],
    ['[de]DD. MON YYYY', 60, '02. MÄR 1970'],
    ['[xx]DD.MM.YYYY', null, ''],
    ['[]DD.MM.YYYY', null, ''],
    ['YYYY-MM-DD>', null, ''],
    ['YYYY-MM-DD{', null, ''],
    ['YYYY-MM-DD\t', null, ''],
    ['YYYY-MM-DD x', null, ''],
    ['YYYY-MM-DD é', null, ''],
    ['YYYY.MM.DD.', 0, '1970.01.01.'],
  ])('of days, %j', (pattern, day, expected) => {
    const format = dateFormat(pattern, 'date');
    if (day === null) return expect(format).toBeNull();
    expect(format?.write(day)).toBe(expected);
    expect(format?.read(expected)).toBe(day);
  });

  it.each([
    ['YYYY-MM-DD HH:mm A', null],
    ['YYYY-MM-DDtHH:mm', null],
    ['YYYY-MM-DDTHH:mm', '1970-01-01T13:05'],
    ['YYYY-MM-DD h:mm A Z', '1970-01-01 1:05 PM Z'],
    ['YYYY-MM-DD hh.mm a', '1970-01-01 01.05 pm'],
    ['YYYY-MM-DD Am hh', null],
    ['YYYY-MM-DD, H:mm', '1970-01-01, 13:05'],
    ['YYYY-MM-DD HH:mm:ss.SSS+00:00', '1970-01-01 13:05:00.000+00:00'],
    ['YYYY-MM-DD HH:mm:ss-0000', '1970-01-01 13:05:00-0000'],
    ['YYYY-MM-DD HH:mm:mm', null],
    ['YYYY-MM-DD HH:hh:mm A', null],
    ['YYYY-MM-DD HH:mm:ss S S', null],
    ['YYYY-MM-DD HH:ss', null],
  ])('of times, %j', (pattern, expected) => {
    const format = dateFormat(pattern, 'datetime');
    if (expected === null) return expect(format).toBeNull();
    const time = Date.UTC(1970, 0, 1, 13, 5);
    expect(format?.write(time)).toBe(expected);
    expect(format?.read(expected)).toBe(time);
  });

  it('reads every name of a month in each language, long or short, in any case, with a point or without', () => {
    const others: Record<string, Record<string, number>> = {
      en: { Sept: 9 },
      de: { Jänner: 1, Feber: 2, Mrz: 3, Sept: 9 },
      fr: { 'févr.': 2, 'déc.': 12 },
      es: { sept: 9, setiembre: 9 },
    };
    for (const language of ['en', 'de', 'fr', 'es']) {
      const host = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
      const format = formatOf(`${language === 'en' ? '' : `[${language}]`}D MMMM YYYY`, 'date');
      const short = formatOf(`${language === 'en' ? '' : `[${language}]`}D MMM YYYY`, 'date');
      for (let month = 1; month <= 12; month++) {
        const day = Date.UTC(2023, month - 1, 7) / DAY;
        const name = host.format(new Date(day * DAY));
        expect(format.write(day)).toBe(`7 ${name} 2023`);
        for (const each of [name, name.toUpperCase(), name.toLowerCase(), name.normalize('NFC')])
          expect([each, format.read(`7 ${each} 2023`)]).toEqual([each, day]);
        const [, shortName] = short.write(day).split(' ');
        expect(name.toLowerCase().startsWith(shortName.toLowerCase().slice(0, 2))).toBe(true);
        expect([short.read(`7 ${shortName}. 2023`), format.read(`7 ${shortName} 2023`)]).toEqual([day, day]);
      }
      for (const [name, month] of Object.entries(others[language]))
        expect([name, format.read(`7 ${name} 2023`)]).toEqual([name, Date.UTC(2023, month - 1, 7) / DAY]);
      expect(format.read('7 foo 2023')).toBeNaN();
      expect(format.read('7 constructor 2023')).toBeNaN();
    }
  });

  it.each([
    ['date', 'YYYY-MM'],
    ['date', 'MM-DD'],
    ['date', 'YYYY-DD'],
    ['date', 'YYYY-MM-DD-DD'],
    ['date', 'YYYY-MM-MMM-DD'],
    ['date', 'YYMMDD'],
    ['date', 'DD.MMYY'],
    ['date', 'YYYY-MM-DD HH:mm'],
    ['date', 'YYYY-MM-DD A'],
    ['date', 'YYYY-MM-DD week'],
    ['date', 'YYYY-MM-DD"'],
    ['date', '[YYYY-MM-DD]'],
    ['date', 'YYYY*MM*DD'],
    ['date', 'YYYY-MM-DD 12 days'],
    ['date', '12-YYYY-MM-DD'],
    ['datetime', 'YYYY-MM-DD'],
    ['datetime', 'YYYY-MM-DD HH'],
    ['datetime', 'YYYY-MM-DD mm'],
    ['datetime', 'YYYY-MM-DD HH:mm A'],
    ['datetime', 'YYYY-MM-DD hh:mm'],
    ['datetime', 'YYYY-MM-DD h:mm'],
    ['datetime', 'YYYY-MM-DD HH:mm.SSS'],
    ['datetime', 'M/D/YY HHmmss'],
    ['datetime', 'HH:mm YYYY-MM-DD'],
    ['datetime', 'YYYY-MM HH:mm DD'],
  ] as const)('that leaves a %s open is none: %s', (type, pattern) => {
    expect(dateFormat(pattern, type)).toBeNull();
  });

  it('may have small letters, quoted texts and a language', () => {
    expect(normalDatePattern("dd.mm.yyyy 'd'", 'date')).toBe("DD.MM.YYYY 'd'");
    expect(normalDatePattern('dd.MM.yyyy HH:mm', 'datetime')).toBe('DD.MM.YYYY HH:mm');
    expect(normalDatePattern('[de]d. mmmm yyyy', 'date')).toBe('[de]D. MMMM YYYY');
    expect(formatOf("DD 'day of' MM YYYY", 'date').write(0)).toBe('01 day of 01 1970');
    expect(formatOf('[de]D. MMMM YYYY', 'date').write(60)).toBe('2. März 1970');
    expect(formatOf('[de]D. MMMM YYYY', 'date').read('2. März 1970')).toBe(60);
  });
});

describe('parts of the calendar', () => {
  const PARTS: readonly TimePart[] = ['year', 'month', 'day', 'hour', 'minute', 'second'];
  const startOf = (time: number, part: TimePart): number => {
    const at = new Date(time);
    const all = [
      at.getUTCFullYear(),
      at.getUTCMonth(),
      at.getUTCDate(),
      at.getUTCHours(),
      at.getUTCMinutes(),
      at.getUTCSeconds(),
    ];
    const [year, month = 0, day = 1, ...clock] = all.slice(0, PARTS.indexOf(part) + 1);
    return Date.UTC(year, month, day, ...clock);
  };
  const endOf = (start: number, part: TimePart): number => {
    const at = new Date(start);
    if (part === 'year') return Date.UTC(at.getUTCFullYear() + 1, 0, 1);
    if (part === 'month') return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1);
    return start + { day: DAY, hour: 3_600_000, minute: 60_000, second: 1000 }[part];
  };

  it('of days begin with their first day, and end before the next part', () => {
    const written = { 'DD.MM.YYYY': '02.2024', 'YYYY-MM-DD': '2024-02', 'DD-MON-YYYY': 'FEB-2024', 'D.M.YY': '2.2024' };
    for (const [pattern, month] of Object.entries(written)) {
      const format = formatOf(pattern, 'date');
      const [first, next] = [Date.UTC(2024, 1, 1) / DAY, Date.UTC(2024, 2, 1) / DAY];
      expect(format.writePart(first, 'month')).toBe(month);
      expect(format.readPart(month)).toEqual({ start: first, end: next });
      expect(format.writePart(Date.UTC(2024, 0, 1) / DAY, 'year')).toBe('2024');
      expect(format.readPart('2024')).toEqual({ start: Date.UTC(2024, 0, 1) / DAY, end: Date.UTC(2025, 0, 1) / DAY });
      expect(format.readPart(format.write(first + 5))).toEqual({ start: first + 5, end: first + 6 });
      expect(format.readPart('nothing')).toBeNull();
    }
  });

  it.each(['YYYY-MM-DDTHH:mm:ss.SSS', 'DD.MM.YYYY HH:mm:ss.SSS', 'YYYY-MM-DDTHH:mm:ss.SSSZ', 'M/D/YYYY h:mm:ss.SSS A'])(
    'of times are read as what they were written of: %s',
    (pattern) => {
      const format = formatOf(pattern, 'datetime');
      const below = drawing(5);
      for (let i = 0; i < 60; i++) {
        const drawn = (below(30_000) - 10_000) * DAY + below(DAY);
        // Starts of coarse parts are rare among drawn moments.
        const time = below(2) === 0 ? drawn : startOf(drawn, PARTS[below(PARTS.length)]);
        for (const part of PARTS) {
          expect(format.isStart(time, part)).toBe(startOf(time, part) === time);
          const start = startOf(time, part);
          const text = format.writePart(start, part);
          expect({ text, read: format.readPart(text) }).toEqual({ text, read: { start, end: endOf(start, part) } });
        }
      }
    },
  );

  it.each([
    ['DD-MM-YYYY', ['1970', '02-1970']],
    ['MM-YYYY-DD', ['1970', '02-1970']],
    ['DD/MM/YY', ['1970', '02/1970']],
    ['YYYYDDMM', ['1970', '197002']],
    ['MMDDYYYY', ['1970', '021970']],
    ["D 'of' MMMM, YYYY", ['1970', 'February, 1970']],
    ['YYYY-MM-DDHH:mm', ['1970', '1970-02', '1970-02-01', '1970-02-0103', '1970-02-0103:04']],
    ['YYYY-MM-DD HH:mm', ['1970', '1970-02', '1970-02-01', '1970-02-01 03', '1970-02-01 03:04']],
    ['YYYY-MM-DDTHHmm', ['1970', '1970-02', '1970-02-01', '1970-02-01T03', '1970-02-01T03:04']],
    ['D.M.YYYY, h:mm A', ['1970', '2.1970', '1.2.1970', '1.2.1970, 3 AM', '1.2.1970, 3:04 AM']],
    ['YYYY-MM-DD HH:mm:ss', ['1970', '1970-02', '1970-02-01', '1970-02-01 03', '1970-02-01 03:04', '1970-02-01 03:04:05']],
    ['YYYY-MM-DD HH:mm:ss.SS', ['1970', '1970-02', '1970-02-01', '1970-02-01 03', '1970-02-01 03:04', '1970-02-01 03:04:05']],
    ['YYYY-MM-DD HH:mm:ss,SZ', ['1970', '1970-02', '1970-02-01', '1970-02-01 03Z', '1970-02-01 03:04Z', '1970-02-01 03:04:05Z']],
  ])('of %s are written %j', (pattern, expected) => {
    const type = pattern.includes('mm') ? 'datetime' : 'date';
    const format = formatOf(pattern, type);
    const unit = type === 'date' ? DAY : 1;
    const starts = [[0], [1], [1, 1], [1, 1, 3], [1, 1, 3, 4], [1, 1, 3, 4, 5]].map(([month, day = 1, ...clock]) => Date.UTC(1970, month, day, ...clock) / unit);
    expect(expected.map((_, i) => format.writePart(starts[i], PARTS[i]))).toEqual(expected);
    expected.forEach((text, i) => {
      const [part, start] = [PARTS[i], starts[i]];
      expect([text, format.readPart(text)]).toEqual([text, { start, end: endOf(start * unit, part) / unit }]);
      for (const each of PARTS.slice(0, type === 'date' ? 3 : 6))
        expect([text, each, format.isStart(start, each)]).toEqual([text, each, startOf(start * unit, each) === start * unit]);
      // A part that the pattern does not have is the value itself.
      if (!/,S|.SS/.test(pattern)) expect(format.writePart(start, 'second')).toBe(format.write(start));
    });
    for (const wrong of ['', '19', '13.1970', '1970-13', 'x', '1970 ', '1970-02-01 25'])
      expect([wrong, format.readPart(wrong)]).toEqual([wrong, null]);
  }); // prettier-ignore

  it('without their seconds are whole minutes', () => {
    const format = formatOf('YYYY-MM-DDTHH:mm:ss', 'datetime');
    const start = Date.UTC(2024, 4, 6, 7, 8);
    expect(format.readPart('2024-05-06T07:08')).toEqual({ start, end: start + 60_000 });
    expect(format.readPart('2024-05-06T07:08:00')).toEqual({ start, end: start + 1000 });
    expect(format.readPart('2024-05-06T07')).toEqual({ start: start - 8 * 60_000, end: start + 52 * 60_000 });
  });
});
