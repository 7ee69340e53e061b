// Lists of values that screens go through. Apart from the schemas made of them, which a page that shows a list has no use for.

/** The four kinds of identity document. */
export const idTypes = ['IDCard', 'IDCardTaiwan', 'IDCardHongKongMacau', 'Passport'] as const;

/** Candidate types of the accountancy family. */
export const candidateTypes = ['ACCA', 'FIA'] as const;

/** What became of another date that staff proposed for a paid booking (decision 0044). */
export const dateAnswers = ['Agreed', 'Declined', 'TakenBack', 'Lapsed'] as const;

/** The eight values of the filter of "my bookings"; `All` is no filter. */
export const bookingStatuses = [
  'Submitted',
  'ToBeConfirmed',
  'ToBeConfirmedRejected',
  'ToBeConfirmedUpdate',
  'Processing',
  'Completed',
  'Withdrawn',
  'Cancelled',
] as const;

/** Reasons the system gives for ending a booking (9.3#13, #14); any other `withdrawReason` is what staff wrote. */
export const systemWithdrawReasons = ['NotPaid', 'ExpectedDatePassed'] as const;
