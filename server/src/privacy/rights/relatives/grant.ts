import type { ClosingBlocker } from '@exam/contract/entities';
import { isEvidenceComplete } from '@exam/contract/rules';
import { sql } from 'kysely';
import { registrationsOfCandidate } from '#registering/applications';
import { hasOpenProposal, type Proposal, propose } from '#office/approvals';
import { audit } from '#office/audit';
import { bookingsOfCandidate } from '#services/bookings';
import { blockersOf, closeOfDeceased } from '#privacy/account-closing';
import type { Tx } from '#platform/database';
import { Refusal, refuse } from '#platform/errors';
import { notify } from '#people/notices';
import { requestsOfCandidate } from '#services/post-test';
import type { StaffActor } from '#platform/staff-http';
import { deleteCandidate } from '../delete-candidate.ts';
import { evidenceOf, hasOpenedAll } from './evidence.ts';
import { type Asking, lockAsking, lookAt, peopleOfAsking, raiseVersion } from './store.ts';
import { waitUntil } from '../store.ts';

/** The kind of proposal by which a second person grants what a relative asks for. */
export const grantKind = 'relativeGrant';

type Seen = { id: string; version: number };

/**
 * Records that the deceased had decided otherwise while alive, or takes that back; `reason` says by what. Nothing is granted against it.
 * @throws Refusal as `lockAsking`; ILLEGAL_STATE when it is granted already.
 */
export async function recordArrangement(
  tx: Tx,
  staff: StaffActor,
  { isArrangedOtherwise, reason, ...seen }: Seen & { isArrangedOtherwise: boolean; reason: string },
): Promise<void> {
  const { relative } = await lockAsking(tx, seen);
  if (relative.granted_at !== null) refuse('ILLEGAL_STATE');
  await sql`
    update relative_request set arranged_otherwise_at = case when ${isArrangedOtherwise} then app_now() end
    where id = ${seen.id}`.execute(tx);
  await raiseVersion(tx, seen.id);
  await audit(tx, {
    staff,
    action: 'rights.recordArrangement',
    object: { kind: 'rightsRequest', id: seen.id },
    reason,
    after: { isArrangedOtherwise },
  });
}

/**
 * Asks a second person to grant what is asked: it discloses data, or cannot be undone.
 * @returns the proposal's id.
 * @throws Refusal as `grant`; MINOR_APPROVAL_NEEDED; PROPOSAL_OPEN.
 */
export async function proposeGrant(
  tx: Tx,
  staff: StaffActor,
  { reason, ...seen }: Seen & { reason: string },
): Promise<string> {
  const asking = await lockAsking(tx, seen);
  const { request, relative } = asking;
  await lookAt(tx, staff, asking, { purpose: 'rights.person', act: 'Changed', reason });
  await checkGrantable(tx, asking);
  const { id, code: label, kind: requestKind } = request;
  const payload = { requestKind, isWholeAccount: relative.is_whole_account, relation: relative.relation };
  const proposalId = await propose(tx, { kind: grantKind, objectId: id, label, payload, staff, reason });
  await raiseVersion(tx, id);
  return proposalId;
}

/**
 * Grants what was proposed. A deletion is carried out at once: the candidate goes, or waits for its periods and holds (decision 0023), and
 * the account of a holder who has died is closed. A copy may be handed out, and a correction made, from now on.
 * @throws Refusal as `lockAsking`; RELATIVE_EVIDENCE_MISSING, RELATIVE_EVIDENCE_UNSEEN before `staff` have opened each proof themselves,
 *   RELATIVE_ARRANGED_OTHERWISE, ILLEGAL_STATE when it is granted already; of a
 *   deletion CANDIDATE_BUSY or ACCOUNT_NOT_CLOSABLE while something is under way.
 */
export async function grant(tx: Tx, proposal: Proposal, staff: StaffActor): Promise<void> {
  const asking = await lockAsking(tx, { id: proposal.objectId });
  const { request, relative } = asking;
  await checkGrantable(tx, asking);
  if (!(await hasOpenedAll(tx, staff, request.id))) refuse('RELATIVE_EVIDENCE_UNSEEN');
  const people = await peopleOfAsking(tx, asking);
  await sql`
    update relative_request set granted_at = app_now(), granted_by = ${staff.id}, granted_by_name = ${staff.name},
      proposed_by = ${proposal.proposedBy}
    where id = ${request.id}`.execute(tx);
  if (request.kind === 'Deletion') await carryOut(tx, asking, staff);
  await raiseVersion(tx, request.id);
  await audit(tx, {
    staff,
    action: 'rights.grant',
    object: { kind: 'rightsRequest', id: request.id },
    reason: proposal.reason,
    after: { kind: request.kind, isWholeAccount: relative.is_whole_account },
    people,
  });
}

async function carryOut(tx: Tx, { request, relative }: Asking, staff: StaffActor): Promise<void> {
  const { id, account_id: accountId, candidate_id: candidateId } = request;
  if (accountId === null) return refuse('ILLEGAL_STATE');
  if (candidateId !== null) {
    // Somebody else may have asked for the same in the meantime: then there is nothing left to begin.
    if (await isInUse(tx, candidateId)) {
      const { waitsUntil } = await deleteCandidate(tx, { accountId, candidateId });
      await waitUntil(tx, id, waitsUntil);
      if (!relative.is_whole_account) await tellHolder(tx, { accountId, code: request.code, id });
    }
  }
  if (relative.is_whole_account) await closeOfDeceased(tx, accountId, staff.id);
  await noteDone(tx, id);
}

/** Whoever holds the account lives, and finds a candidate gone. */
async function tellHolder(tx: Tx, of: { accountId: string; code: string; id: string }): Promise<void> {
  const values = { requestCode: of.code };
  await notify(tx, { kind: 'relativeDeleted', values, accountId: of.accountId, objectId: of.id });
}

async function isInUse(tx: Tx, candidateId: string): Promise<boolean> {
  const { rows } = await sql`
    select from candidate where id = ${candidateId} and restricted_at is null and anonymised_at is null`.execute(tx);
  return rows.length > 0;
}

/** The copy was handed out, or the deletion carried out, for the first time. */
export async function noteDone(tx: Tx, id: string): Promise<void> {
  await sql`update relative_request set done_at = coalesce(done_at, app_now()) where id = ${id}`.execute(tx);
}

async function checkGrantable(tx: Tx, asking: Asking): Promise<void> {
  const { request, relative } = asking;
  if (relative.granted_at !== null) refuse('ILLEGAL_STATE');
  if (relative.arranged_otherwise_at !== null) refuse('RELATIVE_ARRANGED_OTHERWISE');
  if (!isEvidenceComplete(await evidenceOf(tx, request.id))) refuse('RELATIVE_EVIDENCE_MISSING');
  if (request.kind !== 'Deletion') return;
  const blockers = await deletionBlockers(tx, asking);
  if (blockers.length === 0) return;
  if (relative.is_whole_account) throw new Refusal('ACCOUNT_NOT_CLOSABLE', { details: { blockers } });
  refuse('CANDIDATE_BUSY');
}

/** What has to end before a deletion, each kind with how many there are; of a candidate an exam ahead stands for its refunds too. */
export async function deletionBlockers(tx: Tx, { request, relative }: Asking): Promise<ClosingBlocker[]> {
  const { account_id: accountId, candidate_id: candidateId } = request;
  if (request.kind !== 'Deletion' || relative.done_at !== null || accountId === null) return [];
  if (relative.is_whole_account) return await blockersOf(tx, accountId);
  if (candidateId === null) return [];
  const exams = await registrationsOfCandidate(tx, candidateId);
  const bookings = await bookingsOfCandidate(tx, candidateId);
  const services = await requestsOfCandidate(tx, candidateId);
  const found: ClosingBlocker[] = [
    { kind: 'UpcomingExam', count: exams.busy },
    { kind: 'OpenBooking', count: bookings.busy + services.busy },
  ];
  return found.filter(({ count }) => count > 0);
}

/**
 * What has to be so before staff answer a relative in the affirmative, or refuse.
 * @throws Refusal RELATIVE_NOT_GRANTED before the second person has granted it, RELATIVE_COPY_NOT_HANDED before the copy was handed out; of a
 *   refusal ILLEGAL_STATE once it is done, PROPOSAL_OPEN while a second person may still grant it.
 */
export async function checkAnswer(tx: Tx, { request, relative }: Asking, isGranted: boolean): Promise<void> {
  if (isGranted) {
    if (relative.granted_at === null) refuse('RELATIVE_NOT_GRANTED');
    if (request.kind === 'Copy' && relative.done_at === null) refuse('RELATIVE_COPY_NOT_HANDED');
    return;
  }
  if (relative.done_at !== null) refuse('ILLEGAL_STATE');
  if (await hasOpenProposal(tx, { kind: grantKind, objectId: request.id })) refuse('PROPOSAL_OPEN');
}
