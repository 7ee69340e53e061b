import type { CircularItem, StaffCalls } from '@exam/contract/staff';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { accountContact } from '#accounts';
import { audit } from '#audit';
import { notify } from '#notices';
import { randomId } from '#platform/chance';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { inOffices, type StaffActor } from '#platform/staff-http';

type Words = { titleEn: string; titleZh: string; textEn: string; textZh: string };
type Sending = Words & { sessionId: string; isDryRun: boolean };
type Counts = z.output<StaffCalls['circulars.send']['reply']>;

type Place = {
  productNameEn: string;
  productNameZh: string;
  cityNameEn: string;
  cityNameZh: string;
  examDate: string;
  startTime: string;
};

/**
 * Tells everybody who is registered for a session something, each account once in its own language. A dry run counts only.
 * @throws Refusal NOT_FOUND outside the staff's offices; NOBODY_TO_TELL; TOLD_ALREADY for the same words within an hour.
 */
export async function sendCircular(tx: Tx, staff: StaffActor, sending: Sending): Promise<Counts> {
  const { sessionId, isDryRun, ...words } = sending;
  const place = await lockSession(tx, staff, sessionId);
  const registered = await registrationsOf(tx, sessionId);
  const owners = [...Map.groupBy(registered, ({ accountId }) => accountId)].map(([accountId, own]) => ({
    accountId,
    applicationId: own[0]?.id ?? '',
  }));
  const counted = { registrations: registered.length, accounts: owners.length };
  const counts = { ...counted, ...(await channelsOf(tx, owners)) };
  if (isDryRun) return counts;
  if (owners.length === 0) refuse('NOBODY_TO_TELL');
  const id = await insert(tx, staff, { sessionId, words, ids: registered.map((one) => one.id) });
  for (const owner of owners) await tell(tx, { ...owner, circularId: id, place, words });
  await audit(tx, {
    staff,
    action: 'circulars.send',
    object: { kind: 'session', id: sessionId },
    after: { circularId: id, ...words, ...counts },
  });
  return counts;
}

async function lockSession(tx: Tx, staff: StaffActor, sessionId: string): Promise<Place> {
  await sql`select id from exam_session where id = ${sessionId} for update`.execute(tx);
  const { rows } = await sql<Place>`
    select product_name_en as "productNameEn", product_name_zh as "productNameZh", city_name_en as "cityNameEn",
      city_name_zh as "cityNameZh", exam_date as "examDate", start_time as "startTime"
    from session_place place where session_id = ${sessionId} and ${inOffices(staff, 'place.office_id')}`.execute(tx);
  return rows[0] ?? refuse('NOT_FOUND');
}

async function registrationsOf(tx: Tx, sessionId: string): Promise<{ id: string; accountId: string }[]> {
  const { rows } = await sql<{ id: string; accountId: string }>`
    select id, account_id as "accountId" from registration_desk
    where session_id = ${sessionId}
      and status in ('Registered', 'RegisteredCancellationRequested', 'RegisteredCancellationRejected')
    order by account_id, id`.execute(tx);
  return rows;
}

async function channelsOf(
  tx: Tx,
  owners: readonly { accountId: string }[],
): Promise<{ byMail: number; bySms: number }> {
  let [byMail, bySms] = [0, 0];
  for (const { accountId } of owners) {
    const { email, isEmailReceiving, phone, isPhoneReceiving } = await accountContact(tx, accountId);
    if (email !== null && isEmailReceiving) byMail += 1;
    if (phone !== null && isPhoneReceiving) bySms += 1;
  }
  return { byMail, bySms };
}

type New = { sessionId: string; words: Words; ids: readonly string[] };

async function insert(tx: Tx, staff: StaffActor, { sessionId, words, ids }: New): Promise<string> {
  const { titleEn, titleZh, textEn, textZh } = words;
  const { rows } = await sql`
    select from circular where session_id = ${sessionId} and title_en = ${titleEn} and text_en = ${textEn} and text_zh = ${textZh}
      and sent_at > app_now() - interval '1 hour'`.execute(tx);
  if (rows.length > 0) refuse('TOLD_ALREADY');
  const id = randomId();
  await sql`
    insert into circular (id, session_id, title_en, title_zh, text_en, text_zh, recipients, sent_by, sent_by_name, sent_at)
    values (${id}, ${sessionId}, ${titleEn}, ${titleZh}, ${textEn}, ${textZh}, ${ids.length}, ${staff.id}, ${staff.name}, app_now())`.execute(
    tx,
  );
  await sql`
    insert into circular_recipient (circular_id, application_id) select ${id}, unnest(${[...ids]}::uuid[])`.execute(tx);
  return id;
}

type Telling = { accountId: string; applicationId: string; circularId: string; place: Place; words: Words };

async function tell(tx: Tx, { accountId, applicationId, circularId, place, words }: Telling): Promise<void> {
  const { language } = await accountContact(tx, accountId);
  const isChinese = language === 'zh';
  await notify(tx, {
    kind: 'circular',
    values: {
      applicationId,
      title: isChinese ? words.titleZh : words.titleEn,
      text: isChinese ? words.textZh : words.textEn,
      productName: isChinese ? place.productNameZh : place.productNameEn,
      cityName: isChinese ? place.cityNameZh : place.cityNameEn,
      examDate: place.examDate,
      startTime: place.startTime,
    },
    accountId,
    objectId: applicationId,
    key: circularId,
  });
}

const columns = sql`
  circular.id, title_en as "titleEn", title_zh as "titleZh", text_en as "textEn", text_zh as "textZh", recipients,
  sent_by_name as "sentBy", sent_at as "sentAt"`;

/** What a session was told, the latest first. @throws Refusal NOT_FOUND outside the staff's offices. */
export async function listCirculars(tx: Tx, staff: StaffActor, sessionId: string): Promise<{ list: CircularItem[] }> {
  const { rows: places } = await sql`
    select from session_place place where session_id = ${sessionId} and ${inOffices(staff, 'place.office_id')}`.execute(
    tx,
  );
  if (places.length === 0) refuse('NOT_FOUND');
  const { rows } = await sql<CircularItem>`
    select ${columns} from circular where session_id = ${sessionId} order by sent_at desc, id limit 100`.execute(tx);
  return { list: rows };
}
