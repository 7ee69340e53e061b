import { paperProblems } from '@exam/contract/rules';
import { type StaffCalls, sessionsStaffCalls } from '@exam/contract/staff';
import * as z from 'zod/mini';
import { type Proposal, propose } from '#office/approvals';
import { audit } from '#office/audit';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { StaffActor } from '#platform/staff-http';
import { record } from '#platform/transition';
import { changeSession, type Paper, writePrices } from '#offer/sessions';
import { type Problem, refusePlan } from '../check.ts';
import { papersOf, pricesOf } from '../plan.ts';
import { labelOf, lockSession } from '../store.ts';

type Wish = z.output<StaffCalls['sessions.proposeFees']['body']>;
type NewFees = Wish['papers'];

/** The kind of proposal that changes the price of a session (S-16). */
export const feesKind = 'sessionFees' as const;

const payloadSchema = z.object({
  version: z.int(),
  papers: sessionsStaffCalls['sessions.proposeFees'].body.shape.papers,
});

/**
 * Proposes other prices for a session; a second person decides (S-16).
 * @throws Refusal FIELDS, ILLEGAL_STATE for a withdrawn one, PROPOSAL_OPEN.
 */
export async function proposeFees(
  tx: Tx,
  staff: StaffActor,
  { id, version, papers, reason }: Wish & { id: string },
): Promise<{ proposalId: string }> {
  const session = await lockSession(tx, staff, { id, version });
  if (session.status === 'Withdrawn') refuse('ILLEGAL_STATE');
  check(papers, await papersOf(tx, id), session.publish_end_at);
  const label = await labelOf(tx, id);
  const payload = { version, papers };
  const proposal = { kind: feesKind, objectId: id, label, officeId: session.office_id, payload, staff, reason };
  return { proposalId: await propose(tx, proposal) };
}

/**
 * The second person agrees: the session costs this from now on. What is ordered keeps its price, for orders hold their own.
 * @throws Refusal VERSION_CONFLICT (409) when the session was changed since.
 */
export async function performFees(tx: Tx, proposal: Proposal, staff: StaffActor): Promise<void> {
  const { version, papers } = payloadSchema.parse(proposal.payload);
  const { objectId: id } = proposal;
  const session = await lockSession(tx, staff, { id, version });
  const before = await papersOf(tx, id);
  check(papers, before, session.publish_end_at);
  for (const paper of papers) await writePrices(tx, paper.sessionSubjectId, paper);
  await changeSession(tx, id, {});
  await record(tx, {
    kind: 'session',
    id,
    event: 'changeFees',
    actor: { kind: 'staff', id: staff.id },
    reason: proposal.reason,
  });
  await audit(tx, {
    staff,
    action: 'sessions.changeFees',
    object: { kind: 'session', id },
    reason: proposal.reason,
    before: { papers: before.filter(({ sessionSubjectId }) => isOf(papers, sessionSubjectId)).map(asWritten) },
    after: { papers },
  });
}

function isOf(papers: NewFees, id: string): boolean {
  return papers.some(({ sessionSubjectId }) => sessionSubjectId === id);
}

/** A paper's prices as staff write them. */
export function asWritten(paper: Paper): NewFees[number] {
  const { sessionSubjectId, localFee, boardFee, vat } = paper;
  return { sessionSubjectId, localFee, boardFee, vat, ...pricesOf(paper) };
}

function check(papers: NewFees, known: readonly Paper[], publishEndAt: string): void {
  refusePlan(
    papers.flatMap((paper, at): Problem[] => {
      const own = known.find(({ sessionSubjectId }) => sessionSubjectId === paper.sessionSubjectId);
      if (!own) return [{ field: `papers.${at}`, code: 'SESSION_ID_UNKNOWN' }];
      const { startTime, endTime } = own;
      return paperProblems({ ...paper, startTime, endTime }, publishEndAt).map((problem) => ({
        ...problem,
        field: `papers.${at}.${problem.field}`,
      }));
    }),
  );
}
