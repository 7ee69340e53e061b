import { describe, expect, it } from 'vitest';
import { readYear, textOfYear } from './year-table.ts';

const about = { year: '2028', source: 'Official' } as const;
const newYear = {
  date: '2028-01-01',
  kind: 'Holiday',
  nameZh: '元旦',
  nameEn: 'New Year’s Day',
  source: 'Official',
} as const;
const makeup = { ...newYear, date: '2028-01-08', kind: 'MakeupWorkday' } as const;

describe('the table of a year', () => {
  it.each([
    ['English', { Holiday: 'Holiday', MakeupWorkday: 'Make-up working day' }],
    ['Chinese', { Holiday: '节假日', MakeupWorkday: '调休上班' }],
  ])('is read as it is written, in %s [3-domain:5.2]', (_, kinds) => {
    expect(readYear(textOfYear([newYear, makeup], kinds), about)).toEqual({ days: [newYear, makeup], wrong: [] });
  });

  it('takes dates as spreadsheets write them, and passes over empty lines', () => {
    const text = '2028/1/1,放假,元旦,New Year’s Day\r\n\n2028年1月8日，上班，元旦，New Year’s Day';

    expect(readYear(text, about)).toEqual({ days: [newYear, makeup], wrong: [] });
  });

  it.each([
    ['another year', '2027-01-01\t放假\t元旦\tNew Year'],
    ['no such day', '2028-02-30\t放假\t元旦\tNew Year'],
    ['a make-up day within the week', '2028-01-03\t上班\t元旦\tNew Year'],
    ['no English name', '2028-01-02\t放假\t元旦'],
    ['the same day twice', '2028-01-01\t放假\t元旦\tA'],
  ])('names the line that is no day of it: %s', (_, line) => {
    const { days, wrong } = readYear(`2028-01-01\t放假\t元旦\tNew Year\n${line}`, about);

    expect([days.map(({ date }) => date), wrong]).toEqual([['2028-01-01'], [2]]);
  });
});
