import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { chinaDate, instant, month } from './scalars.ts';

const takes = (schema: z.ZodMiniType, value: string) => z.safeParse(schema, value).success;

describe('a date on the wire', () => {
  it.each([
    [month, '2026-11', true],
    [month, '2026-13', false],
    [month, '0000-01', false],
    [month, '9999-12', false],
    [chinaDate, '2028-02-29', true],
    [chinaDate, '2026-02-29', false],
    [chinaDate, '0001-01-01', false],
    [instant, '2026-11-21T08:00:00.000Z', true],
    [instant, '2026-11-21T25:00:00.000Z', false],
    [instant, '0000-01-01T00:00:00.000Z', false],
    [instant, '2026-02-30T00:00:00.000Z', false],
    [instant, '2026-11-21T24:00:00.000Z', false],
  ])('must be one that a calendar has, case %# [S-12]', (schema, value, isTaken) => {
    expect(takes(schema, value)).toBe(isTaken);
  });
});
