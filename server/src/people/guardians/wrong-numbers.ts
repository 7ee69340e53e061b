import { maskPhone } from '@exam/contract/rules';
import { type RawBuilder, sql } from 'kysely';
import { writeMessage } from '#people/messages';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { noteAnswer } from './answers.ts';
import { askReinstated } from './ask.ts';
import { numberOf } from './cases.ts';
import { readCase, takeLinkBack } from './links.ts';
import { thingOf, thingsOf, thingsOfChild } from './things.ts';

/** SQL: the cases of former guardians for whom the thing of this id still waits: they were told less than 72 hours ago, or not yet (`guardian_former`). */
const waitedFormers = (objectId: RawBuilder<unknown>) => sql`
  select former.case_id from guardian_former former
  where former.object_id = ${objectId} and not coalesce(former.agreed_at > former.told_at, false)
    and (former.told_at is null or greatest(former.told_at, former.refused_at) + interval '72 hours' > app_now())`;

/** A number that was named as the guardian's before another, and is waited for: masked. Instants; `toldAt` null as long as its message waits for its turn. */
export type FormerGuardian = { caseId: string; mobile: string; askedAt: string | null; toldAt: string | null };

/**
 * The numbers for whose time to object a registration waits although another is named now. Not those by which somebody has ever
 * objected, agreed or asked for something: whoever has it knows the child, and the privacy office decides.
 */
export async function formerGuardians(tx: Tx, objectId: string): Promise<FormerGuardian[]> {
  const { rows } = await sql<Omit<FormerGuardian, 'mobile'> & { id: string; mobile_sealed: Buffer }>`
    select known.id, known.id as "caseId", known.mobile_sealed, said.asked_at as "askedAt", case when said.told_at <= app_now() then said.told_at end as "toldAt"
    from guardian_case known join guardian_said said on said.id = known.id
    where known.id in (${waitedFormers(sql`${objectId}::uuid`)}) and not exists (
      select from guardian_answer answer where answer.case_id in (${casesOfNumber(sql`known.id`)})
        and answer.kind in ('agreed', 'leavingAgreed', 'objected', 'wished'))
    order by said.asked_at, known.id`.execute(tx);
  return rows.map(({ id, mobile_sealed: sealed, ...former }) => ({
    ...former,
    mobile: maskPhone(numberOf({ id, mobile_sealed: sealed })),
  }));
}

/**
 * Two persons of the office have found that a number which was named before is not a guardian's, as where it was mistyped: the registration waits for it no
 * more. Whoever is named now has to agree as before.
 * @param objectId the registration that waits for it.
 * @throws Refusal ILLEGAL_STATE where it is none of `formerGuardians`.
 */
export async function endNumber(tx: Tx, { objectId, caseId }: { objectId: string; caseId: string }): Promise<void> {
  const cases = await lockNumber(tx, caseId);
  if (!(await formerGuardians(tx, objectId)).some((former) => former.caseId === caseId)) refuse('ILLEGAL_STATE');
  const thing = await thingOf(tx, objectId);
  await end(tx, { caseId, cases, requestId: null, productName: thing?.examZh ?? refuse('NOT_FOUND') });
}

/**
 * Two persons of the office have found that whoever objected is not the child's guardian: the objection ends, and so does every case of that child with that
 * number. What waits goes on waiting until the right guardian is named, asked and heard.
 */
export async function endObjector(tx: Tx, requestId: string): Promise<void> {
  const { rows } = await sql<{ caseId: string }>`
    select coalesce(known.carried_from, known.id) as "caseId" from guardian_answer answer join guardian_case known on known.id = answer.case_id
    where answer.request_id = ${requestId} and answer.kind = 'objected' limit 1`.execute(tx);
  const [found] = rows;
  if (!found) return;
  const cases = await lockNumber(tx, found.caseId);
  await noteAnswer(tx, { caseId: found.caseId, kind: 'objectionRefused', at: await readNow(tx), requestId });
  const [thing] = await thingsOf(tx, found.caseId);
  await end(tx, { ...found, cases, requestId, productName: thing?.examZh ?? null });
}

/** A number that was found not to be a guardian's of a child: masked; `isObjector` where the privacy office found it of whoever had objected. `foundAt`: instant. */
export type WrongNumber = { caseId: string; mobile: string; foundAt: string; isObjector: boolean };

/** The numbers that staff found not to be a guardian's of the child of a registration, in its account, and nobody has reinstated. */
export async function wrongNumbers(tx: Tx, objectId: string): Promise<WrongNumber[]> {
  const { rows } = await sql<Omit<WrongNumber, 'mobile'> & { mobile_sealed: Buffer }>`
    select distinct on (known.mobile_key) known.id as "caseId", known.mobile_sealed, found.at as "foundAt", found.request_id is not null as "isObjector"
    from sitting_begins thing
    join guardian_said said on said.account_id = thing.account_id and said.is_ended
      and is_same_child(thing.person_key, thing.birth_key, thing.last_name, thing.name_letters, said.person_key, said.birth_key, said.last_name, said.name_letters)
    join guardian_case known on known.id = said.root_id
    join guardian_answer found on found.case_id = known.id and found.kind = 'notGuardian'
    where thing.object_id = ${objectId} order by known.mobile_key, found.at desc, known.id`.execute(tx);
  return rows.map(({ mobile_sealed: sealed, ...found }) => ({
    ...found,
    mobile: maskPhone(numberOf({ id: found.caseId, mobile_sealed: sealed })),
  }));
}

/**
 * The number of this case, where a registration's page may offer to reinstate it.
 * @throws Refusal ILLEGAL_STATE where it is none of `wrongNumbers`, or the exam has begun.
 */
export async function wrongNumber(
  tx: Tx,
  { objectId, caseId }: { objectId: string; caseId: string },
): Promise<WrongNumber> {
  const thing = await thingOf(tx, objectId);
  const found = (await wrongNumbers(tx, objectId)).find((number) => number.caseId === caseId);
  const hasBegun = !thing || (thing.beginsAt !== null && thing.beginsAt <= (await readNow(tx)));
  return found && !hasBegun ? found : refuse('ILLEGAL_STATE');
}

/**
 * Two persons find that a number which was found not to be a guardian's is one after all, as where the mother rings up: she is asked again where she is
 * named, and told where another is, with her time to object from now.
 * @param objectId a registration of the child.
 * @param isObjector whether they were told that the privacy office had found it of whoever had objected.
 * @throws Refusal ILLEGAL_STATE as `wrongNumber`, or where that has changed since.
 */
export async function reinstateNumber(
  tx: Tx,
  { objectId, caseId, isObjector }: { objectId: string; caseId: string; isObjector: boolean },
): Promise<void> {
  const cases = await lockNumber(tx, caseId);
  const found = await wrongNumber(tx, { objectId, caseId });
  const known = await readCase(tx, caseId);
  if (known === null || found.isObjector !== isObjector) return refuse('ILLEGAL_STATE');
  const at = await readNow(tx);
  const things = (await thingsOfChild(tx, objectId)).filter(({ beginsAt }) => beginsAt === null || beginsAt > at);
  for (const each of cases) await noteAnswer(tx, { caseId: each, kind: 'reinstated', at });
  await askReinstated(tx, things, known);
}

/** SQL: the cases, not carried from another, of the same child and number as this case, in its account: of the child as it was, and as it was corrected. */
const casesOfNumber = (caseId: RawBuilder<unknown>) => sql`
  select coalesce(same.carried_from, same.id) from guardian_case own
  join guardian_case same on same.account_id = own.account_id and same.mobile_key = own.mobile_key
    and is_same_child(own.person_key, own.birth_key, own.last_name, own.name_letters, same.person_key, same.birth_key, same.last_name, same.name_letters)
  where own.id = ${caseId} or own.carried_from = ${caseId}`;

/** The same, locked: their ids in the order of the locks. */
async function lockNumber(tx: Tx, caseId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from guardian_case where id in (${casesOfNumber(sql`${caseId}::uuid`)}) order by id for no key update`.execute(
    tx,
  );
  return rows.map((row) => row.id);
}

type Ending = {
  caseId: string;
  /** Those of the child with that number, locked. */
  cases: readonly string[];
  requestId: string | null;
  /** What it was about; null where it is forgotten, and nobody is told. */
  productName: string | null;
};

/** No link about the child goes to the number any more, nor one that waits for its turn. Whoever has it is told, and whom to reach if it is not so. */
async function end(tx: Tx, { caseId, cases, requestId, productName }: Ending): Promise<void> {
  const at = await readNow(tx);
  for (const each of cases) {
    await noteAnswer(tx, { caseId: each, kind: 'notGuardian', at, ...(requestId === null ? {} : { requestId }) });
    await takeLinkBack(tx, each);
  }
  const known = await tx
    .selectFrom('guardian_case')
    .select(['id', 'mobile_sealed'])
    .where('id', '=', caseId)
    .executeTakeFirst();
  if (productName === null || !known) return;
  await writeMessage(tx, {
    kind: 'guardianEnded',
    values: { productName },
    key: requestId === null ? `guardianEnded:${caseId}:${at}` : `objection:${requestId}`,
    objectId: caseId,
    accountId: null,
    channel: 'sms',
    recipient: numberOf(known),
    language: 'zh',
  });
}
