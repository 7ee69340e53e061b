import { describe, expect, it } from 'vitest';
import { soonestOf } from './soonest.ts';

type Session = Parameters<typeof soonestOf>[0][number];

const session = (examDate: string, code: string, cityName: string, more: Partial<Session> = {}) =>
  ({
    product: { id: code, code, productName: code, nameCn: code, nameEn: code },
    examDate,
    cityName,
    totalFee: 100,
    publishEndTime: `${examDate}T10:00:00.000Z`,
    ...more,
  }) as Session;

const list = [
  session('2026-11-28', 'tkt', 'Beijing'),
  session('2026-12-09', 'acca', 'Shanghai', { totalFee: 90, publishEndTime: '2026-12-01T10:00:00.000Z' }),
  session('2026-12-09', 'acca', 'Beijing', { totalFee: 80 }),
  session('2026-12-09', 'acca', 'Beijing', { totalFee: null }),
  session('2026-12-09', 'fia', 'Beijing', { totalFee: null }),
  session('2026-12-12', 'tkt', 'Chongqing'),
];
const told = (sittings: ReturnType<typeof soonestOf>) =>
  sittings.map(({ examDate, product, cities, fromFen }) => [examDate, product.code, cities.join('+'), fromFen]);

describe('the exams that can be booked next', () => {
  it('tells the sessions of one exam and day as one: its cities, its lowest fee, its first deadline', () => {
    const sittings = soonestOf(list, { most: 9, isWhole: true });

    expect(told(sittings)).toEqual([
      ['2026-11-28', 'tkt', 'Beijing', 100],
      ['2026-12-09', 'acca', 'Shanghai+Beijing', 80],
      ['2026-12-09', 'fia', 'Beijing', null],
      ['2026-12-12', 'tkt', 'Chongqing', 100],
    ]);
    expect(sittings[1]?.closesAt).toBe('2026-12-01T10:00:00.000Z');
  });

  it('leaves out a last day of which there may be more, unless there is no other', () => {
    expect(told(soonestOf(list, { most: 9, isWhole: false })).map(([day]) => day)).not.toContain('2026-12-12');
    expect(told(soonestOf(list.slice(0, 1), { most: 9, isWhole: false }))).toHaveLength(1);
    expect(soonestOf([], { most: 9, isWhole: true })).toEqual([]);
  });

  it('stops at as many as are asked for', () => {
    expect(soonestOf(list, { most: 2, isWhole: true })).toHaveLength(2);
  });
});
