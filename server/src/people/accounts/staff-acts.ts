import { accountMachine } from '@exam/contract/machines';
import type { AccountItem, StaffCalls } from '@exam/contract/staff';
import { checkEmail, maskEmail, maskPhone, normaliseMainlandMobile } from '@exam/contract/rules';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { isKnownInOffices, openHousehold } from '#office/access';
import { audit } from '#office/audit';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { nobodysAccount } from '#platform/nobody';
import type { StaffActor } from '#platform/staff-http';
import { transitionAll } from '#platform/transition';
import { endLetIn } from './contacts/claims.ts';
import { forgetDevicesOf } from './sign-in/devices.ts';
import { endSessionsOf, liveSession } from './session.ts';
import { type AccountRow, birthDateOf, emailKeyOf, openContacts, phoneKeyOf } from './store.ts';
import { endTicketsOf } from './tickets.ts';

type Search = z.output<StaffCalls['accounts.search']['body']>;
type Detail = z.output<StaffCalls['accounts.get']['reply']>;
type Revealed = z.output<StaffCalls['accounts.reveal']['reply']>;
type Act = { id: string; reason: string };

/** Accounts with people of the offices of a member of staff (decision 0056). */
const isTheirs = (staff: StaffActor) => isKnownInOffices(staff, 'account_id', 'account.id');

function overview(tx: Tx, staff: StaffActor) {
  return (
    tx
      .selectFrom('account')
      .where(isTheirs(staff))
      // Under this name the books keep what forgotten people paid: nobody's account.
      .where('account.id', '<>', nobodysAccount)
      .leftJoin('account_candidates', 'account_candidates.account_id', 'account.id')
      .selectAll('account')
      .select(sql<number>`coalesce(account_candidates.saved, 0)`.as('saved_candidates'))
      .select(
        sql<string | null>`(select max(last_seen_at) from account_session where account_id = account.id)`.as(
          'last_seen_at',
        ),
      )
      .select(
        sql<number>`(select count(*)::int from account_session session where session.account_id = account.id and ${liveSession})`.as(
          'live_sessions',
        ),
      )
  );
}

type OverviewRow = AccountRow & { saved_candidates: number; last_seen_at: string | null; live_sessions: number };

function present(row: OverviewRow): AccountItem {
  const { phone, email } = openContacts(row);
  return {
    id: row.id,
    phone: phone && maskPhone(phone),
    email: email && maskEmail(email),
    status: row.status,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    liveSessions: row.live_sessions,
    savedCandidates: row.saved_candidates,
  };
}

/** A page of the accounts of one's offices, the newest first; a search finds a whole number or address by its keyed hash, and nothing by a part. */
export async function searchAccounts(
  tx: Tx,
  staff: StaffActor,
  { pageIndex, pageSize, sort = '-createdAt', search, status }: Search,
) {
  const matching = overview(tx, staff)
    .$if(status !== undefined, (query) => query.where('account.status', '=', status ?? 'Active'))
    .$if(search !== undefined, (query) => query.where(hasContact(search ?? '')));
  const { total } = await tx
    .selectFrom(matching.as('matching'))
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow();
  const column = sort.endsWith('lastSeenAt') ? 'last_seen_at' : 'created_at';
  const rows = await matching
    .orderBy(sql.ref(column), (order) => {
      const directed = sort.startsWith('-') ? order.desc() : order.asc();
      return column === 'last_seen_at' ? directed.nullsLast() : directed;
    })
    .orderBy('account.id')
    .limit(pageSize)
    .offset((pageIndex - 1) * pageSize)
    .execute();
  return { list: rows.map(present), pageIndex, pageSize, recordCount: total };
}

function hasContact(text: string) {
  const phone = normaliseMainlandMobile(text);
  if (phone !== null) return sql<boolean>`account.phone_key = ${phoneKeyOf(phone)}`;
  const email = checkEmail(text);
  return email.ok ? sql<boolean>`account.email_key = ${emailKeyOf(email.email)}` : sql<boolean>`false`;
}

/** One account with its live sessions. @throws Refusal NOT_FOUND. */
export async function readAccount(tx: Tx, staff: StaffActor, id: string): Promise<Detail> {
  const row = await overview(tx, staff)
    .select(sql<number>`(select count(*)::int from passkey_of_account where account_id = account.id)`.as('passkeys'))
    .select(sql<number>`(select count(*)::int from account_device where account_id = account.id)`.as('devices'))
    .where('account.id', '=', id)
    .executeTakeFirst();
  if (!row) refuse('NOT_FOUND');
  const sessions = await tx
    .selectFrom('account_session as session')
    .select(['device', 'network', 'created_at as createdAt', 'last_seen_at as lastSeenAt', 'expires_at as expiresAt'])
    .where('account_id', '=', id)
    .where(liveSession)
    .orderBy('last_seen_at', 'desc')
    .execute();
  return {
    ...present(row),
    closedAt: row.closed_at,
    hasPassword: row.password_hash !== null,
    passkeys: row.passkeys,
    devices: row.devices,
    messageLanguage: row.message_language,
    isPhoneReceiving: row.is_phone_receiving,
    isEmailReceiving: row.is_email_receiving,
    sessions,
  };
}

/** Number, address and birth date in full; the audit keeps who asked and why (T32). @throws Refusal NOT_FOUND. */
export async function revealAccount(tx: Tx, staff: StaffActor, { id, reason }: Act): Promise<Revealed> {
  const row = await tx.selectFrom('account').selectAll().where('id', '=', id).where(isTheirs(staff)).executeTakeFirst();
  if (!row) refuse('NOT_FOUND');
  const object = { kind: 'account', id } as const;
  const entryId = await audit(tx, { staff, action: 'accounts.reveal', object, reason });
  const look = { accountId: id, purpose: 'accounts.reveal', act: 'Revealed' } as const;
  await openHousehold(tx, staff, { ...look, reason, entryId });
  return { ...openContacts(row), dateOfBirth: birthDateOf(row) };
}

/**
 * Locks an account: nobody signs in to it, its sessions end, its half-finished sign-ins too.
 * @throws Refusal NOT_FOUND; ACCOUNT_NOT_IN_STATE (412) when it is not active.
 */
export async function lockAccountByStaff(tx: Tx, staff: StaffActor, act: Act): Promise<void> {
  await changeStatus(tx, staff, 'lock', act);
  await endSessionsOf(tx, act.id);
  await endTicketsOf(tx, act.id);
  await forgetDevicesOf(tx, act.id);
  await endLetIn(tx, act.id);
}

/** Gives a locked account back to its owner. @throws Refusal NOT_FOUND; ACCOUNT_NOT_IN_STATE (412) when it is not locked. */
export async function unlockAccountByStaff(tx: Tx, staff: StaffActor, act: Act): Promise<void> {
  await changeStatus(tx, staff, 'unlock', act);
}

async function lockTheirs(tx: Tx, staff: StaffActor, id: string): Promise<void> {
  const accounts = tx.selectFrom('account').select('id').where('id', '=', id).where(isTheirs(staff));
  if (!(await accounts.forNoKeyUpdate().executeTakeFirst())) refuse('NOT_FOUND');
}

async function changeStatus(tx: Tx, staff: StaffActor, event: 'lock' | 'unlock', { id, reason }: Act): Promise<void> {
  await lockTheirs(tx, staff, id);
  const actor = { kind: 'staff', id: staff.id } as const;
  const change = { table: 'account', kind: 'account', ids: [id], event, actor, reason } as const;
  const [moved] = await transitionAll(tx, accountMachine, change);
  if (!moved) refuse('ACCOUNT_NOT_IN_STATE');
  await audit(tx, {
    staff,
    action: `accounts.${event}`,
    object: { kind: 'account', id },
    reason,
    before: { status: moved.from },
    after: { status: moved.to },
  });
}

/** Signs out every browser of an account. @throws Refusal NOT_FOUND. */
export async function endSessionsByStaff(tx: Tx, staff: StaffActor, { id, reason }: Act): Promise<void> {
  await lockTheirs(tx, staff, id);
  await endSessionsOf(tx, id);
  await endTicketsOf(tx, id);
  await forgetDevicesOf(tx, id);
  await endLetIn(tx, id);
  await audit(tx, { staff, action: 'accounts.endSessions', object: { kind: 'account', id }, reason });
}

/** Accounts of a whole mobile number or e-mail address, contacts masked, for the console's one search field. */
export async function findAccountsBy(tx: Tx, staff: StaffActor, text: string): Promise<AccountItem[]> {
  return (await searchAccounts(tx, staff, { pageIndex: 1, pageSize: 5, search: text })).list;
}
