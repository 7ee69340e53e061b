import { liveApplicationStates } from '@exam/contract/machines';
import type { Language } from '@exam/contract/messages';
import { addSeconds, chinaDateOf } from '@exam/contract/rules';
import { sql } from 'kysely';
import { accountContact } from '#people/accounts';
import { letterMailsAreOld } from '#registering/applications';
import type { NamedExam } from '#people/messages';
import { notify } from '#people/notices';
import { inTransaction, reading, type Tx } from '#platform/database';
import { eachByItself } from '#platform/each';
import { enqueue } from '#platform/outbox';

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

/** Tells everybody a move concerned, each by itself, and has their letters made again (9.7). May run again: nobody is told twice. */
export async function tellMove({ moveId }: { moveId: string }): Promise<void> {
  const { rows } = await reading((tx) =>
    sql<{ id: string }>`
      select application_id as id from moved_registration where move_id = ${moveId} and told_at is null order by application_id`.execute(
      tx,
    ),
  );
  await eachByItself(rows, ({ id }) => inTransaction((tx) => tellRegistration(tx, { moveId, applicationId: id })));
}

async function tellRegistration(
  tx: Tx,
  { moveId, applicationId }: { moveId: string; applicationId: string },
): Promise<void> {
  // A registration before what hangs on it, as whoever withdraws one does.
  await sql`select from application where id = ${applicationId} for no key update`.execute(tx);
  const { rows } = await sql`
    update moved_registration set told_at = app_now()
    where move_id = ${moveId} and application_id = ${applicationId} and told_at is null returning application_id`.execute(
    tx,
  );
  if (rows.length === 0) return;
  const concerned = await readConcerned(tx, moveId, applicationId);
  if (concerned) await tellOne(tx, moveId, concerned);
  await letterMailsAreOld(tx, [applicationId]);
  await enqueue(tx, 'letters.plan', { applicationId }, { jobKey: `letter:${applicationId}` });
}

/** Whoever has lost the place meanwhile, or was moved again, is not told of it any more. */
async function readConcerned(tx: Tx, moveId: string, applicationId: string): Promise<Concerned | undefined> {
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
    where moved.move_id = ${moveId} and moved.application_id = ${applicationId}
      and summary.status = any(${[...liveApplicationStates]}::text[]) and summary.exam_date = move.exam_date`.execute(
    tx,
  );
  return rows[0];
}

/** The choice ends with a day, or with the start of the exam: the day that ends then or just after. */
function lastDayOf(chooseBy: string): string {
  return chinaDateOf(addSeconds(chooseBy, -0.001));
}

async function tellOne(tx: Tx, moveId: string, one: Concerned): Promise<void> {
  const { applicationId, accountId, candidateName, examDate, startTime, previousDate, previousTime, chooseBy } = one;
  const { language } = await accountContact(tx, accountId);
  const exam: NamedExam = { ...one.names[language], applicationId, candidateName, examDate, startTime };
  const frame = { accountId, objectId: applicationId, key: moveId };
  if (chooseBy !== null)
    await notify(tx, {
      kind: 'sessionMoved',
      values: { ...exam, previousDate, previousTime, lastDay: lastDayOf(chooseBy) },
      ...frame,
    });
  else if (previousTime !== startTime)
    await notify(tx, { kind: 'sessionRetimed', values: { ...exam, previousTime }, ...frame });
  else await notify(tx, { kind: 'venueChanged', values: exam, ...frame });
}
