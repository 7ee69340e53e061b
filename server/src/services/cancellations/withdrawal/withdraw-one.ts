import { seatedStates } from '@exam/contract/machines';
import * as z from 'zod/mini';
import { countUpDesk, type PaidRegistration, paidSet } from '#registering/applications';
import { propose, type Proposal } from '#office/approvals';
import { audit } from '#office/audit';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { refuse, Refusal } from '#platform/errors';
import type { StaffActor } from '#platform/staff-http';
import { outsideLeft } from '#books/refunds';
import { quoteSet } from '../quote.ts';
import { withdrawApplications } from './withdraw.ts';

const kind = 'registrationWithdrawal';
const seated: readonly string[] = seatedStates;

/** What a withdrawal by staff would give back, in fen; `policyAmount` is null once the policy gives no quote (row X). */
export type WithdrawalQuote = {
  paidAmount: number;
  /** Given back in the channel's console before and not counted yet: it is taken off what goes back now (C32). */
  outsideAmount: number;
  /** What goes back now where everything is given back. */
  everythingAmount: number;
  policyAmount: number | null;
  policyRow: string | null;
  codes: string[];
};

/** Quotes the withdrawal of a registration and of what goes with it (9.2 #4). @throws Refusal ILLEGAL_STATE when nothing is paid. */
export async function quoteWithdrawal(tx: Tx, applicationId: string): Promise<WithdrawalQuote> {
  const set = await setOf(tx, applicationId);
  const outside = await outsideOf(tx, set);
  const outsideAmount = [...outside.values()].reduce((sum, amount) => sum + amount, 0);
  const shared = {
    paidAmount: set.reduce((sum, one) => sum + one.payAmount, 0),
    outsideAmount,
    everythingAmount: lessOutside(set, outside, (one) => one.payAmount),
    codes: set.map(({ code }) => code),
  };
  try {
    const { amounts, row } = await quoteSet(tx, set, { cause: 'Candidate', at: await readNow(tx) });
    return {
      ...shared,
      policyAmount: lessOutside(set, outside, ({ id }) => amounts.get(id) ?? 0),
      policyRow: row,
    };
  } catch (error) {
    if (error instanceof Refusal) return { ...shared, policyAmount: null, policyRow: null };
    throw error;
  }
}

type Outside = ReadonlyMap<string | null, number>;

/** By payment: what the channel's console gave back of it that no registration was counted against yet. */
async function outsideOf(tx: Tx, set: readonly PaidRegistration[]): Promise<Outside> {
  const outside = new Map<string | null, number>();
  for (const paymentId of new Set(set.map((one) => one.paymentId)))
    outside.set(paymentId, await outsideLeft(tx, paymentId));
  return outside;
}

/** The sum that still goes back, as the withdrawal counts it: payment by payment, never below nothing. */
function lessOutside(
  set: readonly PaidRegistration[],
  outside: Outside,
  amountOf: (one: PaidRegistration) => number,
): number {
  const byPayment = [...Map.groupBy(set, (one) => one.paymentId)].map(([paymentId, ones]) => {
    const sum = ones.reduce((total, one) => total + amountOf(one), 0);
    return Math.max(0, sum - (outside.get(paymentId) ?? 0));
  });
  return byPayment.reduce((sum, amount) => sum + amount, 0);
}

type Proposing = {
  applicationId: string;
  officeId: string;
  refund: 'Everything' | 'Policy';
  staff: StaffActor;
  /** The candidate reads it. */
  reason: string;
};

/**
 * Proposes to withdraw a registration; a second person decides (9.1 #14).
 * @returns the proposal's id.
 * @throws Refusal ILLEGAL_STATE; CANCELLATION_CLOSED where the policy gives no quote any more; PROPOSAL_OPEN.
 */
export async function proposeWithdrawal(tx: Tx, proposing: Proposing): Promise<string> {
  const { applicationId, officeId, refund, staff, reason } = proposing;
  const quote = await quoteWithdrawal(tx, applicationId);
  if (refund === 'Policy' && quote.policyAmount === null) refuse('CANCELLATION_CLOSED');
  const amount = refund === 'Everything' ? quote.everythingAmount : (quote.policyAmount ?? 0);
  const [first] = quote.codes;
  return await propose(tx, {
    kind,
    objectId: applicationId,
    label: first ?? null,
    officeId,
    payload: { refund, total: amount, codes: quote.codes },
    staff,
    reason,
  });
}

const payload = z.object({ refund: z.enum(['Everything', 'Policy']) });

/** What the second person's approval does: the amount is what holds at that moment. @throws Refusal ILLEGAL_STATE, EXAM_TAKEN. */
export async function performWithdrawal(tx: Tx, proposal: Proposal, staff: StaffActor): Promise<void> {
  const { refund } = payload.parse(proposal.payload);
  const set = await setOf(tx, proposal.objectId);
  const actor = { kind: 'staff', id: staff.id } as const;
  const withdrawn = await withdrawApplications(tx, actor, {
    ids: set.map(({ id }) => id),
    reason: proposal.reason,
    refund: refund === 'Everything' ? 'everything' : 'policy',
  });
  if (withdrawn.length === 0) refuse('ILLEGAL_STATE');
  await countUpDesk(tx, withdrawn);
  for (const id of withdrawn)
    await audit(tx, {
      staff,
      action: 'applications.withdraw',
      object: { kind: 'application', id },
      reason: proposal.reason,
      after: { status: 'Withdrawn', refund },
    });
}

async function setOf(tx: Tx, applicationId: string): Promise<PaidRegistration[]> {
  const set = (await paidSet(tx, { id: applicationId })).filter(({ status }) => seated.includes(status));
  if (set.length === 0) refuse('ILLEGAL_STATE');
  return set;
}
