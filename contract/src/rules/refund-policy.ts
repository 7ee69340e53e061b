/** Who asks, in what time: what a row of the refund policy applies to. */
export interface RefundPolicyRow {
  row: 'P0' | 'P1' | 'P2' | 'P3' | 'B1' | 'B2';
  cause: 'Provider' | 'Candidate';
  /** Null for both. */
  origin: 'Public' | 'Booking' | null;
  /** Only for requests until the end of registration, of a booked exam until its payment deadline. */
  untilRegistrationEnds: boolean;
  /** How many working days before the exam a request has to be made at the latest; 0 for no such limit. */
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
    untilRegistrationEnds: true,
    workingDaysBefore: 5,
    documentsRequired: false,
    percent: 80,
    of: 'LocalFee',
  },
  {
    row: 'B2',
    cause: 'Candidate',
    origin: 'Booking',
    untilRegistrationEnds: false,
    workingDaysBefore: 5,
    documentsRequired: true,
    percent: 50,
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
export const ownRefundRows = { Public: ['P1', 'P2'], Booking: ['B1', 'B2'] } as const;
type OwnRow = (typeof ownRefundRows)[keyof typeof ownRefundRows][number];

/** What a product says in a row of its own: per cent given back, the last working day before the exam, and whether proof is needed. */
type Terms = Pick<RefundPolicyRow, 'percent' | 'workingDaysBefore' | 'documentsRequired'>;

export type RefundTerms = Record<OwnRow, Terms>;

/** The whole policy with a product's own terms in their rows. */
export function policyWith(terms: RefundTerms): readonly RefundPolicyRow[] {
  const own = new Map<string, Terms>(Object.entries(terms));
  return seedRefundPolicy.map((row) => ({ ...row, ...own.get(row.row) }));
}

/**
 * A product's own terms in a policy; those every product starts with where it has none. A policy of the time when booked exams had one row
 * says the same in both.
 */
export function termsOf(policy: readonly RefundPolicyRow[] = seedRefundPolicy): RefundTerms {
  const of = (...names: readonly OwnRow[]): Terms => {
    const rows = names.map((name) => policy.find(({ row }) => row === name));
    const row = rows.find((each) => each !== undefined);
    const { percent = 0, workingDaysBefore = 0, documentsRequired = true } = row ?? {};
    return { percent, workingDaysBefore, documentsRequired };
  };
  return { P1: of('P1'), P2: of('P2'), B1: of('B1'), B2: of('B2', 'B1') };
}
