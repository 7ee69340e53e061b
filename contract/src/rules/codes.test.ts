import { describe, expect, it } from 'vitest';
import { applicationCode, groupForDisplay, orderCode, readCode, refundSerial } from './codes.ts';

describe('codes for people', () => {
  it('carry the kind, the day and random signs without look-alikes [R-93]', () => {
    expect(applicationCode('P', '2026-11-21', Uint8Array.of(0, 10, 31, 32, 255))).toBe('P2611210AZ0Z');
    expect(orderCode('2026-11-21', Uint8Array.of(1, 2, 3, 4, 5, 6))).toBe('O261121123456');
    const all = Array.from({ length: 256 }, (_, byte) =>
      applicationCode('T', '2026-01-02', Uint8Array.of(byte, 0, 0, 0, 0)),
    );
    expect(all.filter((code) => !/^T260102[0-9A-HJKMNP-TV-Z]{5}$/.test(code))).toEqual([]);
    expect(new Set(all).size).toBe(32);
  });

  it('name a refund after its order [R-93 C30]', () => {
    expect(refundSerial('O261121ABCDEF', 1)).toBe('R261121ABCDEF01');
    expect(() => refundSerial('O261121ABCDEF', 100)).toThrow(RangeError);
  });

  it('are shown in groups and read back however they are typed [R-93]', () => {
    expect(['P2611210AZ0Z', 'O261121123456', 'R261121ABCDEF01'].map(groupForDisplay)).toEqual([
      'P261121 0AZ0Z',
      'O261121 123456',
      'R261121 ABCDEF 01',
    ]);
    expect([readCode('p261121 oaz0z'), readCode('O261121-l23456')]).toEqual(['P2611210AZ0Z', 'O261121123456']);
  });

  it('refuse to be made of too little chance [R-93]', () => {
    expect(() => applicationCode('P', '2026-11-21', Uint8Array.of(1, 2))).toThrow(RangeError);
  });
});
