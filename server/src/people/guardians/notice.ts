import {
  ageOn,
  addSeconds,
  chinaDateOf,
  instantOf,
  isMinor,
  addDays,
  later,
  normaliseMainlandMobile,
  objectionHours,
  sensitiveAge,
} from '@exam/contract/rules';
import { type Selectable, sql } from 'kysely';
import { accountContact } from '#people/accounts';
import { takeMessageBack, writeMessage } from '#people/messages';
import { birthKeyOf, type BirthTable, dobOf, type KeptBirth } from '#platform/birth';
import { randomId, randomToken } from '#platform/chance';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { plainName, plainNameIn } from '#platform/person-name';
import type { GuardianNoticeTable } from '#platform/tables/index';
import { blindIndex, unseal } from '#platform/vault';
import { countNotice } from './notice-limits.ts';
import { isObjection } from './whose.ts';

/** How long a guardian may object, and not after the exam has begun; where they have to agree, until it begins. */
export const linkSeconds = 30 * 86_400;

/** How many notices a day go to one number; the rest follow on later days. Nobody is flooded by being named as a guardian. */
const dailyNotices = 10;

/** The keyed hash under which the secret of a guardian's link is kept. */
export function guardianTokenHash(token: string): Buffer {
  return blindIndex('guardian_notice.token', token);
}

/** A registration, booking or request as its guardian sees it; nobody is named. `examDate` is a China date. */
export type Registered = {
  of: 'application_id' | 'booking_id' | 'post_test_id';
  accountId: string;
  candidateId: string | null;
  code: string;
  examEn: string;
  examZh: string;
  productId: string;
  examDate: string | null;
  /** Where it is, as far as one registers for a place. */
  cityEn: string | null;
  cityZh: string | null;
  /** Who it is for, as a mark: the same as long as it is the same child. */
  person: string;
  /** Whether it is chosen that a minor leaves alone. */
  leavesAlone: boolean;
  /** When the exam begins; of a booking without a date the beginning of the day it was asked for. */
  beginsAt: string | null;
};

/** What a registration, booking or request is for; null for one that is forgotten or out of use. */
export async function registeredAs(tx: Tx, objectId: string): Promise<Registered | null> {
  const { rows } = await sql<Registered>`
    select thing.of, thing.account_id as "accountId", thing.candidate_id as "candidateId", thing.code, product.name_en as "examEn",
      product.name_zh as "examZh", product.id as "productId", thing.exam_date as "examDate", city.name_en as "cityEn", city.name_zh as "cityZh", thing.person, thing.leaves_alone as "leavesAlone",
      thing.begins_at as "beginsAt"
    from (
      select 'application_id' as of, application.account_id, application.candidate_id, application.code, application.product_id,
        session.exam_date::text as exam_date, session.starts_at as begins_at, session.city_id, encode(application.person_key, 'hex') as person, coalesce(application.leave_alone, false) as leaves_alone
      from application join exam_session session on session.id = application.session_id
      where application.id = ${objectId} and application.restricted_at is null and application.anonymised_at is null
      union all
      select 'booking_id', booking.account_id, booking.candidate_id, booking.code, booking.product_id,
        coalesce(booking.first_exam_date, booking.expected_date)::text,
        coalesce(booking.first_start_at, booking.expected_date::timestamp at time zone 'Asia/Shanghai'), null, encode(booking.person_key, 'hex'),
        coalesce((select bool_or(entry.leave_alone) from application entry
          where entry.booking_id = booking.id and entry.deleted_at is null and entry.guardian_changed_at is null),
          booking.leave_alone, false)
      from booking
      where booking.id = ${objectId} and booking.restricted_at is null and booking.anonymised_at is null
      union all
      select 'post_test_id', request.account_id, null, request.code, request.product_id, null, null, null, request.version::text, false
      from post_test request
      where request.id = ${objectId} and request.restricted_at is null and request.anonymised_at is null
    ) thing
    join product on product.id = thing.product_id
    left join city on city.id = thing.city_id`.execute(tx);
  return rows[0] ?? null;
}

/**
 * Tells the guardian of a minor that the child is being registered, if the number is not the account's own (PIPL 31): one text message a
 * registration and number, with a link by which they agree or object. Until a guardian of a child under 14 has agreed, and for
 * `objectionHours` else, nothing goes on (`guardian_wait`). A number outside the mainland gets none: the guardian's declaration counts. One that
 * was told of ten today gets it when the next is free, and all get theirs later while the whole site has sent too many. Who was told at a number that has been corrected is not waited for, until it is named again.
 * @throws Refusal RATE_LIMITED where a request names more guardians than its account or address may (`guardianNotice.account`, `guardianNotice.ip`).
 */
export async function noticeGuardian(tx: Tx, of: Partial<NoticeOf>): Promise<void> {
  const { application_id = null, booking_id = null, post_test_id = null } = of;
  const object = { application_id, booking_id, post_test_id };
  const objectId = idOf(object);
  const guardian = await guardianOf(tx, objectId);
  const mobileKey = guardian?.mobile ? blindIndex('guardian_notice.mobile', guardian.mobile) : null;
  await endOthers(tx, objectId, mobileKey);
  if (!guardian?.mobile || mobileKey === null) return;
  await ask(tx, object, { ...guardian, mobile: guardian.mobile, mobileKey });
}

type NoticeOf = Pick<Selectable<GuardianNoticeTable>, 'application_id' | 'booking_id' | 'post_test_id'>;

/** A guardian with a number that can be told, and the key under which it is counted. */
type Reached = Guardian & { mobile: string; mobileKey: Buffer };

const idOf = ({ application_id: a, booking_id: b, post_test_id: p }: NoticeOf): string => a ?? b ?? p ?? '';

/** One message and its notice, or the notice of before where the number was told already; none where the time to answer is over. */
async function ask(tx: Tx, object: NoticeOf, guardian: Reached): Promise<void> {
  const objectId = idOf(object);
  const thing = await registeredAs(tx, objectId);
  if (thing === null || (await isAccountsOwn(tx, thing.accountId, guardian.mobile))) return;
  const now = await readNow(tx);
  const today = timesOf(now, thing, guardian);
  if (await waitAgain(tx, objectId, { ...today, mobile_key: guardian.mobileKey, beginsAt: thing.beginsAt })) return;
  if (today.expires_at <= now) return;
  const times = await inTurn(tx, thing, guardian, await countNotice(tx, thing.accountId, now));
  const [id, token] = [randomId(), randomToken(16)];
  const until = times.waits_until ?? times.expires_at;
  const messageId = await tell(tx, {
    id,
    objectId,
    mobile: guardian.mobile,
    thing,
    token,
    until,
    dueAt: times.made_at,
  });
  const row = { id, message_id: messageId, token_hash: guardianTokenHash(token), mobile_key: guardian.mobileKey };
  await tx
    .insertInto('guardian_notice')
    .values({ ...row, ...object, ...times })
    .execute();
}

/**
 * Waits for a guardian again who was told of this before, another was named and now it is this one. One that has to agree by today's date of birth
 * has to, whatever it was when they were told; and who has a time to object has the rest of it, for meanwhile their link did not open. No link outlives the beginning of the exam. One who had objected to what it was before is not told yet.
 * @returns whether this number was told.
 */
async function waitAgain(
  tx: Tx,
  objectId: string,
  {
    mobile_key,
    must_agree,
    expires_at,
    waits_until,
    beginsAt,
  }: Times & Pick<Selectable<GuardianNoticeTable>, 'mobile_key'> & Pick<Registered, 'beginsAt'>,
): Promise<boolean> {
  const { rows } = await sql`
    update guardian_notice set replaced_at = null,
      waits_until = case when replaced_at < waits_until
        then greatest(waits_until, least(waits_until + (app_now() - replaced_at), ${waits_until})) else waits_until end,
      must_agree = must_agree or ${must_agree}, expires_at = least(greatest(expires_at, ${expires_at}), ${beginsAt})
    where (application_id = ${objectId} or booking_id = ${objectId} or post_test_id = ${objectId}) and mobile_key = ${mobile_key}
      and (objected_at is null or replaced_at is null)
    returning id`.execute(tx);
  return rows.length > 0;
}

/** Times for a guardian who is told when it is their number's turn; a notice that would then come too late to be answered goes at once, however often the number was used. */
async function inTurn(tx: Tx, thing: Registered, guardian: Reached, earliest?: string): Promise<Times> {
  const now = await readNow(tx);
  const freeAt = later(earliest ?? now, (await nextFree(tx, guardian.mobileKey)) ?? now);
  const then = timesOf(freeAt, thing, guardian);
  return freeAt < (then.waits_until ?? then.expires_at) ? then : timesOf(now, thing, guardian);
}

/** When a number that was told of too many in a day may be told again; null: now. */
async function nextFree(tx: Tx, mobileKey: Buffer): Promise<string | null> {
  const { rows } = await sql<{ at: string }>`
    select freed.at from (
      select made_at + interval '1 day' as at from guardian_notice
      where mobile_key = ${mobileKey} order by made_at desc offset ${dailyNotices - 1} limit 1) freed
    where freed.at > app_now()`.execute(tx);
  return rows[0]?.at ?? null;
}

type Times = Pick<Selectable<GuardianNoticeTable>, 'made_at' | 'expires_at' | 'must_agree' | 'waits_until'>;

/** Times for a guardian who is told at this instant. Nobody waits longer than to the beginning of the day before the exam, unless they have to agree. */
function timesOf(told: string, { beginsAt, examDate, leavesAlone }: Registered, { dob }: Pick<Guardian, 'dob'>): Times {
  const longest = addSeconds(told, linkSeconds);
  if (ageOn(dob, chinaDateOf(told)) < sensitiveAge)
    return { made_at: told, expires_at: beginsAt ?? longest, must_agree: true, waits_until: null };
  const window = addSeconds(told, objectionHours * 3600);
  const latest = examDate === null ? window : instantOf(addDays(examDate, -1));
  return {
    made_at: told,
    // That the child leaves alone may be agreed to until then.
    expires_at: beginsAt !== null && (leavesAlone || beginsAt < longest) ? beginsAt : longest,
    must_agree: false,
    waits_until: latest < window ? latest : window,
  };
}

/** After a registration was changed, nobody waits any longer for notices to a number other than today's. */
async function endOthers(tx: Tx, objectId: string, mobileKey: Buffer | null): Promise<void> {
  await sql`
    update guardian_notice set replaced_at = app_now()
    where (application_id = ${objectId} or booking_id = ${objectId} or post_test_id = ${objectId})
      and mobile_key is distinct from ${mobileKey} and replaced_at is null and objected_at is null`.execute(tx);
}

/** Another link in the place of that of a notice, and the message that takes it to the guardian; one that had not gone yet does not go any more. */
export async function writeLink(
  tx: Tx,
  { noticeId: id, lastMessageId, ...link }: Omit<Told, 'id' | 'token'> & LastNotice,
): Promise<void> {
  const token = randomToken(16);
  const messageId = await tell(tx, { id, ...link, token });
  await sql`
    update guardian_notice set message_id = ${messageId}, token_hash = ${guardianTokenHash(token)}, made_at = coalesce(${link.dueAt ?? null}, app_now()),
      mobile_key = ${blindIndex('guardian_notice.mobile', link.mobile)}, expires_at = ${link.until}
    where id = ${id}`.execute(tx);
  await takeMessageBack(tx, lastMessageId);
}

/**
 * What a guardian agreed to was another exam, on another day or in another city, or another child: nobody has agreed to this one.
 * @returns the notice that had been answered, or whose time had passed, and whether what was agreed to by it last was taken back.
 */
export async function forgetAnswers(tx: Tx, objectId: string): Promise<LastAnswer | null> {
  const { rows } = await sql<LastAnswer & { isOver: boolean }>`
    with taken as (
      select coalesce((
        select exists (select from consent_ended gone where gone.consent_id = consent.id) from consent
        where (application_id = ${objectId} or post_test_id = ${objectId}) and statement_id = 'guardianAgreed'
        order by given_at desc limit 1), false) as is_back),
    had as (
      select id, is_back, replaced_at is null and (agreed_at is not null or is_back or not must_agree and waits_until <= app_now()) as is_over
      from guardian_notice, taken where (application_id = ${objectId} or post_test_id = ${objectId}) and objected_at is null for no key update of guardian_notice)
    update guardian_notice notice set agreed_at = null, leaving_agreed_at = null from had
    where notice.id = had.id returning notice.id, notice.message_id as "messageId", had.is_back as "isTakenBack",
      had.is_over as "isOver"`.execute(tx);
  return rows.find(({ isOver }) => isOver) ?? null;
}

/** Nobody is asked by this notice any more. */
export async function endNotice(tx: Tx, id: string): Promise<void> {
  await sql`update guardian_notice set replaced_at = app_now() where id = ${id}`.execute(tx);
}

/**
 * A line of the cart is for another sitting or another child now: who had answered is sent the link again, and waited for from now on. An objection
 * that staff refused was to what the line was before.
 */
export async function askAnew(tx: Tx, applicationId: string): Promise<void> {
  const { rows: refused } = await sql`
    update guardian_notice notice set replaced_at = app_now()
    where application_id = ${applicationId} and objected_at is not null and not ${isObjection} and replaced_at is null returning id`.execute(
    tx,
  );
  if (refused.length > 0) await noticeGuardian(tx, { application_id: applicationId });
  const last = await forgetAnswers(tx, applicationId);
  if (last) await tellAgain(tx, applicationId, last);
}

type LastAnswer = { id: string; messageId: string; isTakenBack: boolean };

/** Another link in the place of that of a notice, and as much time to answer as the first had. Who took an agreement back still has to agree. */
async function tellAgain(tx: Tx, applicationId: string, last: LastAnswer): Promise<void> {
  const [thing, guardian] = [await registeredAs(tx, applicationId), await guardianOf(tx, applicationId)];
  if (thing === null || !guardian?.mobile) return;
  const { mobile } = guardian;
  const reached = { ...guardian, mobile, mobileKey: blindIndex('guardian_notice.mobile', mobile) };
  const { waits_until, expires_at: until, made_at: dueAt, ...times } = await inTurn(tx, thing, reached);
  const must_agree = times.must_agree || last.isTakenBack;
  if (until <= dueAt) return;
  if (await isAccountsOwn(tx, thing.accountId, mobile)) return await endNotice(tx, last.id);
  await tx.updateTable('guardian_notice').set({ must_agree, waits_until }).where('id', '=', last.id).execute();
  const { id: noticeId, messageId: lastMessageId } = last;
  await writeLink(tx, { noticeId, lastMessageId, objectId: applicationId, mobile, thing, until, dueAt });
}

type LastNotice = { noticeId: string; lastMessageId: string };

type Told = {
  id: string;
  objectId: string;
  mobile: string;
  thing: Registered;
  token: string;
  until: string;
  /** Business time; default: now. */
  dueAt?: string;
};

/** Whether a guardian's number, 11 digits, is the account's own: its holder has declared what the guardian would be asked. */
export async function isAccountsOwn(tx: Tx, accountId: string, mobile: string): Promise<boolean> {
  const { phone } = await accountContact(tx, accountId);
  return phone !== null && normaliseMainlandMobile(phone) === mobile;
}

/** @returns the message's id */
async function tell(tx: Tx, { id, objectId, mobile, thing, token, until, dueAt }: Told): Promise<string> {
  const messageId = await writeMessage(tx, {
    kind: 'guardianNotice',
    values: { productName: thing.examZh, until, token },
    key: `guardianNotice:${objectId}:${guardianTokenHash(token).toString('hex')}`,
    // The guardian's, not the account's: it must neither find it in its own data nor be told instead.
    objectId: id,
    accountId: null,
    channel: 'sms',
    recipient: mobile,
    // The guardian's language is not known; that of the account may be one they do not read.
    language: 'zh',
    ...(dueAt === undefined ? {} : { dueAt }),
  });
  return messageId ?? refuse('INTERNAL');
}

const plainly = (as: string) => plainNameIn(sql`concat(${sql.ref(`${as}.last_name`)}, ${sql.ref(`${as}.first_name`)})`);
const isInUse = sql`candidate.anonymised_at is null and candidate.restricted_at is null`;

type Person = { accountId: string; lastName: string; firstName: string; dob: string };

/** Whether an account has saved somebody of this name and day of birth together with a guardian. */
export async function hasSavedGuardian(tx: Tx, { accountId, lastName, firstName, dob }: Person): Promise<boolean> {
  const { rows } = await sql`
    select from candidate join candidate_guardian guardian on guardian.candidate_id = candidate.id
    where candidate.account_id = ${accountId} and candidate.birth_key = ${birthKeyOf(accountId, dob)} and candidate.deleted_at is null and ${isInUse}
      and ${plainly('candidate')} = ${plainName(lastName + firstName)} limit 1`.execute(tx);
  return rows.length > 0;
}

type Found = Omit<KeptBirth, 'id'> & {
  table: string;
  id: string;
  sealed: Buffer;
  relation: string | null;
  bornIn: BirthTable;
  bornId: string;
};

/** A guardian as named: `mobile` 11 digits, null where the number is none of the mainland; `dob` is the child's. */
type Guardian = { mobile: string | null; relation: string | null; dob: string };

/**
 * The guardian of a registration, booking or request; null where it names none. A request after an exam does not: it is that of the saved
 * minor with the same name and day of birth.
 */
export async function guardianOf(tx: Tx, objectId: string): Promise<Guardian | null> {
  const { rows } = await sql<Found>`
    select 'application_person' as table, person.id, person.mobile_sealed as sealed, person.type as relation,
      'application' as "bornIn", application.id as "bornId", application.dob_sealed, application.birth_year
      from application_person person join application on application.id = person.application_id
      where person.application_id = ${objectId} and person.role = 'Guardian'
    union all
    select 'booking_person', person.id, person.mobile_sealed, person.type, 'booking', booking.id, booking.dob_sealed, booking.birth_year
      from booking_person person join booking on booking.id = person.booking_id
      where person.booking_id = ${objectId} and person.role = 'Guardian'
    union all
    select 'candidate_guardian', guardian.id, guardian.mobile_sealed, guardian.type, 'candidate', candidate.id, candidate.dob_sealed, candidate.birth_year
      from post_test request
      join candidate on candidate.account_id = request.account_id and candidate.birth_key = request.birth_key
        and ${plainly('candidate')} = ${plainly('request')} and ${isInUse}
      join candidate_guardian guardian on guardian.candidate_id = candidate.id
      where request.id = ${objectId}
    limit 1`.execute(tx);
  const [row] = rows;
  if (!row) return null;
  const { table, id, sealed, relation } = row;
  const dob = dobOf(row.bornIn, { ...row, id: row.bornId });
  if (row.bornIn === 'candidate' && !isMinor(dob, chinaDateOf(await readNow(tx)))) return null;
  return { mobile: normaliseMainlandMobile(unseal(sealed, { table, row: id, column: 'mobile' })), relation, dob };
}
