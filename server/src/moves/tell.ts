import { liveApplicationStates } from '@exam/contract/machines';
import type { Language } from '@exam/contract/messages';
import { addSeconds, chinaDateOf } from '@exam/contract/rules';
import { sql } from 'kysely';
import { accountContact } from '#accounts';
import { letterMailsAreOld } from '#applications';
import type { NamedExam } from '#messages';
import { notify } from '#notices';
import { inTransaction, type Tx } from '#platform/database';
import { enqueue } from '#platform/outbox';

/** At most so many registrations in one transaction. */
const perRun = 50;

type Names = { productName: string; subjectName: string; cityName: string };

type Concerned = {
  applicationId: string;
  accountId: string;
  candidateName: string;
  examDate: string;
  startTime: string;
  previousDate: string;
  previousTime: string;
  chooseBy: string | null;
  names: Record<Language, Names>;
};

/**
 * Tells everybody a move concerned, a few in each transaction, and has their letters made anew (9.7). May run again: nobody is told twice.
 */
export async function tellMove({ moveId }: { moveId: string }): Promise<void> {
  for (;;) {
    const told = await inTransaction((tx) => tellSome(tx, moveId));
    if (told < perRun) return;
  }
}

async function tellSome(tx: Tx, moveId: string): Promise<number> {
  const { rows: next } = await sql<{ id: string }>`
    select application_id as id from moved_registration where move_id = ${moveId} and told_at is null
    order by application_id limit ${perRun} for update skip locked`.execute(tx);
  const ids = next.map(({ id }) => id);
  for (const one of await readConcerned(tx, moveId, ids)) await tellOne(tx, moveId, one);
  await letterMailsAreOld(tx, ids);
  for (const applicationId of ids)
    await enqueue(tx, 'letters.plan', { applicationId }, { jobKey: `letter:${applicationId}` });
  await sql`
    update moved_registration set told_at = app_now()
    where move_id = ${moveId} and application_id = any(${ids}::uuid[])`.execute(tx);
  return ids.length;
}

/** Whoever has lost the place meanwhile, or was moved again, is not told of it any more. */
async function readConcerned(tx: Tx, moveId: string, ids: readonly string[]): Promise<Concerned[]> {
  const { rows } = await sql<Concerned>`
    select summary.application_id as "applicationId", summary.account_id as "accountId", summary.candidate_name as "candidateName",
      summary.exam_date as "examDate", summary.start_time as "startTime", move.previous_date as "previousDate",
      moved.previous_start_time as "previousTime", move.choose_by as "chooseBy",
      json_build_object(
        'en', json_build_object('productName', product_name_en, 'subjectName', subject_name_en, 'cityName', city_name_en),
        'zh', json_build_object('productName', product_name_zh, 'subjectName', subject_name_zh, 'cityName', city_name_zh)) as names
    from moved_registration moved
    join session_move move on move.id = moved.move_id
    join application_summary summary on summary.application_id = moved.application_id
    where moved.move_id = ${moveId} and moved.application_id = any(${[...ids]}::uuid[])
      and summary.status = any(${[...liveApplicationStates]}::text[]) and summary.exam_date = move.exam_date
    order by moved.application_id`.execute(tx);
  return rows;
}

/** The choice ends with a day, or with the start of the exam: the day that ends then or just after. */
function lastDayOf(chooseBy: string): string {
  return chinaDateOf(addSeconds(chooseBy, -0.001));
}

async function tellOne(tx: Tx, moveId: string, one: Concerned): Promise<void> {
  const { applicationId, accountId, candidateName, examDate, startTime, previousDate, previousTime, chooseBy } = one;
  const { language } = await accountContact(tx, accountId);
  const exam: NamedExam = { ...one.names[language], candidateName, examDate, startTime };
  const frame = { accountId, objectId: applicationId, key: moveId };
  if (chooseBy !== null)
    await notify(tx, {
      kind: 'sessionMoved',
      values: { ...exam, applicationId, previousDate, previousTime, lastDay: lastDayOf(chooseBy) },
      ...frame,
    });
  else if (previousTime !== startTime)
    await notify(tx, { kind: 'sessionRetimed', values: { ...exam, applicationId, previousTime }, ...frame });
  else await notify(tx, { kind: 'venueChanged', values: { ...exam, applicationId }, ...frame });
}
