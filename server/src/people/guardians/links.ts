import { addDays, addSeconds, instantOf, later, objectionHours, sensitiveAge } from '@exam/contract/rules';
import { sql } from 'kysely';
import { takeMessageBack, writeMessage } from '#people/messages';
import { randomId, randomToken } from '#platform/chance';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { blindIndex } from '#platform/vault';
import { type Thing, thingsOf } from './things.ts';

/** How long a link of something without a day stays open. */
const linkSeconds = 30 * 86_400;

/** How long after that it can still be read, and rights be used by it: a request takes three weeks at most, and its answer is read there. */
const readSeconds = 90 * 86_400;

/** The keyed hash under which the secret of a guardian's link is kept. */
export function guardianTokenHash(token: string): Buffer {
  return blindIndex('guardian_notice.token', token);
}

/** What a link was sent for: to answer, the same once more, or because the account has named another guardian. */
export type LinkKind = 'asked' | 'sent' | 'told';

/** A case whose row is locked, with what was said last. Instants. */
export type Case = {
  id: string;
  accountId: string;
  personKey: Buffer;
  birthKey: Buffer;
  sitting: string;
  numberKey: Buffer;
  mobile_sealed: Buffer;
  relation: string | null;
  askedAt: string | null;
  agreedAt: string | null;
  isTakenBack: boolean;
  isObjected: boolean;
  leavingAt: string | null;
};

/** Which cases, as SQL about `guardian_case`; the first of them. */
type Match = ReturnType<typeof sql<boolean>>;

/**
 * A case with what was said of it, locked until the transaction ends; of one that is carried from another, that one. Registrations are locked before cases.
 */
export async function lockCase(tx: Tx, match: Match): Promise<Case | null> {
  return await findCase(tx, match, forUpdate);
}

async function findCase(tx: Tx, match: Match, lock: ReturnType<typeof sql>): Promise<Case | null> {
  const { rows } = await sql<{ id: string }>`
    select id from guardian_case root where id = (
      select coalesce(carried_from, id) from guardian_case where ${match} order by made_at desc, id limit 1)
    ${lock}`.execute(tx);
  const [root] = rows;
  return root ? await readCase(tx, root.id) : null;
}

const forUpdate = sql`for no key update`;

/** The same of a case that is not carried. What was said is read by a statement of its own: after whoever held the row. */
export async function readCase(tx: Tx, id: string): Promise<Case | null> {
  const { rows } = await sql<Case>`
    select known.id, known.account_id as "accountId", known.person_key as "personKey", known.birth_key as "birthKey", known.sitting,
      known.mobile_key as "numberKey", known.mobile_sealed, known.relation, said.asked_at as "askedAt",
      said.agreed_at as "agreedAt", coalesce(said.is_taken_back, false) as "isTakenBack", said.is_objected as "isObjected", said.leaving_at as "leavingAt"
    from guardian_case known join guardian_said said on said.id = known.id where known.id = ${id}`.execute(tx);
  return rows[0] ?? null;
}

/** Whether the guardian of a case has to agree, so that silence does not end anything. */
export function mustAgree({ isTakenBack }: Pick<Case, 'isTakenBack'>, { ageClass }: Pick<Thing, 'ageClass'>): boolean {
  return isTakenBack || (ageClass !== null && ageClass < sensitiveAge);
}

/**
 * Until when a guardian who was told at this instant may object before anything goes on: 72 hours, and not beyond the beginning of the day before the exam; for
 * a child under 14 not beyond the exam.
 */
export function waitsUntil(told: string, { examDate, beginsAt, ageClass }: Waiting): string {
  const window = addSeconds(told, objectionHours * 3600);
  const eve = examDate === null ? null : instantOf(addDays(examDate, -1));
  const end = (ageClass !== null && ageClass < sensitiveAge ? beginsAt : eve) ?? window;
  return end < window ? end : window;
}

type Waiting = Pick<Thing, 'examDate' | 'beginsAt' | 'ageClass'>;

/** Until when a link that was sent at this instant opens: until the exam begins as it is arranged now. */
export function linkUntil(sent: string, { beginsAt }: Pick<Thing, 'beginsAt'>): string {
  return beginsAt ?? addSeconds(sent, linkSeconds);
}

/** Whether the number of a case is known not to be the guardian's of its child, in its account: nobody is asked about that child at it any more. */
export async function isEnded(tx: Tx, caseId: string): Promise<boolean> {
  const { rows } = await sql`
    select from guardian_case known
    join guardian_said same on same.account_id = known.account_id and same.mobile_key = known.mobile_key and same.is_ended
      and is_same_child(known.person_key, known.birth_key, known.last_name, known.name_letters, same.person_key, same.birth_key, same.last_name, same.name_letters)
    where known.id = ${caseId} limit 1`.execute(tx);
  return rows.length > 0;
}

type Sending = {
  known: Pick<Case, 'id'>;
  kind: LinkKind;
  /** The words that bring it. */
  message: LinkMessage;
  mobile: string;
  thing: Thing;
  isLastWord: boolean;
  dueAt?: string;
};

export type LinkMessage = 'guardianNotice' | 'guardianReplaced' | 'guardianPickup' | 'objectionRefused';

/**
 * Writes a link to a guardian, and the message that takes it there. Once it goes, the one before it does not open any more; that one does not go any more if
 * it has not gone, and is then taken to have come just before this one. Nothing goes
 * to a number that is known not to be the guardian's.
 * @param isLastWord whether their agreement is needed: they have until the link ends, not only the time to object.
 */
export async function writeLink(
  tx: Tx,
  { known, kind, message, mobile, thing, isLastWord, dueAt }: Sending,
): Promise<void> {
  if (await isEnded(tx, known.id)) return;
  const last = await lastLink(tx, known.id);
  const [id, token, now] = [randomId(), randomToken(16), await readNow(tx)];
  const at = later(now, dueAt ?? now);
  const until =
    isLastWord || kind === 'sent' || waitsUntil(at, thing) <= at ? linkUntil(at, thing) : waitsUntil(at, thing);
  const messageId = await writeMessage(tx, {
    kind: message,
    values: { productName: thing.examZh, until, token },
    key: `guardian:${id}`,
    // The guardian's, not the account's: it must neither find it in its own data nor be told instead.
    objectId: known.id,
    accountId: null,
    channel: 'sms',
    recipient: mobile,
    // The guardian's language is not known; that of the account may be one they do not read.
    language: 'zh',
    ...(at > now ? { dueAt: at } : {}),
  });
  await tx
    .insertInto('guardian_answer')
    .values({
      id,
      case_id: known.id,
      kind,
      at,
      message_id: messageId ?? refuse('INTERNAL'),
      token_hash: guardianTokenHash(token),
    })
    .execute();
  if (last?.messageId) await takeMessageBack(tx, last.messageId);
  if (last && last.at > now)
    await sql`update guardian_answer set at = ${at}::timestamptz - interval '1 millisecond' where id = ${last.id}`.execute(
      tx,
    );
}

type Link = { id: string; kind: LinkKind; at: string; messageId: string | null; isWaiting: boolean };

/** The link that a case was sent last, or, of those that are `due`, the last: the one that opens it. */
async function lastLink(tx: Tx, caseId: string, { due = false } = {}): Promise<Link | null> {
  const { rows } = await sql<Link>`
    select link.id, link.kind, link.at, link.message_id as "messageId", coalesce(message.state = 'Waiting', false) as "isWaiting"
    from guardian_answer link left join message on message.id = link.message_id
    where link.case_id = ${caseId} and link.token_hash is not null and (link.at <= app_now() or not ${due})
    order by link.at desc, link.id desc limit 1`.execute(tx);
  return rows[0] ?? null;
}

/** The last link of a case does not go if it has not gone yet. */
export async function takeLinkBack(tx: Tx, caseId: string): Promise<void> {
  const last = await lastLink(tx, caseId);
  if (last?.isWaiting && last.messageId !== null) await takeMessageBack(tx, last.messageId);
}

/** Whether a message of this case is still to go: the page that it leads to shows what is so then. */
export async function isMessageWaiting(tx: Tx, { id }: Pick<Case, 'id'>): Promise<boolean> {
  return (await lastLink(tx, id))?.isWaiting === true;
}

/** Whose link this is, for what is counted of it; null for one that is unknown. */
export async function holderOf(tx: Tx, token: string): Promise<Pick<Case, 'accountId' | 'numberKey'> | null> {
  const { rows } = await sql<Pick<Case, 'accountId' | 'numberKey'>>`
    select account_id as "accountId", mobile_key as "numberKey" from guardian_case
    where id = (select case_id from guardian_answer where token_hash = ${guardianTokenHash(token)})`.execute(tx);
  return rows[0] ?? null;
}

/** A link that opens, and everything that it is about. */
export type OpenLink = {
  case: Case;
  /** What is shown: the booking, or of registrations the one that begins last. */
  thing: Thing;
  /** Everything that the guardian is named for, copies in a cart too. */
  things: readonly Thing[];
  kind: LinkKind;
  until: string;
};

/**
 * The case behind a link, locked until the transaction ends, or only read.
 * @throws Refusal NOT_FOUND when it is unknown, not the last one that is due, over or used up by an objection (`isToRead`: until 90 days after), or of a guardian who is none any more: one answer for all.
 */
export async function openLink(tx: Tx, token: string, { isRead = false, isToRead = false } = {}): Promise<OpenLink> {
  const { known, link } = await caseBehind(tx, token, isRead);
  if ((known.isObjected && !isToRead) || (await isEnded(tx, known.id))) refuse('NOT_FOUND');
  const { things, kind } = await shownBy(tx, known, link);
  const placed = things.filter(({ isPlaced }) => isPlaced);
  const last = placed[0] ?? refuse('NOT_FOUND');
  // A booking is shown itself, and not one of its exams, which may be several.
  const thing = placed.find(({ of }) => of === 'booking_id') ?? last;
  const until = linkUntil(link.at, last);
  if (closesAt(until, isToRead) <= (await readNow(tx))) refuse('NOT_FOUND');
  return { case: known, thing, things, kind, until };
}

/** Until when a link opens: to answer, or only to read. */
const closesAt = (until: string, isToRead: boolean) => (isToRead ? addSeconds(until, readSeconds) : until);

/** The case of a link that is the last one that is due. @throws Refusal NOT_FOUND */
async function caseBehind(tx: Tx, token: string, isRead: boolean): Promise<{ known: Case; link: Link }> {
  const hash = guardianTokenHash(token);
  const match = sql<boolean>`id = (select case_id from guardian_answer where token_hash = ${hash})`;
  const known = (await findCase(tx, match, isRead ? sql`` : forUpdate)) ?? refuse('NOT_FOUND');
  const link = (await lastLink(tx, known.id, { due: true })) ?? refuse('NOT_FOUND');
  const { rows } = await sql`select from guardian_answer where id = ${link.id} and token_hash = ${hash}`.execute(tx);
  return rows.length === 0 ? refuse('NOT_FOUND') : { known, link };
}

/** Everything that a guardian is named for, and, once another is named for all of it, everything they were. Of a booking, another may be named for one exam alone. */
async function shownBy(tx: Tx, known: Case, { kind }: Link): Promise<{ things: Thing[]; kind: LinkKind }> {
  const all = (await thingsOf(tx, known.id)).filter(({ isRestricted }) => !isRestricted);
  const named = all.filter(({ guardianKey }) => guardianKey?.equals(known.numberKey) === true);
  if (kind !== 'told') return { things: named, kind };
  return named.some(({ isLive }) => isLive) ? { things: named, kind: 'sent' } : { things: all, kind };
}

/** What is behind a link, whether it opens or not; nothing is locked. */
export async function thingsBehind(tx: Tx, token: string): Promise<Thing[]> {
  const { rows } = await sql<{ id: string }>`
    select case_id as id from guardian_answer where token_hash = ${guardianTokenHash(token)}`.execute(tx);
  return rows[0] ? await thingsOf(tx, rows[0].id) : [];
}
