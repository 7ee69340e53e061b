import { maskPhone, normaliseMainlandMobile } from '@exam/contract/rules';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { isKnownInOffices } from '#office/access';
import { propose, type Proposal } from '#office/approvals';
import { randomId } from '#platform/chance';
import type { Tx } from '#platform/database';
import { refuse, refuseFields } from '#platform/errors';
import type { StaffActor } from '#platform/staff-http';
import { seal, unseal } from '#platform/vault';
import { checkFree, writeContact } from '../change-account.ts';
import { type Decision, endBy, note } from './staff-claims.ts';
import { forgetDevicesOf } from '../sign-in/devices.ts';
import { forgetWaysIn } from './owner-lost.ts';
import { tellSecurity } from '../security-events.ts';
import { endSessionsOf } from '../session.ts';
import { type AccountRow, lockAccount, openContacts, phoneKeyOf } from '../store.ts';
import { endTicketsOf } from '../tickets.ts';

const place = (row: string, column: 'phone' | 'evidence') => ({ table: 'number_move', row, column });

/**
 * Asks a second person to move an account, whose owner lost phone and number, to another number (S-16, S-19); `id` is the account's. The
 * number and the evidence wait sealed.
 * @returns the proposal's id.
 * @throws Refusal NOT_FOUND; ACCOUNT_NOT_IN_STATE (412) when it is not active; FIELDS for what is not a mainland number; ILLEGAL_STATE when
 * the number has an account, or had one that was closed lately; PROPOSAL_OPEN when a move of this account waits already.
 */
export async function proposeNumber(
  tx: Tx,
  staff: StaffActor,
  given: Decision & { phone: string },
): Promise<{ proposalId: string }> {
  const phone = normaliseMainlandMobile(given.phone) ?? refuseFields({ phone: 'PHONE_INVALID' });
  const account = await lockActive(tx, staff, given.id);
  await checkFree(tx, account, { by: { phone }, key: phoneKeyOf(phone) });
  const moveId = randomId();
  await sql`
    insert into number_move (id, account_id, phone_sealed, evidence_sealed, asked_by, asked_at)
    values (${moveId}, ${account.id}, ${seal(phone, place(moveId, 'phone'))}, ${seal(given.evidence, place(moveId, 'evidence'))},
      ${staff.id}, app_now())`.execute(tx);
  const { phone: old } = openContacts(account);
  const proposalId = await propose(tx, {
    kind: 'numberMove',
    objectId: account.id,
    label: old && maskPhone(old),
    payload: { moveId, phone: maskPhone(phone) },
    staff,
    reason: given.reason,
  });
  return { proposalId };
}

const payload = z.object({ moveId: z.uuid() });

/**
 * What the second person's approval does: every session, device, passkey and half-finished sign-in ends, and old and new number and
 * the mail are told. What the first person saw as evidence stays with the claim.
 * @throws Refusal NOT_FOUND; ACCOUNT_NOT_IN_STATE (412); ILLEGAL_STATE when the number was taken meanwhile.
 */
export async function performMove(tx: Tx, proposal: Proposal, staff: StaffActor): Promise<void> {
  const { moveId } = payload.parse(proposal.payload);
  const before = await lockActive(tx, staff, proposal.objectId);
  const { id } = before;
  const { phone, evidence } = await takeMove(tx, moveId);
  await writeContact(tx, before, { by: { phone }, key: phoneKeyOf(phone) });
  const claimId = await claimOf(tx, id);
  await endBy(tx, staff, { id: claimId, reason: proposal.reason, evidence, outcome: 'NumberMoved' });
  await sql`update possession_claim set moved_by = ${proposal.proposedBy} where id = ${claimId}`.execute(tx);
  await endSessionsOf(tx, id);
  await endTicketsOf(tx, id);
  await forgetDevicesOf(tx, id);
  await forgetWaysIn(tx, id);
  const { phone: old } = openContacts(before);
  const masks = { before: { phone: old && maskPhone(old) }, after: { phone: maskPhone(phone) } };
  await note(tx, staff, { accountId: id, action: 'claims.moveNumber', reason: proposal.reason, ...masks });
  await tellSecurity(tx, 'phoneChanged', [before, await lockAccount(tx, id)], staff);
}

/** Forgets the numbers and the evidence of proposals that came to nothing; run by a cron. */
export async function forgetMoves(tx: Tx): Promise<void> {
  await sql`
    delete from number_move where not exists (
      select from proposal where status = 'Open' and kind = 'numberMove' and payload ->> 'moveId' = number_move.id::text)`.execute(
    tx,
  );
}

async function lockActive(tx: Tx, staff: StaffActor, id: string): Promise<AccountRow> {
  const isTheirs = isKnownInOffices(staff, 'account_id', 'account.id');
  const known = await tx.selectFrom('account').select('status').where('id', '=', id).where(isTheirs).executeTakeFirst();
  if (!known) return refuse('NOT_FOUND');
  const account = await lockAccount(tx, id);
  return account.status === 'Active' ? account : refuse('ACCOUNT_NOT_IN_STATE');
}

async function takeMove(tx: Tx, id: string): Promise<{ phone: string; evidence: string }> {
  const row = await tx.deleteFrom('number_move').where('id', '=', id).returningAll().executeTakeFirst();
  if (!row) return refuse('NOT_FOUND');
  return {
    phone: unseal(row.phone_sealed, place(id, 'phone')),
    evidence: unseal(row.evidence_sealed, place(id, 'evidence')),
  };
}

/** The open claim to an account, or a new one that keeps the evidence. */
async function claimOf(tx: Tx, accountId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into possession_claim as claim (id, account_id, opened_at) values (${randomId()}, ${accountId}, app_now())
    on conflict (account_id) where ended_at is null do update set account_id = claim.account_id returning id`.execute(
    tx,
  );
  return rows[0]?.id ?? refuse('ILLEGAL_STATE');
}
