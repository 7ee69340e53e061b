/** Who asks, in what time: what a row of the refund policy applies to. */
export interface RefundPolicyRow {
  row: 'P0' | 'P1' | 'P2' | 'P3' | 'B1';
  cause: 'Provider' | 'Candidate';
  /** Null for both. */
  origin: 'Public' | 'Booking' | null;
  /** Only for requests until the end of registration. */
  untilRegistrationEnds: boolean;
  /** Only for requests at least so many working days before the exam; 0 for no such limit. */
  workingDaysBefore: number;
  documentsRequired: boolean;
  /** Per cent given back. */
  percent: number;
  /** Per cent of everything paid, or of the local fee with its share of VAT. */
  of: 'Everything' | 'LocalFee';
}

/** Why no cancellation can be requested: row X. */
export const cancellationRefusals = ['CANCELLATION_CLOSED'] as const;

/** The policy every product starts with; the first row that matches is used. */
export const seedRefundPolicy: readonly RefundPolicyRow[] = [
  {
    row: 'P0',
    cause: 'Provider',
    origin: null,
    untilRegistrationEnds: false,
    workingDaysBefore: 0,
    documentsRequired: false,
    percent: 100,
    of: 'Everything',
  },
  {
    row: 'P1',
    cause: 'Candidate',
    origin: 'Public',
    untilRegistrationEnds: true,
    workingDaysBefore: 5,
    documentsRequired: false,
    percent: 80,
    of: 'LocalFee',
  },
  {
    row: 'P2',
    cause: 'Candidate',
    origin: 'Public',
    untilRegistrationEnds: false,
    workingDaysBefore: 5,
    documentsRequired: true,
    percent: 50,
    of: 'LocalFee',
  },
  {
    row: 'B1',
    cause: 'Candidate',
    origin: 'Booking',
    untilRegistrationEnds: false,
    workingDaysBefore: 5,
    documentsRequired: true,
    percent: 80,
    of: 'LocalFee',
  },
  {
    row: 'P3',
    cause: 'Candidate',
    origin: null,
    untilRegistrationEnds: false,
    workingDaysBefore: 0,
    documentsRequired: false,
    percent: 0,
    of: 'LocalFee',
  },
];
