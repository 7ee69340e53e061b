import type { Reply } from '@exam/contract/client';
import { addSeconds } from '@exam/contract/rules';
import { sql } from 'kysely';
import { readNow } from '#platform/clock';
import { inTransaction, reading, type Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { takeLimit } from '#platform/limits';
import { noticeOfIt } from './whose.ts';
import {
  endNotice,
  guardianOf,
  isAccountsOwn,
  linkSeconds,
  type Registered,
  registeredAs,
  writeLink,
} from './notice.ts';

type Asked = { accountId: string; id: string };
type Notice = { noticeId: string; lastMessageId: string; objectId: string };
type Waiting = Notice & {
  thing: Registered;
  mobile: string;
  /** It is the account's own number. */
  isOwn: boolean;
  until: string;
};

/**
 * Sends the guardian of a child under 14 the link again, by which they agree or object, for whoever registered the child: it had run out, or
 * never arrived. The one before stops working; whether the guardian has to agree stays as it was (decision 0052).
 * @throws Refusal NOT_FOUND; ILLEGAL_STATE where no guardian has to agree any more, or it is too late; RATE_LIMITED beyond `guardianAgain.account` and
 * `guardianAgain.number`.
 */
export async function sendLinkAgain(asked: Asked): Promise<Reply<'guardian.sendAgain'>> {
  const { mobile } = await reading((tx) => waitingFor(tx, asked));
  await takeLimitsOfLink(asked.accountId, mobile);
  return await inTransaction(async (tx) => {
    const waiting = await waitingFor(tx, asked, sql`for no key update`);
    await writeLink(tx, waiting);
    return { until: waiting.until, mobileEnding: waiting.mobile.slice(-4) };
  });
}

/** Counts a link that is sent once more, before its transaction. @throws Refusal RATE_LIMITED. */
export async function takeLimitsOfLink(accountId: string, mobile: string): Promise<void> {
  await takeLimit('guardianAgain.account', accountId);
  await takeLimit('guardianAgain.number', mobile);
}

/** The number to which `askAboutLeaving` would send a link; null where it would send none. */
export async function numberToAsk(tx: Tx, applicationId: string): Promise<string | null> {
  const found = await unaskedAboutLeaving(tx, applicationId);
  return found === null || found.isOwn ? null : found.mobile;
}

/**
 * Sends the guardian of a child who is now to leave alone the link again, where they have answered, or let the time for it pass, and not agreed
 * to that: a guardian who is still waited for reads it by the link they have.
 */
export async function askAboutLeaving(tx: Tx, applicationId: string): Promise<void> {
  const found = await unaskedAboutLeaving(tx, applicationId, sql`for no key update of notice`);
  if (found === null) return await keepLinksOpen(tx, applicationId);
  // Who has the guardian's number as their own now is the guardian by their own tick.
  if (found.isOwn) await endNotice(tx, found.noticeId);
  else await writeLink(tx, found);
}

/** Who has a link that still opens can agree by it until the exam begins. */
async function keepLinksOpen(tx: Tx, applicationId: string): Promise<void> {
  await sql`
    update guardian_notice notice
    set expires_at = greatest(notice.expires_at, session.starts_at)
    from application join exam_session session on session.id = application.session_id
    where application.id = ${applicationId} and ${noticeOfIt} and notice.expires_at > app_now() and notice.objected_at is null
      and notice.replaced_at is null`.execute(tx);
}

async function unaskedAboutLeaving(tx: Tx, id: string, locking = sql``): Promise<Waiting | null> {
  const { rows } = await sql<Notice>`
    select notice.id as "noticeId", notice.message_id as "lastMessageId", coalesce(notice.application_id, notice.booking_id) as "objectId"
    from application join guardian_notice notice on ${noticeOfIt}
    where application.id = ${id} and application.leaving_noted_at is null
      and notice.objected_at is null and notice.replaced_at is null
      and (notice.agreed_at is not null or not notice.must_agree and notice.waits_until <= app_now()) and notice.leaving_agreed_at is null
      -- Of a booking, where it was asked for another of its exams already.
      and not exists (select from application other
        where other.booking_id = notice.booking_id and other.id <> ${id} and other.leave_alone and other.deleted_at is null
          and other.guardian_changed_at is null and other.leaving_noted_at is null)
    order by notice.made_at desc, notice.id limit 1 ${locking}`.execute(tx);
  return rows[0] ? await linkOf(tx, rows[0]) : null;
}

/** The notice that waits for the agreement of a guardian. */
async function waitingFor(tx: Tx, { accountId, id }: Asked, locking = sql``): Promise<Waiting> {
  const asked = await registeredAs(tx, id);
  if (asked?.accountId !== accountId) return refuse('NOT_FOUND');
  const { rows } = await sql<Notice>`
    select notice.id as "noticeId", notice.message_id as "lastMessageId",
      coalesce(notice.application_id, notice.booking_id, notice.post_test_id) as "objectId"
    from guardian_notice notice
    where (notice.post_test_id = ${id} or exists (select from application where application.id = ${id} and ${noticeOfIt}))
      and notice.must_agree and notice.agreed_at is null and notice.objected_at is null and notice.replaced_at is null
    order by notice.made_at desc, notice.id limit 1 ${locking}`.execute(tx);
  return (await linkOf(tx, rows[0] ?? refuse('ILLEGAL_STATE'))) ?? refuse('ILLEGAL_STATE');
}

/** To whom a link goes, and how long it stays open; null where it is too late for one, or nobody can be told. */
async function linkOf(tx: Tx, notice: Notice): Promise<Waiting | null> {
  const thing = await registeredAs(tx, notice.objectId);
  const mobile = (await guardianOf(tx, notice.objectId))?.mobile ?? null;
  if (thing === null || mobile === null) return null;
  const now = await readNow(tx);
  const until = thing.beginsAt ?? addSeconds(now, linkSeconds);
  const isOwn = await isAccountsOwn(tx, thing.accountId, mobile);
  return until > now ? { ...notice, thing, mobile, isOwn, until } : null;
}
