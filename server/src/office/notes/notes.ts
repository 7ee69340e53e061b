import type { LookAct, RecordKind } from '@exam/contract/rules';
import { type HistoryObject, historyObjects, type NoteObject, type StaffCalls } from '@exam/contract/staff';
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod/mini';
import { isKnownInOffices, openRecords } from '#office/access';
import { actsOn, audit } from '#office/audit';
import { randomId } from '#platform/chance';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { checkPermission, seesOffice, type StaffActor } from '#platform/staff-http';

export type Note = z.output<StaffCalls['notes.add']['reply']>;

/** What a note is about. */
export type About = { objectKind: NoteObject; objectId: string };
type Past = { objectKind: HistoryObject; objectId: string };
type History = z.output<StaffCalls['audit.ofObject']['reply']>;

const longestList = 200;

/**
 * The notes about an object, newest first.
 * @throws Refusal FORBIDDEN (403) without the right to read such objects; NOT_FOUND (404) for another office's.
 */
export async function listNotes(tx: Tx, staff: StaffActor, about: About): Promise<{ list: Note[] }> {
  await checkObject(tx, staff, about);
  await openPerson(tx, staff, about, 'Opened');
  const rows = await tx
    .selectFrom('note')
    .selectAll()
    .where('object_kind', '=', about.objectKind)
    .where('object_id', '=', about.objectId)
    .orderBy('written_at', 'desc')
    .orderBy('id')
    .limit(longestList)
    .execute();
  return {
    list: rows.map((row) => ({
      id: row.id,
      text: row.text,
      writtenBy: row.written_by_name,
      isOwn: row.written_by === staff.id,
      writtenAt: row.written_at,
    })),
  };
}

/** Writes a note; it cannot be changed afterwards. @throws as `listNotes`. */
export async function addNote(tx: Tx, staff: StaffActor, { text, ...about }: About & { text: string }): Promise<Note> {
  await checkObject(tx, staff, about);
  await openPerson(tx, staff, about, 'Changed');
  const row = await tx
    .insertInto('note')
    .values({
      id: randomId(),
      object_kind: about.objectKind,
      object_id: about.objectId,
      text,
      written_by: staff.id,
      written_by_name: staff.name,
      written_at: sql<string>`app_now()`,
    })
    .returning(['id', 'written_at'])
    .executeTakeFirstOrThrow();
  // The text may name people: it stays in the note.
  await audit(tx, { staff, action: 'notes.add', object: { kind: about.objectKind, id: about.objectId } });
  return { id: row.id, text, writtenBy: staff.name, isOwn: true, writtenAt: row.written_at };
}

/** Forgets what staff wrote about things that are forgotten, by their ids. */
export async function forgetNotes(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`delete from note where object_id = any(${[...ids]}::uuid[])`.execute(tx);
}

/** What staff did to an object, newest first. @throws as `listNotes`. */
export async function readHistory(tx: Tx, staff: StaffActor, past: Past): Promise<History> {
  await checkObject(tx, staff, past);
  await openPerson(tx, staff, past, 'Opened');
  return { list: await actsOn(tx, { kind: past.objectKind, id: past.objectId }, longestList) };
}

const recordKinds: ReadonlyMap<HistoryObject, RecordKind> = new Map([
  ['application', 'application'],
  ['booking', 'booking'],
  ['candidate', 'candidate'],
  ['postTest', 'postTest'],
]);

/** What staff write and do about a person tells of them like their page does. */
async function openPerson(tx: Tx, staff: StaffActor, { objectKind, objectId }: Past, act: LookAct): Promise<void> {
  const kind = recordKinds.get(objectKind);
  if (kind) await openRecords(tx, staff, { kind, ids: [objectId], purpose: 'notes.list', act });
}

/** Whose office each kind of object is; of an account or a saved candidate, whether its people are known to one's offices (decision 0056). */
const officesOf: Readonly<
  Record<HistoryObject, (id: string, staff: StaffActor) => RawBuilder<{ office_id: string | null }>>
> = {
  application: (id) => sql`
    select session.office_id from application join exam_session session on session.id = application.session_id
    where application.id = ${id} and application.restricted_at is null and application.deleted_at is null and application.status <> 'Initiated'`,
  order: (id) => sql`select office_id from order_owner where order_id = ${id}`,
  refund: (id) => sql`
    select owner.office_id from refund join order_owner owner on owner.order_id = refund.order_id where refund.id = ${id}`,
  postTest: (id) => sql`select office_id from post_test where id = ${id} and restricted_at is null`,
  booking: (id) => sql`select office_id from booking where id = ${id} and restricted_at is null`,
  cancellation: (id) => sql`
    select owner.office_id from cancellation_request request
      join order_owner owner on owner.order_id = request.order_id
    where request.id = ${id} and not exists (select from out_of_use gone where gone.id = request.id)`,
  sessionSubject: (id) => sql`
    select session.office_id from session_subject subject join exam_session session on session.id = subject.session_id
    where subject.id = ${id}`,
  paymentException: (id) => sql`
    select owner.office_id from payment_exception exception left join order_owner owner on owner.order_id = exception.order_id
    where exception.id = ${id}`,
  fapiao: (id) => sql`
    select owner.office_id from fapiao join order_owner owner on owner.order_id = fapiao.order_id where fapiao.id = ${id}`,
  staff: (id) => sql`select null as office_id from staff_account where id = ${id}`,
  session: (id) => sql`select office_id from exam_session where id = ${id}`,
  account: (id, staff) => sql`
    select null as office_id from account where id = ${id} and ${isKnownInOffices(staff, 'account_id', 'account.id')}`,
  candidate: (id, staff) => sql`
    select null as office_id from candidate
    where id = ${id} and restricted_at is null and ${isKnownInOffices(staff, 'person_key', 'candidate.person_key')}`,
  rightsRequest: (id) => sql`select null as office_id from rights_request where id = ${id}`,
};

const ofNoOffice: ReadonlySet<HistoryObject> = new Set(['account', 'candidate', 'staff', 'rightsRequest']);

async function checkObject(tx: Tx, staff: StaffActor, { objectKind, objectId }: Past): Promise<void> {
  checkPermission(staff, historyObjects[objectKind]);
  const { rows } = await officesOf[objectKind](objectId, staff).execute(tx);
  const [object] = rows;
  if (!object) refuse('NOT_FOUND');
  if (!ofNoOffice.has(objectKind) && !seesOffice(staff, object.office_id)) refuse('NOT_FOUND');
}
