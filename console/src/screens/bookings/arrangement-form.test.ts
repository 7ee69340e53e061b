import { describe, expect, it } from 'vitest';
import { emptyPaper, fenOf, problemsOf, totalOf, yuanOf } from './arrangement-form.ts';

const paper = { ...emptyPaper(), subject: 'Calculus', cityId: 'x', testDate: '2026-12-23', startTime: '09:00' };

describe('an amount typed in yuan', () => {
  it.each([
    ['1450', 145_000],
    ['1,450.5', 145_050],
    ['0', 0],
    ['0.07', 7],
  ])('%s is %i fen', (text, fen) => {
    expect(fenOf(text)).toBe(fen);
  });

  it.each(['', '-1', '1.234', '1450元', 'abc'])('"%s" is none', (text) => {
    expect(fenOf(text)).toBeNull();
  });

  it('is written back as it would be typed', () => {
    expect([145_000, 145_050, 7].map((fen) => yuanOf(fen))).toEqual(['1450', '1450.50', '0.07']);
  });
});

describe('an arrangement that is typed', () => {
  const form = { papers: [paper], payDate: '2026-12-16', payTime: '', note: '', granted: '', priceReason: '' };

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
