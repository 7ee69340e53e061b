import { sql } from 'kysely';
import { accountContact } from '#people/accounts';
import type { NamedExam } from '#people/messages';
import { notify } from '#people/notices';
import { inTransaction, type Tx } from '#platform/database';
import { eachByItself, eachDue } from '#platform/each';
import { claim, isDaytime } from './claim.ts';

/** Accounts told in one batch; the next run tells the rest. */
const batch = 30;

type Closing = { id: string; today: string; closesAt: string; ids: string[] };

/**
 * Reminds of lines of carts whose registration ends today, by day, once a day and account, and tells of those that lapsed at night. A window that ends at midnight ends on the day
 * before it.
 */
export async function remindOfCarts(): Promise<void> {
  await eachByItself([tellLapsed, tellClosings], (tell) => tell());
}

async function tellClosings(): Promise<void> {
  await eachDue(readClosing, (closing) => inTransaction((tx) => tellClosing(tx, closing)));
}

async function readClosing(tx: Tx, tried: readonly string[]): Promise<Closing[]> {
  if (!(await isDaytime(tx))) return [];
  const { rows } = await sql<Closing>`
    with today as (select (app_now() at time zone 'Asia/Shanghai')::date as day)
    select application.account_id as id, today.day::text as today, min(session.publish_end_at) as "closesAt",
      array_agg(application.id order by session.publish_end_at, application.id) as ids
    from today cross join application
      join exam_session session on session.id = application.session_id
      join product on product.id = application.product_id
    where application.status = 'Initiated' and application.deleted_at is null
      and session.status = 'Published' and product.access <> 'archived'
      and session.publish_end_at > app_now()
      and ((session.publish_end_at - interval '1 millisecond') at time zone 'Asia/Shanghai')::date = today.day
      and not exists (select from reminder told
        where told.kind = 'cartClosing' and told.object_id = application.account_id and told.about = today.day::text)
      and application.account_id <> all(${[...tried]}::uuid[])
    group by application.account_id, today.day
    order by application.account_id limit ${batch}`.execute(tx);
  return rows;
}

async function tellClosing(tx: Tx, { id: accountId, today, closesAt, ids }: Closing): Promise<void> {
  const lines = await linesOf(tx, { accountId, ids });
  if (lines.length === 0) return;
  if (!(await claim(tx, { kind: 'cartClosing', objectId: accountId, about: today }))) return;
  const values = { closesAt, lines };
  await notify(tx, { kind: 'cartClosing', values, accountId, objectId: accountId, key: today });
}

/** Notes which lines of a cart have lapsed (9.1 #4); the owner is told of them at once, or in the morning. */
export async function noteLapsed({ ids }: { ids: readonly string[] }): Promise<void> {
  await inTransaction((tx) =>
    sql`
      insert into reminder (kind, object_id, about) select 'cartLapsed', unnest(${[...ids]}::uuid[]), ''
      on conflict do nothing`.execute(tx),
  );
  await tellLapsed();
}

/** Tells every owner, by day, which lines have lapsed that nobody was told of; each line is told once. */
async function tellLapsed(): Promise<void> {
  await eachDue(ownersOfLapsed, ({ id }) => inTransaction((tx) => tellLapsedTo(tx, id)));
}

async function ownersOfLapsed(tx: Tx, tried: readonly string[]): Promise<{ id: string }[]> {
  if (!(await isDaytime(tx))) return [];
  const { rows } = await sql<{ id: string }>`
    select distinct line.account_id as id from reminder join application line on line.id = reminder.object_id
    where reminder.kind = 'cartLapsed' and reminder.told_at is null and line.anonymised_at is null
      and line.account_id <> all(${[...tried]}::uuid[]) limit ${batch}`.execute(tx);
  return rows;
}

async function tellLapsedTo(tx: Tx, accountId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update reminder set told_at = app_now() from application line
    where line.id = reminder.object_id and line.account_id = ${accountId} and reminder.kind = 'cartLapsed' and reminder.told_at is null
    returning reminder.object_id as id`.execute(tx);
  const ids = rows.map(({ id }) => id).toSorted();
  const lines = await linesOf(tx, { accountId, ids, status: 'Expired' });
  const [first] = ids;
  if (first === undefined || lines.length === 0) return;
  await notify(tx, { kind: 'cartLapsed', values: { lines }, accountId, objectId: first });
}

type Lines = { accountId: string; ids: readonly string[]; status?: 'Initiated' | 'Expired' };

/** What is still so of these lines, in the account's language: somebody may have ordered or deleted one meanwhile. */
async function linesOf(tx: Tx, { accountId, ids, status = 'Initiated' }: Lines): Promise<NamedExam[]> {
  const { language } = await accountContact(tx, accountId);
  const name = (field: string) => sql.ref(`summary.${field}_${language}`);
  const { rows } = await sql<NamedExam>`
    select application.id as "applicationId", ${name('product_name')} as "productName", ${name('subject_name')} as "subjectName", ${name('city_name')} as "cityName",
      summary.candidate_name as "candidateName", summary.exam_date as "examDate", summary.start_time as "startTime"
    from application_summary summary join application on application.id = summary.application_id
    where application.id = any(${[...ids]}::uuid[]) and application.status = ${status} and application.deleted_at is null
    order by summary.exam_date, summary.start_time, application.id`.execute(tx);
  return rows;
}
