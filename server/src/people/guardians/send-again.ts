import type { Reply } from '@exam/contract/client';
import { sql } from 'kysely';
import { readNow } from '#platform/clock';
import { inTransaction, reading, type Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { takeLimit } from '#platform/limits';
import { noteAnswer } from './answers.ts';
import { numberKeyOf, numberOf, ownNumber } from './cases.ts';
import { checkPair, countNotice } from './limits.ts';
import {
  type Case,
  isEnded,
  isMessageWaiting,
  linkUntil,
  lockCase,
  mustAgree,
  readCase,
  waitsUntil,
  writeLink,
} from './links.ts';
import { caseOf, type Thing, thingOf } from './things.ts';

type Asked = { accountId: string; id: string };

/**
 * Sends the guardian of a child under 14 the link again, by which they agree or object, for whoever registered the child: it had run out, or
 * never arrived. The one before stops working.
 * @throws Refusal NOT_FOUND; ILLEGAL_STATE where no guardian has to agree any more, or it is too late; RATE_LIMITED beyond `guardianAgain.account` and
 * `guardianAgain.number`.
 */
export async function sendLinkAgain(asked: Asked): Promise<Reply<'guardian.sendAgain'>> {
  const { known } = await reading((tx) => waitingFor(tx, asked));
  await takeLimitsOfLink(asked.accountId, numberOf(known));
  return await inTransaction(async (tx) => {
    const { thing } = await waitingFor(tx, asked);
    const locked = (await lockCase(tx, caseOf(thing, thing.guardianKey))) ?? refuse('ILLEGAL_STATE');
    // Answered while the row was waited for.
    if (locked.agreedAt !== null || locked.isObjected) refuse('ILLEGAL_STATE');
    const mobile = numberOf(locked);
    await writeLink(tx, { known: locked, kind: 'sent', message: 'guardianNotice', mobile, thing, isLastWord: true });
    return { until: linkUntil(await readNow(tx), thing), mobileEnding: mobile.slice(-4) };
  });
}

/** Counts a link that is sent once more, before its transaction. @throws Refusal RATE_LIMITED. */
export async function takeLimitsOfLink(accountId: string, mobile: string): Promise<void> {
  await reading((tx) => checkPair(tx, { accountId, numberKey: numberKeyOf(accountId, mobile) }));
  await takeLimit('guardianAgain.account', accountId);
  await takeLimit('guardianAgain.number', mobile);
}

/** The number to which `askAboutLeaving` would send a link; null where it would send none. */
export async function numberToAsk(tx: Tx, applicationId: string): Promise<string | null> {
  const found = await unaskedAboutLeaving(tx, applicationId);
  if (found === null) return null;
  const number = numberOf(found.known);
  return number === (await ownNumber(tx, found.thing.accountId)) ? null : number;
}

/**
 * Sends the guardian of a child who is now to leave alone the link again, where they have answered, or let the time for it pass, and not agreed
 * to that: a guardian who is still waited for reads it by the link they have. Of a booking they are asked once for all its exams.
 */
export async function askAboutLeaving(tx: Tx, applicationId: string): Promise<void> {
  const found = await unaskedAboutLeaving(tx, applicationId, true);
  if (found === null) return;
  const { known, thing } = found;
  // Whoever has the guardian's number as their own by now is the guardian, and has just ticked it.
  if (numberOf(known) === (await ownNumber(tx, thing.accountId)))
    return await noteAnswer(tx, { caseId: known.id, kind: 'leavingAgreed', at: await readNow(tx) });
  await writeLink(tx, {
    known,
    kind: 'sent',
    message: 'guardianNotice',
    mobile: numberOf(known),
    thing,
    isLastWord: true,
  });
}

/**
 * Tells a guardian who has been asked that somebody else collects the child now: they read it by a new link, and may object until the exam begins. While
 * another message still waits to go, that one leads to what is so by then. Beyond the limits it goes when it is their turn, and never too late to be read.
 */
export async function tellOfPickup(tx: Tx, applicationId: string): Promise<void> {
  const thing = await thingOf(tx, applicationId);
  if (thing === null || thing.guardianKey === null) return;
  const [now, known] = [await readNow(tx), await lockCase(tx, caseOf(thing, thing.guardianKey))];
  if (known === null || known.askedAt === null || known.isObjected || linkUntil(now, thing) <= now) return;
  const mobile = numberOf(known);
  if (mobile === (await ownNumber(tx, thing.accountId)) || (await isMessageWaiting(tx, known))) return;
  const { accountId, numberKey } = known;
  const end = (sent: string) => linkUntil(sent, thing);
  const dueAt = await countNotice(tx, { accountId, mobile, numberKey, caller: null, now, end });
  if (dueAt !== null)
    await writeLink(tx, { known, kind: 'sent', message: 'guardianPickup', mobile, thing, isLastWord: true, dueAt });
}

async function unaskedAboutLeaving(
  tx: Tx,
  applicationId: string,
  isLocking = false,
): Promise<{ known: Case; thing: Thing } | null> {
  const thing = await thingOf(tx, applicationId);
  if (thing === null || thing.guardianKey === null) return null;
  const now = await readNow(tx);
  const known = await caseFor(tx, thing, isLocking);
  if (known === null || known.isObjected || known.leavingAt !== null || linkUntil(now, thing) <= now) return null;
  return isAnswered(known, thing, now) && !(await isAskedForAnother(tx, thing)) ? { known, thing } : null;
}

/** Whether a guardian has agreed, or let the time to object pass. */
function isAnswered(known: Case, thing: Thing, now: string): boolean {
  if (known.agreedAt !== null) return true;
  return !mustAgree(known, thing) && known.askedAt !== null && waitsUntil(known.askedAt, thing) <= now;
}

/** Whether the guardian of a booking was asked about leaving for another of its exams already. */
async function isAskedForAnother(tx: Tx, thing: Thing): Promise<boolean> {
  const applicationId = thing.objectId;
  const { rows } = await sql`
    select from sitting_begins other
    where other.account_id = ${thing.accountId} and other.person_key = ${thing.personKey} and other.sitting = ${thing.sitting}
      and other.guardian_key = ${thing.guardianKey} and other.object_id <> ${applicationId} and other.of = 'application_id'
      and other.leaves_alone and other.leaving_noted_at is null and other.is_placed
      and exists (select from application where application.id = ${applicationId} and application.booking_id is not null)`.execute(
    tx,
  );
  return rows.length > 0;
}

async function caseFor(tx: Tx, thing: Thing, isLocking: boolean): Promise<Case | null> {
  if (isLocking) return await lockCase(tx, caseOf(thing, thing.guardianKey));
  const { rows } = await sql<{ id: string }>`
    select coalesce(carried_from, id) as id from guardian_case where ${caseOf(thing, thing.guardianKey)}`.execute(tx);
  return rows[0] ? await readCase(tx, rows[0].id) : null;
}

/** What waits for the agreement of a guardian who was asked. */
async function waitingFor(tx: Tx, { accountId, id }: Asked): Promise<{ known: Case; thing: Thing }> {
  const thing = await thingOf(tx, id);
  if (thing?.accountId !== accountId || thing.isRestricted) return refuse('NOT_FOUND');
  const now = await readNow(tx);
  const known = thing.guardianKey === null ? null : await caseFor(tx, thing, false);
  if (known === null || known.askedAt === null || known.agreedAt !== null || known.isObjected)
    return refuse('ILLEGAL_STATE');
  if (!mustAgree(known, thing) || linkUntil(now, thing) <= now || (await isEnded(tx, known.id)))
    refuse('ILLEGAL_STATE');
  return { known, thing };
}
