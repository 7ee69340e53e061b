import * as z from 'zod/mini';
import { fen, text, venueStatus } from '@exam/contract/entities';
import { wire } from '@exam/contract/wire';
import { describe, expect, it } from 'vitest';
import { logged } from '#platform/testing/logged';
import { encodeAnswer } from './encode.ts';

const schema = z.object({ items: z.array(z.object({ codes: z.nullable(text(5)), amount: fen })), status: venueStatus });

describe('an answer', () => {
  it('with a text that is too long is a fault in the log, and is given whole [S-12]', async () => {
    const items = [
      { codes: 'WMA11 + WMA12', amount: 100 },
      { codes: 'P1', amount: 200 },
      { codes: '三'.repeat(6), amount: 300 },
    ];

    expect(encodeAnswer(schema, { items, status: 'Inactive' })).toEqual({ items, status: wire.venueStatus.Inactive });
    await expect.poll(logged).toMatch(/"count":2,.*"msg":"answer too long"/);
    expect(items[0]?.codes).toBe('WMA11 + WMA12');
  });

  it('keeps back what the contract does not name, also beside a text that is too long [T31]', () => {
    const item = { codes: 'WMA11 + WMA12', amount: 100, idNumber: '110101199003070011' };

    const said = encodeAnswer(schema, { items: [item], status: 'Active', phone: '13800138000' } as never);

    expect(said).toEqual({ items: [{ codes: 'WMA11 + WMA12', amount: 100 }], status: expect.any(String) });
  });

  it('that is wrong in another way goes nowhere', () => {
    const wrong = { items: [{ codes: 'WMA11 + WMA12', amount: -1 }], status: 'Active' as const };

    expect(() => encodeAnswer(schema, wrong)).toThrow(z.core.$ZodError);
  });
});
