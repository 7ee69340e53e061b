import { describe, expect, it } from 'vitest';
import { arrangementOf, emptyPaper, filled, problemsOf, totalOf } from './form.ts';
import type { Price } from '../types.ts';

const paper = { ...emptyPaper(), subject: 'Calculus', cityId: 'x', testDate: '2026-12-23', startTime: '09:00' };

describe('an arrangement that is typed', () => {
  const form = {
    papers: [paper],
    isLatest: false,
    payDate: '2026-12-16',
    payTime: '',
    note: '',
    granted: '',
    priceReason: '',
  };

  it('names what is missing by the server’s own paths', () => {
    expect([...problemsOf(form)]).toEqual([
      ['papers.0.endTime', 'required'],
      ['papers.0.localFee', 'amount'],
      ['papers.0.boardFee', 'amount'],
      ['papers.0.vat', 'amount'],
      ['payTime', 'required'],
    ]);
  });

  it('counts the amounts there are', () => {
    expect(totalOf({ ...form, papers: [{ ...paper, localFee: '1450', vat: '0.5' }, paper] })).toBe(145_050);
  });
});

describe('an arrangement that nobody has typed prices into', () => {
  const list = (localFee: number, lastPayMoment: string): Price => ({
    localFee,
    boardFee: 30_000,
    vat: 8700,
    total: localFee + 38_700,
    isHoliday: false,
    isWeekend: false,
    isLate: false,
    lastPayMoment,
  });
  const begun = {
    papers: [{ ...paper, cityId: '', endTime: '11:00' }],
    isLatest: true,
    payDate: '',
    payTime: '',
    note: '',
    granted: '',
    priceReason: '',
  };
  const prices = [list(115_000, '2026-12-16T09:00:00.000Z')];
  const one = [{ id: 'beijing' }];

  it('has those of the price list, the last moment to pay and the only city, and can be sent', () => {
    const form = filled(begun, prices, one);

    expect([...problemsOf(form)]).toEqual([]);
    expect(arrangementOf(form)).toMatchObject({
      papers: [{ cityId: 'beijing', localFee: 115_000, boardFee: 30_000, vat: 8700 }],
      payEndDate: '2026-12-16T09:00:00.000Z',
    });
  });

  it('follows the list when date or time change, and is to be paid by the sooner of two moments', () => {
    const two = { ...begun, papers: [...begun.papers, ...begun.papers] };

    const form = filled(
      two,
      [list(120_000, '2026-12-18T09:00:00.000Z'), list(90_000, '2026-12-17T09:00:00.000Z')],
      one,
    );

    expect(form.papers.map(({ localFee }) => localFee)).toEqual(['1200.00', '900.00']);
    expect([form.payDate, form.payTime]).toEqual(['2026-12-17', '17:00']);
  });

  it('keeps what somebody typed, and chooses no city where there are several', () => {
    const typed = {
      ...begun,
      isLatest: false,
      payDate: '2026-12-10',
      payTime: '12:00',
      papers: [{ ...paper, cityId: '', localFee: '1', boardFee: '2', vat: '3', isListed: false }],
    };

    const form = filled(typed, prices, [{ id: 'beijing' }, { id: 'wuhan' }]);

    expect(form).toEqual(typed);
  });
});
