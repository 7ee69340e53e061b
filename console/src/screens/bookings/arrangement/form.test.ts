import { describe, expect, it } from 'vitest';
import { emptyPaper, problemsOf, totalOf } from './form.ts';

const paper = { ...emptyPaper(), subject: 'Calculus', cityId: 'x', testDate: '2026-12-23', startTime: '09:00' };

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
