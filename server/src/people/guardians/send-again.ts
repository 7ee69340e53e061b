import type { Reply } from '@exam/contract/client';
import { addSeconds } from '@exam/contract/rules';
import { type RawBuilder, sql } from 'kysely';
import { readNow } from '#platform/clock';
import { inTransaction, reading, type Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { takeLimit } from '#platform/limits';
import { guardianOf, linkSeconds, type Registered, registeredAs, writeLink } from './notice.ts';

type Asked = { accountId: string; id: string };
type Waiting = {
  noticeId: string;
  lastMessageId: string;
  objectId: string;
  thing: Registered;
  mobile: string;
  until: string;
};

/**
 * Sends the guardian of a child under 14 the link again, by which they agree or object, for whoever registered the child: it had run out, or
 * never arrived. The one before stops working; whether the guardian has to agree stays as it was (decision 0052).
 * @throws Refusal NOT_FOUND; ILLEGAL_STATE where no guardian has to agree any more, or it is too late; RATE_LIMITED beyond `guardianAgain.account` and
 * `guardianAgain.number`.
 */
export async function sendLinkAgain(asked: Asked): Promise<Reply<'guardian.sendAgain'>> {
  const { mobile } = await reading((tx) => waitingFor(tx, asked, sql``));
  await takeLimit('guardianAgain.account', asked.accountId);
  await takeLimit('guardianAgain.number', mobile);
  return await inTransaction(async (tx) => {
    const waiting = await waitingFor(tx, asked, sql`for no key update`);
    await writeLink(tx, waiting);
    return { until: waiting.until, mobileEnding: waiting.mobile.slice(-4) };
  });
}

/** The notice that waits for the agreement of a guardian. */
async function waitingFor(tx: Tx, { accountId, id }: Asked, locking: RawBuilder<unknown>): Promise<Waiting> {
  const asked = await registeredAs(tx, id);
  if (asked?.accountId !== accountId) return refuse('NOT_FOUND');
  const { rows } = await sql<{ noticeId: string; lastMessageId: string; objectId: string }>`
    select id as "noticeId", message_id as "lastMessageId", coalesce(application_id, booking_id, post_test_id) as "objectId" from guardian_notice
    where (application_id = ${id} or post_test_id = ${id} or booking_id = (select booking_id from application where id = ${id}))
      and must_agree and agreed_at is null and objected_at is null and replaced_at is null
    order by made_at desc, id limit 1 ${locking}`.execute(tx);
  const notice = rows[0] ?? refuse('ILLEGAL_STATE');
  const thing = (await registeredAs(tx, notice.objectId)) ?? refuse('NOT_FOUND');
  const mobile = (await guardianOf(tx, notice.objectId))?.mobile ?? refuse('ILLEGAL_STATE');
  const now = await readNow(tx);
  const until = thing.dayEndsAt ?? addSeconds(now, linkSeconds);
  if (until <= now) refuse('ILLEGAL_STATE');
  return { ...notice, thing, mobile, until };
}
