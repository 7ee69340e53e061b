import { type EventOf, fapiaoMachine } from '@exam/contract/machines';
import { sql } from 'kysely';
import { openHousehold } from '#office/access';
import { audit } from '#office/audit';
import { handFile } from '#office/files';
import { notify } from '#people/notices';
import { randomId } from '#platform/chance';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { checkOffice, type StaffActor } from '#platform/staff-http';
import { transition } from '#platform/transition';
import { closeItem } from '#office/work-items';
import { emailOf, type FapiaoRow, issuable, type Kept, keptOf, papersOf, redDueOf } from './store.ts';
import { tellPaper } from './notify.ts';

type Seen = { id: string; version: number };
type Paper = Seen & { number: string; amount: number; fileId: string | null };

/**
 * Records what staff issued in the tax system: number, file and exactly what the order kept. The candidate is told and has the file
 * from then on.
 * @throws Refusal NOT_FOUND (404); VERSION_CONFLICT (409); ILLEGAL_STATE; FAPIAO_NOTHING_LEFT, FAPIAO_AMOUNT_CHANGED; FIELDS when
 *   the number is recorded already.
 */
export async function issueFapiao(tx: Tx, staff: StaffActor, paper: Paper): Promise<void> {
  const { row, kept } = await lock(tx, staff, paper);
  const amount = issuable(kept);
  if (amount === 0) refuse('FAPIAO_NOTHING_LEFT');
  if (amount !== paper.amount) refuse('FAPIAO_AMOUNT_CHANGED');
  await move(tx, row, { event: 'issue', staff });
  await keepPaper(tx, staff, { row, paper, isRed: false });
  await closeItem(tx, { kind: 'fapiaoToIssue', objectId: row.id });
}

/**
 * Records the red letter that takes back what was given back since it was issued (9.5#7).
 * @throws Refusal as `issueFapiao`; ILLEGAL_STATE where nothing is to be taken back.
 */
export async function redIssueFapiao(tx: Tx, staff: StaffActor, paper: Paper): Promise<void> {
  const { row, kept } = await lock(tx, staff, paper);
  const due = redDueOf(await papersOf(tx, row.id), kept);
  if (due === 0) refuse('ILLEGAL_STATE');
  if (due !== paper.amount) refuse('FAPIAO_AMOUNT_CHANGED');
  await move(tx, row, { event: 'redIssue', staff });
  await keepPaper(tx, staff, { row, paper, isRed: true });
  await closeItem(tx, { kind: 'fapiaoToRed', objectId: row.id });
}

/**
 * Says why it cannot be issued as it was asked for; the candidate reads it and may correct it.
 * @throws Refusal NOT_FOUND (404); VERSION_CONFLICT (409); ILLEGAL_STATE.
 */
export async function refuseFapiao(tx: Tx, staff: StaffActor, seen: Seen & { reason: string }): Promise<void> {
  const { row, kept } = await lock(tx, staff, seen);
  const { reason } = seen;
  await move(tx, row, { event: 'refuse', staff, reason });
  await sql`update fapiao set refusal = ${reason} where id = ${row.id}`.execute(tx);
  await closeItem(tx, { kind: 'fapiaoToIssue', objectId: row.id });
  const values = { orderId: row.order_id, orderCode: kept.orderCode };
  const { account_id: accountId, id: objectId, version } = row;
  await notify(tx, { kind: 'fapiaoRefused', values, accountId, objectId, version });
  await audit(tx, { staff, action: 'fapiao.refuse', object: { kind: 'fapiao', id: row.id }, reason });
}

/** The whole address, for a reason. @throws Refusal NOT_FOUND */
export async function revealEmail(
  tx: Tx,
  staff: StaffActor,
  { id, reason }: { id: string; reason: string },
): Promise<{ email: string }> {
  const row = await tx.selectFrom('fapiao').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return refuse('NOT_FOUND');
  await checkSeen(tx, staff, row);
  const entryId = await audit(tx, {
    staff,
    action: 'fapiao.reveal',
    object: { kind: 'fapiao', id },
    reason,
    after: { field: 'email' },
  });
  const look = { accountId: row.account_id, purpose: 'fapiao.reveal', act: 'Revealed' } as const;
  await openHousehold(tx, staff, { ...look, reason, entryId });
  return { email: emailOf(row) };
}

async function lock(tx: Tx, staff: StaffActor, { id, version }: Seen): Promise<{ row: FapiaoRow; kept: Kept }> {
  const row = await tx.selectFrom('fapiao').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  if (!row) return refuse('NOT_FOUND');
  await checkSeen(tx, staff, row);
  if (row.version !== version) refuse('VERSION_CONFLICT');
  return { row, kept: (await keptOf(tx, row.order_id)) ?? refuse('ILLEGAL_STATE') };
}

async function checkSeen(tx: Tx, staff: StaffActor, row: FapiaoRow): Promise<void> {
  const owner = await tx
    .selectFrom('order_owner')
    .select('office_id')
    .where('order_id', '=', row.order_id)
    .executeTakeFirst();
  checkOffice(staff, owner?.office_id ?? null);
}

type Move = { event: EventOf<typeof fapiaoMachine>; staff: StaffActor; reason?: string };

async function move(tx: Tx, { id }: FapiaoRow, { event, staff, reason = '' }: Move): Promise<void> {
  const actor = { kind: 'staff', id: staff.id } as const;
  const change = { table: 'fapiao', kind: 'fapiao', id, event, actor, reason: reason === '' ? null : reason } as const;
  await transition(tx, fapiaoMachine, change);
  await sql`update fapiao set version = version + 1 where id = ${id}`.execute(tx);
}

type Keeping = { row: FapiaoRow; paper: Paper; isRed: boolean };

async function keepPaper(tx: Tx, staff: StaffActor, { row, paper, isRed }: Keeping): Promise<void> {
  const { number, amount, fileId } = paper;
  const id = randomId();
  if (fileId !== null) {
    const to = { accountId: row.account_id, usedBy: 'fapiao', objectId: row.id } as const;
    await handFile(tx, { id: fileId, staffId: staff.id, ...to });
  }
  const { rows } = await sql`
    insert into fapiao_paper (id, fapiao_id, is_red, number, amount, file_id, issued_by, issued_by_name, issued_at)
    values (${id}, ${row.id}, ${isRed}, ${number}, ${amount}, ${fileId}, ${staff.id}, ${staff.name}, app_now())
    on conflict (number) do nothing returning id`.execute(tx);
  if (rows.length === 0) refuse('FIELDS', {}, { number: 'FAPIAO_NUMBER_USED' });
  await tellPaper(tx, row, { id, isRed, number, amount });
  const action = isRed ? 'fapiao.redIssue' : 'fapiao.issue';
  await audit(tx, { staff, action, object: { kind: 'fapiao', id: row.id }, after: { number, amount } });
}
