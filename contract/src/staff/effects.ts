import type { Permission } from './permissions.ts';

/** One line of the table: what comes about, when one person is enough for it, why, and what is proposed to a second person, with the right to decide it. */
type EffectRow = { what: string; limit: string; why: string; kinds: Readonly<Record<string, Permission>> };

/**
 * What needs a second pair of eyes, by what comes about and not by the screen (S-21). `acts.ts` says of each call of the console which of these it
 * brings about; a proposal asks here who decides it. Printed as docs/second-person.md.
 */
export const effects = {
  price: {
    what: 'Somebody pays a price, or gets back by terms, that nobody else has agreed to.',
    limit:
      'At the price of the list one person is enough, for one session or five hundred. Every other price needs two, and so does the list itself.',
    why: 'S-16, S-21, decisions 0096 and 0099',
    kinds: {
      sessionPublication: 'sessions:publish',
      sessionFees: 'sessions:publish',
      bookingPrice: 'bookings:write',
      postTestFees: 'catalogue:publish',
      catalogueProduct: 'catalogue:publish',
      catalogueSubject: 'catalogue:publish',
    },
  },
  moneyOut: {
    what: 'Money goes back to a payer, or is said to have gone back.',
    limit:
      'Up to `REFUND_SECOND_APPROVAL_FEN` one person is enough, of a cancellation up to what the terms give. More than that, and what was paid back by hand, always needs two.',
    why: 'S-16, S-21',
    kinds: {
      cancellationApproval: 'cancellations:approve',
      paymentRefund: 'refunds:approve',
      refundRest: 'refunds:approve',
      refundByHand: 'refunds:approve',
      postTestRefund: 'refunds:approve',
    },
  },
  moneyIn: {
    what: 'Money is said to be in, or a day of the books is closed.',
    limit: 'What the channel itself says needs nobody. What a person says always needs two.',
    why: 'S-16, S-21',
    kinds: { orderPaidByHand: 'payments:approve', exceptionAttach: 'payments:approve' },
  },
  people: {
    what: 'Somebody who has a place is withdrawn, or is to sit elsewhere or on another day.',
    limit:
      'Nobody is withdrawn by one person, but for a family’s own wish; a session that nobody has a place in needs one. A move needs one: the price stays, everybody is told, and whoever cannot come on the new day has everything back.',
    why: 'S-16, S-21, decision 0044',
    kinds: {
      registrationWithdrawal: 'cancellations:approve',
      sessionWithdrawal: 'sessions:approve',
      minimumWithdrawal: 'sessions:approve',
    },
  },
  minors: {
    what: 'Somebody may open the records of a minor.',
    limit: 'Always needs two; without an approval no call shows such a record.',
    why: 'S-21, decision 0083',
    kinds: { minorCase: 'minors:approve', minorStanding: 'minors:grant' },
  },
  rights: {
    what: 'A colleague is given a role or an office.',
    limit:
      'One person is enough for the change. For a day whoever was given it decides nothing that a colleague proposed, and whoever gave it nothing that they propose.',
    why: 'S-21, decision 0014',
    kinds: {},
  },
  account: {
    what: 'An account opens to whoever has a number.',
    limit: 'Its own number needs one person, and the owner is told. Another number always needs two.',
    why: 'S-16, S-19',
    kinds: { numberMove: 'accounts:write' },
  },
  word: {
    what: 'The word of a guardian, or of whoever objected, is set aside or taken up again.',
    limit: 'Always needs two.',
    why: 'S-16, decision 0091',
    kinds: {
      objectionMistaken: 'privacy:approve',
      formerGuardian: 'applications:write',
      reinstatedGuardian: 'applications:write',
      reinstatedObjector: 'privacy:approve',
    },
  },
  data: {
    what: 'Data is kept beyond its time, may end again, or is given to the relatives of somebody who has died.',
    limit: 'Always needs two.',
    why: 'S-16',
    kinds: { legalHold: 'privacy:approve', legalHoldRelease: 'privacy:approve', relativeGrant: 'privacy:approve' },
  },
  result: {
    what: 'An outcome after results that was told already becomes another.',
    limit: 'Always needs two.',
    why: '9.6#13',
    kinds: { postTestCorrection: 'postTest:write' },
  },
  told: {
    what: 'The catalogue says something else: what a line is called, or which awarding body is sent people’s data.',
    limit:
      'Whoever may publish does it alone, but what consents tell of a recipient always needs two; an editor asks those who may publish.',
    why: 'S-16, decision 0059',
    kinds: { catalogueLine: 'catalogue:publish', catalogueBody: 'catalogue:publish' },
  },
} as const satisfies Record<string, EffectRow>;

export type Effect = keyof typeof effects;

type KindsOf<Row> = Row extends { kinds: infer Kinds } ? keyof Kinds : never;

/** What one person proposes and another decides (S-16). */
export type ProposalKindName = KindsOf<(typeof effects)[Effect]>;

const rows: readonly EffectRow[] = Object.values(effects);

/** The right without which nobody decides a proposal, by its kind. */
export const decidedBy = Object.fromEntries(rows.flatMap(({ kinds }) => Object.entries(kinds))) as Readonly<
  Record<ProposalKindName, Permission>
>;

export const proposalKindNames = Object.keys(decidedBy) as [ProposalKindName, ...ProposalKindName[]];

/** Whether this is the name of something that two persons decide. */
export const isProposalKind = (kind: string): kind is ProposalKindName => Object.hasOwn(decidedBy, kind);
