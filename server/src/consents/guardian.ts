import { addSeconds, normaliseMainlandMobile } from '@exam/contract/rules';
import { sql } from 'kysely';
import { accountContact } from '#accounts';
import { writeMessage } from '#messages';
import { randomId, randomToken } from '#platform/chance';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { plainName, plainNameIn } from '#platform/person-name';
import { settings } from '#platform/settings';
import { blindIndex, unseal } from '#platform/vault';
import type { GivenConsent } from './keep.ts';

/** A guardian may object for so long, and not after the day of the exam. */
const noticeSeconds = 30 * 86_400;

/** So many notices a day go to one number: nobody is flooded by naming them as a guardian. */
const dailyNotices = 10;

/** The keyed hash under which the secret of a guardian's link is kept. */
export function guardianTokenHash(token: string): Buffer {
  return blindIndex('guardian_notice.token', token);
}

/** A registration, booking or request as its guardian sees it; nobody is named. `examDate` is a China date. */
export type Registered = {
  accountId: string;
  code: string;
  examEn: string;
  examZh: string;
  examDate: string | null;
  /** The end of the exam's day in China. */
  dayEndsAt: string | null;
};

/** What a registration, booking or request is for; null for one that is forgotten or out of use. */
export async function registeredAs(tx: Tx, objectId: string): Promise<Registered | null> {
  const { rows } = await sql<Registered>`
    select thing.*, (thing."examDate"::date + 1)::timestamp at time zone 'Asia/Shanghai' as "dayEndsAt" from (
      select application.account_id as "accountId", application.code, summary.product_name_en as "examEn",
        summary.product_name_zh as "examZh", summary.exam_date::text as "examDate"
      from application join application_summary summary on summary.application_id = application.id
      where application.id = ${objectId} and application.restricted_at is null and application.anonymised_at is null
      union all
      select booking.account_id, booking.code, product.name_en, product.name_zh,
        coalesce(booking.first_exam_date, booking.expected_date)::text
      from booking join product on product.id = booking.product_id
      where booking.id = ${objectId} and booking.restricted_at is null and booking.anonymised_at is null
      union all
      select request.account_id, request.code, product.name_en, product.name_zh, null
      from post_test request join product on product.id = request.product_id
      where request.id = ${objectId} and request.restricted_at is null and request.anonymised_at is null
    ) thing`.execute(tx);
  return rows[0] ?? null;
}

/**
 * Tells the guardian of a minor that the child is being registered, if the number is not the account's own (PIPL 31): one text message a
 * registration and number, with a link by which they may object. A number outside the mainland gets none, nor one that was
 * told of ten today; the guardian's declaration stands.
 */
export async function noticeGuardian(tx: Tx, consent: GivenConsent): Promise<void> {
  const { application_id = null, booking_id = null, post_test_id = null } = consent;
  const objectId = application_id ?? booking_id ?? post_test_id ?? '';
  const mobile = await guardianMobile(tx, objectId);
  if (mobile === null) return;
  const thing = await registeredAs(tx, objectId);
  const mobileKey = blindIndex('guardian_notice.mobile', mobile);
  if (thing === null || (await isFlooded(tx, mobileKey))) return;
  const times = await timesOf(tx, thing);
  if (times.expires_at <= times.made_at) return;
  const token = randomToken(16);
  const id = randomId();
  const messageId = await tell(tx, { id, objectId, mobile, thing, token, until: times.expires_at });
  if (messageId === null) return;
  const ids = { id, message_id: messageId, application_id, booking_id, post_test_id };
  await tx
    .insertInto('guardian_notice')
    .values({ ...ids, ...times, token_hash: guardianTokenHash(token), mobile_key: mobileKey })
    .execute();
}

async function isFlooded(tx: Tx, mobileKey: Buffer): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from guardian_notice
    where mobile_key = ${mobileKey} and made_at > app_now() - interval '1 day'`.execute(tx);
  return (rows[0]?.count ?? 0) >= dailyNotices;
}

async function timesOf(tx: Tx, { dayEndsAt }: Registered): Promise<{ made_at: string; expires_at: string }> {
  const now = await readNow(tx);
  const longest = addSeconds(now, noticeSeconds);
  return { made_at: now, expires_at: dayEndsAt !== null && dayEndsAt < longest ? dayEndsAt : longest };
}

type Told = { id: string; objectId: string; mobile: string; thing: Registered; token: string; until: string };

/** @returns the message's id; null where the number is the account's own, or was told of this already. */
async function tell(tx: Tx, { id, objectId, mobile, thing, token, until }: Told): Promise<string | null> {
  const { phone, language } = await accountContact(tx, thing.accountId);
  if (phone !== null && normaliseMainlandMobile(phone) === mobile) return null;
  const productName = language === 'zh' ? thing.examZh : thing.examEn;
  return await writeMessage(tx, {
    kind: 'guardianNotice',
    values: { productName, until, site: settings().publicUrl, token },
    key: `guardianNotice:${objectId}:${blindIndex('guardian_notice.mobile', mobile).toString('hex')}`,
    // The guardian's, not the account's: it must neither find it in its own data nor be told instead.
    objectId: id,
    accountId: null,
    channel: 'sms',
    recipient: mobile,
    language,
  });
}

const plainly = (as: string) => plainNameIn(sql`concat(${sql.ref(`${as}.last_name`)}, ${sql.ref(`${as}.first_name`)})`);
const isInUse = sql`candidate.anonymised_at is null and candidate.restricted_at is null`;

type Person = { accountId: string; lastName: string; firstName: string; dob: string };

/** Whether an account has saved somebody of this name and day of birth together with a guardian. */
export async function hasSavedGuardian(tx: Tx, { accountId, lastName, firstName, dob }: Person): Promise<boolean> {
  const { rows } = await sql`
    select from candidate join candidate_guardian guardian on guardian.candidate_id = candidate.id
    where candidate.account_id = ${accountId} and candidate.dob = ${dob} and candidate.deleted_at is null and ${isInUse}
      and ${plainly('candidate')} = ${plainName(lastName + firstName)} limit 1`.execute(tx);
  return rows.length > 0;
}

type Guardian = { table: string; id: string; sealed: Buffer };

/**
 * The guardian's number, 11 digits; null where there is no guardian or the number is none of the mainland. A request after an exam names no
 * guardian: it is that of the saved minor with the same name and day of birth.
 */
async function guardianMobile(tx: Tx, objectId: string): Promise<string | null> {
  const { rows } = await sql<Guardian>`
    select 'application_person' as table, id, mobile_sealed as sealed from application_person
      where application_id = ${objectId} and role = 'Guardian'
    union all
    select 'booking_person', id, mobile_sealed from booking_person where booking_id = ${objectId} and role = 'Guardian'
    union all
    select 'candidate_guardian', guardian.id, guardian.mobile_sealed
      from post_test request
      join candidate on candidate.account_id = request.account_id and candidate.dob = request.dob
        and ${plainly('candidate')} = ${plainly('request')} and ${isInUse}
        and candidate.dob > ((app_now() at time zone 'Asia/Shanghai')::date - interval '18 years')::date
      join candidate_guardian guardian on guardian.candidate_id = candidate.id
      where request.id = ${objectId}
    limit 1`.execute(tx);
  const [row] = rows;
  if (!row) return null;
  return normaliseMainlandMobile(unseal(row.sealed, { table: row.table, row: row.id, column: 'mobile' }));
}
