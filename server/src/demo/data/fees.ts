/** Fees of one paper in fen; the total is their sum (3-domain 5.4). */
export type DemoFees = {
  local: number;
  board: number;
  vat: number;
  tiers?: readonly (readonly [from: number, to: number | null, local: number])[];
};

/** The specification's sample: 450.00 + 953.34 + 96.66 = 1,500.00. */
export const sampleFees: DemoFees = { local: 45_000, board: 95_334, vat: 9_666 };

export const onDemandFees: DemoFees = { local: 52_000, board: 0, vat: 3_120 };
export const sittingFees: DemoFees = { local: 56_000, board: 105_000, vat: 9_660 };
export const strategicFees: DemoFees = { local: 60_000, board: 105_000, vat: 9_900 };
export const fiaFees: DemoFees = { local: 35_000, board: 0, vat: 2_100 };

/** Group price: five to nine entries 8 % off the local fee, ten and more 20 % off; absolute local fees. */
export const tktFees: DemoFees = {
  local: 60_000,
  board: 35_000,
  vat: 5_700,
  tiers: [
    [1, 4, 60_000],
    [5, 9, 55_200],
    [10, null, 48_000],
  ],
};
export const groupEntryFees: DemoFees = {
  local: 50_000,
  board: 0,
  vat: 3_000,
  tiers: [
    [1, 4, 50_000],
    [5, 9, 46_000],
    [10, null, 40_000],
  ],
};

/** 3,065.00 and 3 % make 3,156.95 for both papers together (3-domain 3.4). */
export const deltaFees: readonly [DemoFees, DemoFees] = [
  { local: 153_250, board: 0, vat: 4_598 },
  { local: 153_250, board: 0, vat: 4_597 },
];

/** 2,605.00 and 3 % (3-domain 3.1). */
export const stepFees: DemoFees = { local: 260_500, board: 0, vat: 7_815 };

/** What late entry costs more, VAT included (3-domain section 10). */
export const lateFee = 130_000;
