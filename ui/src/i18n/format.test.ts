import { describe, expect, it } from 'vitest';
import { formats } from './format.ts';
import { plural } from './words.ts';

/** The text without the word joiners that keep a date on one line. */
const plain = (text: string) => text.replaceAll('\u2060', '');

describe('dates as people read them', () => {
  it('names weekday, date, time and China time in a deadline', () => {
    const at = '2026-11-18T10:00:00.000Z';
    expect(formats.en.deadline(at)).toBe('Wednesday 18 November 2026, 18:00 China time');
    expect(plain(formats.zh.deadline(at))).toBe('北京时间 2026年11月18日（星期三） 18:00');
  });

  it('ends no line inside a date or a weekday of a Chinese sentence, but may between the two', () => {
    const at = '2026-11-18T10:00:00.000Z';
    const [, date = '', time] = formats.zh.deadline(at).split(' ');
    expect(date.split('\u2060')).toEqual(['2026', '年', '11', '月', '18', '日（星', '期', '三）']);
    expect(time).toBe('18:00');
    expect(formats.zh.longDate('2027-02-28').split('\u2060').at(-1)).toBe('日）');
    expect(formats.zh.shortDate('2026-12-02', 2026).split('\u2060')).toEqual(['12', '月', '2', '日 周', '三']);
    expect(formats.zh.date('2026-12-02')).not.toContain('\u2060');
  });

  it('calls a deadline at midnight the end of the day before, and a beginning at midnight by its own day', () => {
    const midnight = '2026-12-12T16:00:00.000Z';
    expect(formats.en.deadline(midnight)).toBe('the end of Saturday 12 December 2026, China time');
    expect(plain(formats.zh.deadline(midnight))).toBe('北京时间 2026年12月12日（星期六） 24:00');
    expect(plain(formats.zh.deadline('2026-12-12T16:01:00.000Z'))).toBe('北京时间 2026年12月13日（星期日） 00:01');
    expect(formats.en.beginning(midnight)).toBe('Sunday 13 December 2026, 00:00 China time');
  });

  it('writes dates, months and times in both languages', () => {
    expect(formats.en.longDate('2028-02-29')).toBe('Tuesday 29 February 2028');
    expect(formats.zh.date('2026-12-02')).toBe('2026年12月2日');
    expect(formats.en.month('2026-12')).toBe('December 2026');
    expect(formats.zh.month('2027-01')).toBe('2027年1月');
    expect(formats.en.times('09:00', '12:15')).toBe('09:00–12:15');
    expect(formats.en.stub('2026-12-02')).toEqual({ month: 'Dec 2026', day: '02', weekday: 'Wed' });
    expect(formats.zh.stub('2027-01-09')).toEqual({ month: '2027年1月', day: '09', weekday: '周六' });
  });

  it('says "1 seat" and "2 seats" in English and one form in Chinese', () => {
    const seats = (n: number) => plural('en', n, { one: '1 seat left', other: `${n} seats left` });
    expect([seats(1), seats(2), seats(0)]).toEqual(['1 seat left', '2 seats left', '0 seats left']);
    expect(plural('zh', 1, { other: '剩 1 个名额' })).toBe('剩 1 个名额');
  });
});
