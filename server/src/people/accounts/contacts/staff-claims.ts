import type { ClaimItem, StaffCalls, AuditAct } from '@exam/contract/staff';
import { maskPhone } from '@exam/contract/rules';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { isKnownInOffices } from '#office/access';
import { audit } from '#office/audit';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { lifetimes } from '#platform/limits/table';
import type { StaffActor } from '#platform/staff-http';
import { record } from '#platform/transition';
import { seal, unseal } from '#platform/vault';
import { closeItem } from '#office/work-items';
import { tellSecurity } from '../security-events.ts';
import { type AccountRow, lockAccount, openContacts } from '../store.ts';
import { endTicketsOf } from '../tickets.ts';

type Search = z.output<StaffCalls['claims.search']['body']>;
type Detail = z.output<StaffCalls['claims.get']['reply']>;
export type Decision = { id: string; reason: string; evidence: string };
type Outcome = 'ByStaff' | 'Refused' | 'NumberMoved';

const evidencePlace = (row: string) => ({ table: 'possession_claim', row, column: 'evidence' });

/** Claims to accounts with people of the offices of a member of staff (decision 0056). */
function claims(tx: Tx, staff: StaffActor) {
  return tx
    .selectFrom('possession_claim as claim')
    .where(isKnownInOffices(staff, 'account_id', 'claim.account_id'))
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
export async function searchClaims(tx: Tx, staff: StaffActor, query: Search) {
  const { pageIndex, pageSize, sort = 'handedAt', isWaiting, accountId } = query;
  const waits = sql<boolean>`(claim.handed_to_staff_at is not null and claim.ended_at is null)`;
  const matching = claims(tx, staff)
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

async function findClaim(tx: Tx, staff: StaffActor, id: string): Promise<ClaimRow> {
  return (await claims(tx, staff).where('claim.id', '=', id).executeTakeFirst()) ?? refuse('NOT_FOUND');
}

/** One claim with the evidence of its decision. @throws Refusal NOT_FOUND. */
export async function readClaim(tx: Tx, staff: StaffActor, id: string): Promise<Detail> {
  const row = await findClaim(tx, staff, id);
  const evidence = row.evidence_sealed && unseal(row.evidence_sealed, evidencePlace(id));
  return { ...present(row), evidence, letInUntil: row.let_in_until };
}

/**
 * Staff found that the person is the owner: one sign-in by code to the number within 24 hours needs no other proof. Phone and mail are
 * told, so that an owner who is another person hears of it. Whoever had the account moved to this number does not decide it.
 * @throws Refusal NOT_FOUND; ILLEGAL_STATE (412) when the claim is over; SECOND_PERSON_NEEDED.
 */
export async function acceptClaim(tx: Tx, staff: StaffActor, decision: Decision): Promise<void> {
  await findClaim(tx, staff, decision.id);
  if (await hasMoved(tx, staff, decision.id)) refuse('SECOND_PERSON_NEEDED');
  const account = await decide(tx, staff, decision, 'ByStaff');
  await sql`update possession_claim set let_in_until = app_now() + make_interval(secs => ${lifetimes.letIn.seconds})
    where id = ${decision.id}`.execute(tx);
  await tellSecurity(tx, 'claimAccepted', [account], staff);
}

async function hasMoved(tx: Tx, staff: StaffActor, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from possession_claim claim join possession_claim move using (account_id)
    where claim.id = ${id} and move.moved_by = ${staff.id}`.execute(tx);
  return rows.length > 0;
}

/**
 * Takes back that a claim was accepted, while nobody has signed in by it: the next sign-in asks for a proof again.
 * @throws Refusal NOT_FOUND; ILLEGAL_STATE (412) when it was not accepted, was used, or the day is over.
 */
export async function takeClaimBack(
  tx: Tx,
  staff: StaffActor,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  const known = await findClaim(tx, staff, id);
  const account = await lockAccount(tx, known.account_id);
  const { rows } = await sql`
    update possession_claim set let_in_until = null, outcome = 'TakenBack'
    where id = ${id} and outcome = 'ByStaff' and let_in_until > app_now() returning id`.execute(tx);
  if (rows.length === 0) refuse('ILLEGAL_STATE');
  await endTicketsOf(tx, account.id);
  const after = { claimId: id, outcome: 'TakenBack' };
  await note(tx, staff, { accountId: account.id, action: 'claims.takeBack', reason, after });
  await tellSecurity(tx, 'claimRefused', [account], staff);
}

/** Staff did not. The next sign-in by code to the number opens a new claim. @throws as `acceptClaim`. */
export async function refuseClaim(tx: Tx, staff: StaffActor, decision: Decision): Promise<void> {
  const account = await decide(tx, staff, decision, 'Refused');
  await endTicketsOf(tx, account.id);
  await tellSecurity(tx, 'claimRefused', [account], staff);
}

async function decide(tx: Tx, staff: StaffActor, decision: Decision, outcome: Outcome): Promise<AccountRow> {
  const { id, reason } = decision;
  const known = await findClaim(tx, staff, id);
  const account = await lockAccount(tx, known.account_id);
  const { ended_at } = await tx
    .selectFrom('possession_claim')
    .select('ended_at')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (ended_at !== null) return refuse('ILLEGAL_STATE');
  await endBy(tx, staff, { ...decision, outcome });
  const action = outcome === 'ByStaff' ? 'claims.accept' : 'claims.refuse';
  await note(tx, staff, { accountId: account.id, action, reason, after: { claimId: id, outcome } });
  return account;
}

/** Ends a claim by staff, with the evidence sealed. */
export async function endBy(tx: Tx, staff: StaffActor, end: Decision & { outcome: Outcome }): Promise<void> {
  await sql`update possession_claim set ended_at = app_now(), outcome = ${end.outcome}, decided_by_name = ${staff.name},
    evidence_sealed = ${seal(end.evidence, evidencePlace(end.id))} where id = ${end.id}`.execute(tx);
  await closeItem(tx, { kind: 'claimToDecide', objectId: end.id });
}

type Noted = { accountId: string; action: AuditAct; reason: string; before?: object; after: object };

/** An act about who owns an account: in its history and in the audit. */
export async function note(tx: Tx, staff: StaffActor, { accountId: id, action, ...rest }: Noted): Promise<void> {
  await record(tx, { kind: 'account', id, event: action, actor: { kind: 'staff', id: staff.id }, reason: rest.reason });
  await audit(tx, { staff, action, object: { kind: 'account', id }, ...rest });
}
