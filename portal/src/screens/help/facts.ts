import {
  adultAge,
  importLimits,
  maximumFileBytes,
  maximumOrderLines,
  neverAloneAge,
  payWorkingDays,
  pickupAge,
  seedRefundPolicy,
  sensitiveAge,
  type RefundPolicyRow,
} from '@exam/contract/rules';

const rowOf = (wanted: RefundPolicyRow['row']) => seedRefundPolicy.find(({ row }) => row === wanted);
const percentOf = (wanted: RefundPolicyRow['row']) => rowOf(wanted)?.percent ?? 0;

/** The numbers that the help pages name, from the rules that apply them. */
export const helpFacts = {
  adultAge,
  pickupAge,
  sensitiveAge,
  neverAloneAge,
  orderLines: maximumOrderLines,
  importRows: importLimits.rows,
  fileMegabytes: maximumFileBytes / 1024 / 1024,
  payWorkingDays,
  refund: {
    workingDays: rowOf('P1')?.workingDaysBefore ?? 0,
    early: percentOf('P1'),
    withProof: percentOf('P2'),
    booking: percentOf('B1'),
  },
};

export type HelpFacts = typeof helpFacts;
