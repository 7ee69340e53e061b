import { arrangementMachine, seatedStates } from '@exam/contract/machines';
import type { StaffCalls } from '@exam/contract/staff';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { accountContact } from '#people/accounts';
import { arrangementAsked, noteArrangement, openApplications } from '#registering/applications';
import { openRecords } from '#office/access';
import { audit } from '#office/audit';
import type { NamedExam } from '#people/messages';
import { notify } from '#people/notices';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { checkOffice, type StaffActor } from '#platform/staff-http';
import { record, transition } from '#platform/transition';
import { seal, unseal } from '#platform/vault';
import { closeItem } from '#office/work-items';
import { findArrangement } from './list.ts';

type Detail = z.output<StaffCalls['arrangements.get']['reply']>;

const place = (id: string, column: 'request' | 'conditions') => ({ table: 'special_arrangement', row: id, column });

const lookAt = (id: string) =>
  ({ kind: 'application', ids: [id], purpose: 'arrangements.get', act: 'Changed' }) as const;

/** What is asked for and what was decided; looking at it is written into the audit, for it tells of health. */
export async function readArrangement(tx: Tx, staff: StaffActor, id: string): Promise<Detail> {
  const item = (await findArrangement(tx, staff, id)) ?? refuse('NOT_FOUND');
  const row = await tx.selectFrom('special_arrangement').selectAll().where('id', '=', id).executeTakeFirst();
  const [application = refuse('NOT_FOUND')] = await openApplications(tx, [id]);
  const object = { kind: 'application', id } as const;
  const people = [application.row.person_key];
  const entryId = await audit(tx, { staff, action: 'arrangements.get', object, people });
  await openRecords(tx, staff, { kind: 'application', ids: [id], purpose: 'arrangements.get', entryId });
  const written = row?.request_sealed ? unseal(row.request_sealed, place(id, 'request')) : null;
  return {
    ...item,
    request: (written ?? arrangementAsked(application.formJson) ?? '').slice(0, 2000),
    conditions: row?.conditions_sealed ? unseal(row.conditions_sealed, place(id, 'conditions')) : null,
  };
}

/**
 * Notes a special arrangement that was asked for by telephone or letter.
 * @throws Refusal NOT_FOUND outside the staff's offices; ILLEGAL_STATE where nobody sits the exam; ARRANGEMENT_EXISTS.
 */
export async function recordArrangement(
  tx: Tx,
  staff: StaffActor,
  { id, request, reason }: { id: string; request: string; reason: string },
): Promise<void> {
  const { rows } = await sql<{ office_id: string; arrangement_status: string }>`
    select office_id, arrangement_status from registration_desk where id = ${id}`.execute(tx);
  const desk = rows[0] ?? refuse('NOT_FOUND');
  checkOffice(staff, desk.office_id);
  await openRecords(tx, staff, { ...lookAt(id), reason });
  await refuseUnseated(tx, id);
  if (desk.arrangement_status !== 'None') refuse('ARRANGEMENT_EXISTS');
  const { rows: recorded } = await sql`
    insert into special_arrangement (id, status, request_sealed) values (${id}, 'Open', ${seal(request, place(id, 'request'))})
    on conflict do nothing returning id`.execute(tx);
  if (recorded.length === 0) refuse('ARRANGEMENT_EXISTS');
  await noteArrangement(tx, id);
  const actor = { kind: 'staff', id: staff.id } as const;
  await record(tx, { kind: 'specialArrangement', id, event: 'record', actor, to: 'Open' });
  await audit(tx, { staff, action: 'arrangements.record', object: { kind: 'application', id }, reason });
}

type Decision = { id: string; version: number; isGranted: boolean; conditions: string };

/**
 * Grants or refuses a special arrangement; the candidate is told, and reads the conditions at the registration's page. A decision
 * may be revised until the exam begins.
 * @throws Refusal NOT_FOUND; VERSION_CONFLICT (409); ILLEGAL_STATE where nobody sits the exam; SESSION_EXPIRED once it has begun.
 */
export async function decideArrangement(tx: Tx, staff: StaffActor, decision: Decision): Promise<void> {
  const { id, version, isGranted, conditions } = decision;
  await findArrangement(tx, staff, id).then((item) => item ?? refuse('NOT_FOUND'));
  await openRecords(tx, staff, lookAt(id));
  await refuseUnseated(tx, id);
  await sql`insert into special_arrangement (id, status) values (${id}, 'Open') on conflict do nothing`.execute(tx);
  await refuseBegun(tx, id);
  const { rows } = await sql<{ version: number }>`
    update special_arrangement
    set version = version + 1, conditions_sealed = ${seal(conditions, place(id, 'conditions'))}, decided_at = app_now(),
      decided_by = ${staff.id}, decided_by_name = ${staff.name}
    where id = ${id} and version = ${Math.max(version, 1)} returning version`.execute(tx);
  const [changed] = rows;
  if (!changed) return refuse('VERSION_CONFLICT');
  const actor = { kind: 'staff', id: staff.id } as const;
  const event = isGranted ? 'grant' : 'refuse';
  await transition(tx, arrangementMachine, {
    table: 'special_arrangement',
    kind: 'specialArrangement',
    id,
    event,
    actor,
  });
  await closeItem(tx, { kind: 'specialArrangement', objectId: id });
  await tellDecided(tx, { id, isGranted, version: changed.version });
  // What was granted tells of health: it stays sealed in its row.
  await audit(tx, { staff, action: 'arrangements.decide', object: { kind: 'application', id }, after: { isGranted } });
}

/** Only who is registered needs anything on the day; the state is held until the act is done. */
async function refuseUnseated(tx: Tx, id: string): Promise<void> {
  const { rows } = await sql<{ status: string }>`select status from application where id = ${id} for share`.execute(tx);
  if (!seatedStates.some((state) => state === rows[0]?.status)) refuse('ILLEGAL_STATE');
}

async function refuseBegun(tx: Tx, id: string): Promise<void> {
  const { rows } = await sql`select from registration_desk where id = ${id} and starts_at <= app_now()`.execute(tx);
  if (rows.length > 0) refuse('SESSION_EXPIRED');
}

async function tellDecided(tx: Tx, told: { id: string; isGranted: boolean; version: number }): Promise<void> {
  const { id, isGranted, version } = told;
  const { rows: owners } = await sql<{ account_id: string }>`
    select account_id from application where id = ${id}`.execute(tx);
  const accountId = owners[0]?.account_id ?? refuse('NOT_FOUND');
  const { language } = await accountContact(tx, accountId);
  const name = (field: string) => sql.ref(`${field}_${language}`);
  const { rows } = await sql<NamedExam>`
    select application_id as "applicationId", ${name('product_name')} as "productName", ${name('subject_name')} as "subjectName", ${name('city_name')} as "cityName",
      candidate_name as "candidateName", exam_date as "examDate", start_time as "startTime"
    from application_summary where application_id = ${id}`.execute(tx);
  const exam = rows[0] ?? refuse('NOT_FOUND');
  await notify(tx, {
    kind: 'arrangementDecided',
    values: { ...exam, isGranted },
    accountId,
    objectId: id,
    version,
  });
}

/** What was granted to each of these registrations. */
export async function conditionsGranted(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const decided = await decisionsOf(tx, ids);
  return new Map([...decided].flatMap(([id, { isGranted, conditions }]) => (isGranted ? [[id, conditions]] : [])));
}

/** The decisions about the special arrangements of these registrations; undecided ones are left out. */
async function decisionsOf(
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, { isGranted: boolean; conditions: string }>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('special_arrangement')
    .selectAll()
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('status', '<>', 'Open')
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        isGranted: row.status === 'Granted',
        conditions: row.conditions_sealed ? unseal(row.conditions_sealed, place(row.id, 'conditions')) : '',
      },
    ]),
  );
}
