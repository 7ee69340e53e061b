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
import type { Product } from '../../app/catalogue.ts';

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

/** The least and the most days ahead with which booked exams on offer can be had; null where there are none. */
export function bookingLeadOf(products: readonly Pick<Product, 'access' | 'leadDays'>[]): string | null {
  const leads = products.flatMap(({ access, leadDays }) => (access === 'open' && leadDays !== null ? [leadDays] : []));
  const ends = new Set([Math.min(...leads), Math.max(...leads)]);
  return leads.length === 0 ? null : [...ends].join('–');
}
