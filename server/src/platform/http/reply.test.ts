import { describe, expect, it } from 'vitest';
import { codingFor } from './reply.ts';

describe('the way to compress', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=0.8, br;q=0.5', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br; q=0.000, gzip;q=0', null],
    ['xbr, not-gzip', null],
    ['', null],
  ])('for a browser that accepts "%s" is %s', (accepted, coding) => {
    expect(codingFor(accepted)).toBe(coding);
  });
});
