import type { ClaimItem, StaffCalls } from '@exam/contract/staff';
import { maskPhone, normaliseMainlandMobile } from '@exam/contract/rules';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { audit } from '#audit';
import { randomId } from '#platform/chance';
import type { Tx } from '#platform/database';
import { refuse, refuseFields } from '#platform/errors';
import { lifetimes } from '#platform/limit-table';
import type { StaffActor } from '#platform/staff-http';
import { record } from '#platform/transition';
import { seal, unseal } from '#platform/vault';
import { writeContact } from './change-account.ts';
import { forgetDevicesOf } from './devices.ts';
import { forgetWaysIn } from './owner-lost.ts';
import { tellSecurity } from './security-events.ts';
import { endSessionsOf } from './session.ts';
import { type AccountRow, lockAccount, openContacts, phoneKeyOf } from './store.ts';
import { endTicketsOf } from './tickets.ts';

type Search = z.output<StaffCalls['claims.search']['body']>;
type Detail = z.output<StaffCalls['claims.get']['reply']>;
type Decision = { id: string; reason: string; evidence: string };
type Outcome = 'ByStaff' | 'Refused' | 'NumberMoved';

const evidencePlace = (row: string) => ({ table: 'possession_claim', row, column: 'evidence' });

function claims(tx: Tx) {
  return tx
    .selectFrom('possession_claim as claim')
    .innerJoin('account', 'account.id', 'claim.account_id')
    .selectAll('claim')
    .select(['account.phone_sealed', 'account.email_sealed']);
}

type ClaimRow = Awaited<ReturnType<ReturnType<typeof claims>['executeTakeFirstOrThrow']>>;

function present(row: ClaimRow): ClaimItem {
  const { phone } = openContacts({ ...row, id: row.account_id });
  return {
    id: row.id,
    accountId: row.account_id,
    phone: phone && maskPhone(phone),
    openedAt: row.opened_at,
    handedAt: row.handed_to_staff_at,
    birthDateTries: row.birth_date_tries,
    endedAt: row.ended_at,
    outcome: row.outcome,
    decidedBy: row.decided_by_name,
  };
}

/** A page of the claims to accounts (S-19), the one that waits longest first. */
export async function searchClaims(tx: Tx, query: Search) {
  const { pageIndex, pageSize, sort = 'handedAt', isWaiting, accountId } = query;
  const waits = sql<boolean>`(claim.handed_to_staff_at is not null and claim.ended_at is null)`;
  const matching = claims(tx)
    .$if(isWaiting !== undefined, (all) => all.where(waits, '=', isWaiting ?? true))
    .$if(accountId !== undefined, (all) => all.where('claim.account_id', '=', accountId ?? ''));
  const { total } = await tx
    .selectFrom(matching.as('matching'))
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow();
  const column = sort.endsWith('openedAt') ? 'claim.opened_at' : 'claim.handed_to_staff_at';
  const rows = await matching
    .orderBy(sql.ref(column), (order) => (sort.startsWith('-') ? order.desc() : order.asc()).nullsLast())
    .orderBy('claim.id')
    .limit(pageSize)
    .offset((pageIndex - 1) * pageSize)
    .execute();
  return { list: rows.map(present), pageIndex, pageSize, recordCount: total };
}

/** One claim with the evidence of its decision. @throws Refusal NOT_FOUND. */
export async function readClaim(tx: Tx, id: string): Promise<Detail> {
  const row = await claims(tx).where('claim.id', '=', id).executeTakeFirst();
  if (!row) return refuse('NOT_FOUND');
  const evidence = row.evidence_sealed && unseal(row.evidence_sealed, evidencePlace(id));
  return { ...present(row), evidence, letInUntil: row.let_in_until };
}

/**
 * Staff found that the person is the owner: one sign-in by code to the number within 24 hours needs no other proof. Phone and mail are
 * told, so that an owner who is another person hears of it.
 * @throws Refusal NOT_FOUND; ILLEGAL_STATE (412) when the claim is over.
 */
export async function acceptClaim(tx: Tx, staff: StaffActor, decision: Decision): Promise<void> {
  const account = await decide(tx, staff, decision, 'ByStaff');
  await sql`update possession_claim set let_in_until = app_now() + make_interval(secs => ${lifetimes.letIn.seconds})
    where id = ${decision.id}`.execute(tx);
  await tellSecurity(tx, 'claimAccepted', [account], staff);
}

/** Staff did not. The next sign-in by code to the number opens a new claim. @throws as `acceptClaim`. */
export async function refuseClaim(tx: Tx, staff: StaffActor, decision: Decision): Promise<void> {
  const account = await decide(tx, staff, decision, 'Refused');
  await endTicketsOf(tx, account.id);
  await tellSecurity(tx, 'claimRefused', [account], staff);
}

async function decide(tx: Tx, staff: StaffActor, decision: Decision, outcome: Outcome): Promise<AccountRow> {
  const { id, reason } = decision;
  const found = await tx
    .selectFrom('possession_claim')
    .select(['account_id', 'ended_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) return refuse('NOT_FOUND');
  if (found.ended_at !== null) return refuse('ILLEGAL_STATE');
  const account = await lockAccount(tx, found.account_id);
  await endBy(tx, staff, { ...decision, outcome });
  const action = outcome === 'ByStaff' ? 'claims.accept' : 'claims.refuse';
  await note(tx, staff, { accountId: account.id, action, reason, after: { claimId: id, outcome } });
  return account;
}

async function endBy(tx: Tx, staff: StaffActor, end: Decision & { outcome: Outcome }): Promise<void> {
  await sql`update possession_claim set ended_at = app_now(), outcome = ${end.outcome}, decided_by_name = ${staff.name},
    evidence_sealed = ${seal(end.evidence, evidencePlace(end.id))} where id = ${end.id}`.execute(tx);
}

type Noted = { accountId: string; action: string; reason: string; before?: object; after: object };

async function note(tx: Tx, staff: StaffActor, { accountId: id, action, ...rest }: Noted): Promise<void> {
  await record(tx, { kind: 'account', id, event: action, actor: { kind: 'staff', id: staff.id }, reason: rest.reason });
  await audit(tx, { staff, action, object: { kind: 'account', id }, ...rest });
}

/**
 * Moves an account whose owner lost phone and number to another number; `id` is the account's. Every session, device, passkey and half-finished
 * sign-in ends, and old and new number and the mail are told.
 * @throws Refusal NOT_FOUND; ACCOUNT_NOT_IN_STATE (412) when it is not active; FIELDS for what is no mainland number; ILLEGAL_STATE when
 * the number has an account, or had one that was closed lately.
 */
export async function moveNumber(tx: Tx, staff: StaffActor, given: Decision & { phone: string }): Promise<void> {
  const { id, reason } = given;
  const phone = normaliseMainlandMobile(given.phone) ?? refuseFields({ phone: 'PHONE_INVALID' });
  const known = await tx.selectFrom('account').select('status').where('id', '=', id).executeTakeFirst();
  if (!known) return refuse('NOT_FOUND');
  const before = await lockAccount(tx, id);
  if (before.status !== 'Active') return refuse('ACCOUNT_NOT_IN_STATE');
  await writeContact(tx, before, { by: { phone }, key: phoneKeyOf(phone) });
  await endBy(tx, staff, { ...given, id: await claimOf(tx, id), outcome: 'NumberMoved' });
  await endSessionsOf(tx, id);
  await endTicketsOf(tx, id);
  await forgetDevicesOf(tx, id);
  await forgetWaysIn(tx, id);
  const { phone: old } = openContacts(before);
  const masks = { before: { phone: old && maskPhone(old) }, after: { phone: maskPhone(phone) } };
  await note(tx, staff, { accountId: id, action: 'claims.moveNumber', reason, ...masks });
  await tellSecurity(tx, 'phoneChanged', [before, await lockAccount(tx, id)], staff);
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
