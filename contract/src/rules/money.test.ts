import { describe, expect, it } from 'vitest';
import { exactFenOf, fenOf, formatMoney, yuanOf } from './money.ts';

describe('an amount typed in yuan', () => {
  it.each([
    ['1450', 145_000],
    [' 1450.00 ', 145_000],
    ['1,450.5', 145_050],
    ['1,234,567', 123_456_700],
    ['0', 0],
    ['0.07', 7],
    // As a fraction times 100 this would be 28.999999999999996.
    ['0.29', 29],
  ])('"%s" is %i fen', (text, fen) => {
    expect(fenOf(text)).toBe(fen);
  });

  it.each(['', '-1', '1.234', '1450元', 'abc', '1,5', '12,34', '10000000', '99,999,999'])('"%s" is none', (text) => {
    expect(fenOf(text)).toBeNull();
  });

  it('is written back with two decimals, and read as the same again', () => {
    const amounts = [145_000, 145_050, 7, 0, 999_999_999];

    expect(amounts.map(yuanOf)).toEqual(['1450.00', '1450.50', '0.07', '0.00', '9999999.99']);
    expect(amounts.map((fen) => fenOf(yuanOf(fen)))).toEqual(amounts);
  });
});

describe('an amount that a program writes', () => {
  it.each([
    ['1450.5', 145_050],
    ['20000000', 2_000_000_000],
    ['20000000.01', null],
    ['1,450', null],
  ])('"%s" is %s fen: there is none beyond what an amount can be', (text, fen) => {
    expect(exactFenOf(text)).toBe(fen);
  });
});

describe('an amount as people read it', () => {
  it.each([
    [0, '¥0.00'],
    [5, '¥0.05'],
    [9_666, '¥96.66'],
    [150_000, '¥1,500.00'],
    [123_456_789, '¥1,234,567.89'],
    [-8_000, '-¥80.00'],
  ])('writes %i fen as %s', (fen, text) => {
    expect(formatMoney(fen)).toBe(text);
  });
});
