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

/** The rows that a product may set for itself; what the provider causes and what comes too late are the same everywhere. */
const ownRows = ['P1', 'P2', 'B1'] as const;

/** What a product says in each of its own rows: per cent given back, and the last working day before the exam. */
export type RefundTerms = Record<(typeof ownRows)[number], Pick<RefundPolicyRow, 'percent' | 'workingDaysBefore'>>;

/** The whole policy with a product's own terms in their rows. */
export function policyWith(terms: RefundTerms): readonly RefundPolicyRow[] {
  return seedRefundPolicy.map((row) => {
    const own = ownRows.find((name) => name === row.row);
    return own === undefined ? row : { ...row, ...terms[own] };
  });
}

/** A product's own terms in a policy; those every product starts with where it has none. */
export function termsOf(policy: readonly RefundPolicyRow[] = seedRefundPolicy): RefundTerms {
  const of = (name: RefundPolicyRow['row']) => {
    const row = policy.find((each) => each.row === name) ?? seedRefundPolicy.find((each) => each.row === name);
    return { percent: row?.percent ?? 0, workingDaysBefore: row?.workingDaysBefore ?? 0 };
  };
  return { P1: of('P1'), P2: of('P2'), B1: of('B1') };
}
