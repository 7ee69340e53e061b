import type { SessionNoticeItem, StaffCalls } from '@exam/contract/staff';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { accountContact, reachOf } from '#people/accounts';
import { audit } from '#office/audit';
import { notify } from '#people/notices';
import { randomId } from '#platform/chance';
import { inTransaction, type Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { enqueueAll } from '#platform/outbox';
import { inOffices, type StaffActor } from '#platform/staff-http';
import { seated } from '#registering/applications';

type Words = { titleEn: string; titleZh: string; textEn: string; textZh: string };
type Counts = z.output<StaffCalls['sessionNotices.send']['reply']>;

type To = {
  sessionId: string;
  /** Only those of them who are registered for the session; absent: everybody. */
  applicationIds?: readonly string[] | undefined;
};

/** What a dry run counts: whom a message would reach now, and how. Locks nothing. @throws Refusal NOT_FOUND outside the staff's offices. */
export async function countCircular(tx: Tx, staff: StaffActor, message: Words & To): Promise<Counts> {
  return (await readRecipients(tx, staff, message)).counts;
}

/**
 * Tells everybody who is registered for a session something, or some of them, each account once in its own language: written down here, told by a job for
 * each account, so that nothing of the session is locked meanwhile. An account that was told the same words within an hour is left out.
 * @throws Refusal NOT_FOUND outside the staff's offices; NOBODY_TO_TELL; TOLD_ALREADY where all were told.
 */
export async function sendCircular(tx: Tx, staff: StaffActor, message: Words & To): Promise<Counts> {
  const { sessionId, applicationIds: _some, ...words } = message;
  // When two people send at once, the second finds the first's words; nobody else waits for this lock.
  await sql`select pg_advisory_xact_lock(hashtextextended('circular:' || ${sessionId}, 0))`.execute(tx);
  const { registered, counts, isAnybodyTold } = await readRecipients(tx, staff, message);
  if (registered.length === 0) refuse(isAnybodyTold ? 'TOLD_ALREADY' : 'NOBODY_TO_TELL');
  const id = await insert(tx, staff, { sessionId, words, ids: registered.map((one) => one.id) });
  const accountIds = [...new Set(registered.map(({ accountId }) => accountId))];
  await enqueueAll(
    tx,
    accountIds.map((accountId) => ({ task: 'circulars.tell', payload: { circularId: id, accountId } })),
  );
  await audit(tx, {
    staff,
    action: 'circulars.send',
    object: { kind: 'session', id: sessionId },
    after: { circularId: id, ...words, ...counts },
  });
  return counts;
}

type Recipients = { registered: { id: string; accountId: string }[]; counts: Counts; isAnybodyTold: boolean };

/** Who of a session is to be told, and whether anybody else was told the same words within an hour. */
async function readRecipients(tx: Tx, staff: StaffActor, message: Words & To): Promise<Recipients> {
  const { sessionId, applicationIds, titleEn, textEn, textZh } = message;
  const { rows: places } = await sql`
    select from session_place place where session_id = ${sessionId} and ${inOffices(staff, 'place.office_id')}`.execute(
    tx,
  );
  if (places.length === 0) refuse('NOT_FOUND');
  const { rows: all } = await sql<{ id: string; accountId: string; isTold: boolean }>`
    select id, account_id as "accountId", account_id in (
      select told.account_id from circular join circular_recipient recipient on recipient.circular_id = circular.id
      join registration_desk told on told.id = recipient.application_id
      where circular.session_id = ${sessionId} and title_en = ${titleEn} and text_en = ${textEn} and text_zh = ${textZh}
        and sent_at > (select app_now()) - interval '1 hour') as "isTold"
    from registration_desk
    where session_id = ${sessionId}
      and status in ${seated}
      and ${applicationIds === undefined ? sql`true` : sql`id = any(${[...applicationIds]}::uuid[])`}
    order by account_id, id`.execute(tx);
  const registered = all.filter(({ isTold }) => !isTold);
  const reach = await reachOf(
    tx,
    registered.map(({ accountId }) => accountId),
  );
  const channels = [...reach.values()];
  const counts = {
    registrations: registered.length,
    accounts: reach.size,
    byMail: channels.filter(({ byMail }) => byMail).length,
    bySms: channels.filter(({ bySms }) => bySms).length,
  };
  return { registered, counts, isAnybodyTold: registered.length < all.length };
}

type New = { sessionId: string; words: Words; ids: readonly string[] };

async function insert(tx: Tx, staff: StaffActor, { sessionId, words, ids }: New): Promise<string> {
  const { titleEn, titleZh, textEn, textZh } = words;
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

type Told = Words & {
  applicationId: string;
  productNameEn: string;
  productNameZh: string;
  cityNameEn: string;
  cityNameZh: string;
  examDate: string;
  startTime: string;
};

/** Tells one account what its office wrote; said again, it is not told again (C39). */
export async function tellCircular({
  circularId,
  accountId,
}: {
  circularId: string;
  accountId: string;
}): Promise<void> {
  await inTransaction(async (tx) => {
    const { rows } = await sql<Told>`
      select recipient.application_id as "applicationId", title_en as "titleEn", title_zh as "titleZh", text_en as "textEn",
        text_zh as "textZh", product_name_en as "productNameEn", product_name_zh as "productNameZh", city_name_en as "cityNameEn",
        city_name_zh as "cityNameZh", place.exam_date as "examDate", place.start_time as "startTime"
      from circular_recipient recipient
      join circular on circular.id = recipient.circular_id
      join registration_desk desk on desk.id = recipient.application_id
      join session_place place on place.session_id = circular.session_id
      where recipient.circular_id = ${circularId} and desk.account_id = ${accountId}
      order by recipient.application_id limit 1`.execute(tx);
    const [told] = rows;
    if (told) await tell(tx, { circularId, accountId, told });
  });
}

async function tell(
  tx: Tx,
  { circularId, accountId, told }: { circularId: string; accountId: string; told: Told },
): Promise<void> {
  const { applicationId, examDate, startTime } = told;
  const { language } = await accountContact(tx, accountId);
  const isChinese = language === 'zh';
  await notify(tx, {
    kind: 'circular',
    values: {
      applicationId,
      title: isChinese ? told.titleZh : told.titleEn,
      text: isChinese ? told.textZh : told.textEn,
      productName: isChinese ? told.productNameZh : told.productNameEn,
      cityName: isChinese ? told.cityNameZh : told.cityNameEn,
      examDate,
      startTime,
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
export async function listCirculars(
  tx: Tx,
  staff: StaffActor,
  sessionId: string,
): Promise<{ list: SessionNoticeItem[] }> {
  const { rows: places } = await sql`
    select from session_place place where session_id = ${sessionId} and ${inOffices(staff, 'place.office_id')}`.execute(
    tx,
  );
  if (places.length === 0) refuse('NOT_FOUND');
  const { rows } = await sql<SessionNoticeItem>`
    select ${columns} from circular where session_id = ${sessionId} order by sent_at desc, id limit 100`.execute(tx);
  return { list: rows };
}
