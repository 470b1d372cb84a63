import { describe, expect, it } from 'vitest';
import { civilFromDays, daysFromCivil, isCivilDay } from '../../src/table/calendar.js';

const DAY = 86_400_000;
const civil = (days: number): { year: number; month: number; day: number } => {
  const at = new Date(days * DAY);
  return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() };
};

describe('the calendar', () => {
  it('is that of the machine, on every day of 400 years and at both ends of its years', () => {
    const first = Date.UTC(1799, 0, 1) / DAY;
    let wrong = 0;
    for (let days = first; days < first + 146_097 + 800; days++) {
      const expected = civil(days);
      const found = civilFromDays(days);
      if (found.year !== expected.year || found.month !== expected.month || found.day !== expected.day) wrong++;
      if (daysFromCivil(expected) !== days) wrong++;
    }
    expect(wrong).toBe(0);
    // 1 March 0000 begins an era of 400 years.
    for (const era of [-719_468 - 146_097, -719_468, -719_468 + 146_097, 2_932_896 - 400]) {
      for (let days = era - 400; days <= era + 400; days++) {
        const expected = civil(days);
        expect(civilFromDays(days)).toEqual(expected);
        expect(daysFromCivil(expected)).toBe(days);
      }
    }
  });

  it('has the days of each month and no others', () => {
    for (const year of [1900, 1999, 2000, 2023, 2024, 2100, 0, 4, 100, 400]) {
      for (let month = 0; month <= 13; month++) {
        for (let day = 0; day <= 32; day++) {
          const at = new Date(0);
          at.setUTCFullYear(year, month - 1, day);
          const isDay =
            at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day && month >= 1;
          expect([year, month, day, isCivilDay({ year, month, day })]).toEqual([year, month, day, isDay]);
        }
      }
    }
  });
});
