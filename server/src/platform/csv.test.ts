import { expect, it } from 'vitest';
import { csvStream } from './csv.ts';

const linesOf = async (rows: (string | number | null)[][]) =>
  (await new Response(csvStream(['A', '=B'], rows)).text())
    .replace(/^\ufeff/, '')
    .trimEnd()
    .split('\r\n');

it('has as texts the numbers that a spreadsheet would change: long ones, leading zeros, powers and days', async () => {
  const kept = ['110101199602215930', '0042', '20261121000012345678', '4E1', '9709/12', '3-4'];

  expect(await linesOf(kept.map((cell) => [cell, 1]))).toEqual(["A,'=B", ...kept.map((cell) => `\t${cell},1`)]);
});

it('leaves alone what stays what it is, and formulas harmless', async () => {
  const rows = [
    ['11010119960221593X', '2026-11-25'],
    ['1234567', 'WMA11/01'],
    ['0', '08:30'],
    ['=1+1', 12.5],
    [null, ''],
  ];

  expect(await linesOf(rows)).toEqual([
    "A,'=B",
    '11010119960221593X,2026-11-25',
    '1234567,WMA11/01',
    '0,08:30',
    "'=1+1,12.5",
    ',',
  ]);
});
