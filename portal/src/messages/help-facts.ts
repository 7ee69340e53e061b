import {
  adultAge,
  documentTakers,
  fapiaoMonths,
  importLimits,
  keptMonths,
  maximumFileBytes,
  maximumOrderLines,
  moveChoiceDays,
  neverAloneAge,
  objectionHours,
  payWorkingDays,
  reportMinutes,
  pickupAge,
  rightsAnswerDays,
  seedRefundPolicy,
  sensitiveAge,
  shortestWindowMinutes,
  accountLifetimes,
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
  objectionHours,
  orderLines: maximumOrderLines,
  importRows: importLimits.rows,
  fileMegabytes: maximumFileBytes / 1024 / 1024,
  payWorkingDays,
  moveChoiceDays,
  shortestWindowMinutes,
  fapiaoMonths,
  reportMinutes,
  lifetimes: accountLifetimes,
  documentTakers,
  answerDays: rightsAnswerDays,
  sensitivePaperMonths: keptMonths('cancellationPaper'),
  refund: {
    workingDays: rowOf('P1')?.workingDaysBefore ?? 0,
    early: percentOf('P1'),
    withProof: percentOf('P2'),
    booking: percentOf('B1'),
    bookingWithProof: percentOf('B2'),
  },
  /** How many days ahead booked exams begin to be had: `21–28`; null before the catalogue is there. */
  bookingLead: null as string | null,
};

export type HelpFacts = typeof helpFacts;
