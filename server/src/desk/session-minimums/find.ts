import { addWorkingHours } from '@exam/contract/rules';
import { sql } from 'kysely';
import { readNow } from '#platform/clock';
import { inTransaction, type Tx } from '#platform/database';
import { eachDue } from '#platform/each';
import { settings } from '#platform/settings';
import { readWorkingCalendar } from '#office/working-days';
import { openItem } from '#office/work-items';
import { seated } from '#registering/applications';

/** How long staff may decide. */
const decideWithinHours = 24;

/** How many papers a batch takes (C12). */
const perBatch = 200;

type Found = {
  id: string;
  session_id: string;
  office_id: string;
  starts_at: string;
  minimum: number;
  registered: number;
  label: string;
};

/**
 * Counts the papers whose registration has closed, each once: at the end of publication and its grace, when no unpaid order holds a
 * place any more. Too few registrations open `sessionUnderMinimum` with 24 working hours, less when the exam comes earlier;
 * enough of them, or none at all, need nobody.
 */
export async function findUnderMinimum(): Promise<void> {
  await eachDue(closedPapers, (found) => inTransaction((tx) => look(tx, found)));
}

async function look(tx: Tx, found: Found): Promise<void> {
  const now = await readNow(tx);
  const isUnder = found.registered > 0 && found.registered < found.minimum;
  const within = addWorkingHours(now, decideWithinHours, await readWorkingCalendar(tx));
  const decideBy = within < found.starts_at ? within : found.starts_at;
  const isNew = await note(tx, found, isUnder ? decideBy : null);
  if (!isNew || !isUnder) return;
  await openItem(tx, {
    kind: 'sessionUnderMinimum',
    objectKind: 'sessionSubject',
    objectId: found.id,
    officeId: found.office_id,
    dueAt: decideBy,
    label: found.label,
  });
}

async function closedPapers(tx: Tx, tried: readonly string[]): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select place.id, session.id as session_id, session.office_id, session.starts_at, product.minimum_candidates as minimum,
      upper(product.code) || ' ' || subject.code || ' ' || session.exam_date as label,
      (select count(*)::integer from application_paper paper join application on application.id = paper.application_id
        where paper.session_subject_id = place.id
          and application.status in ${seated}) as registered
    from exam_session session
    join product on product.id = session.product_id and product.minimum_candidates > 1
    join session_subject place on place.session_id = session.id
    join subject on subject.id = place.subject_id
    where session.status = 'Published' and product.category = 'Public'
      and session.publish_end_at + make_interval(mins => ${settings().order.graceMinutes}) <= (select app_now())
      and session.starts_at > (select app_now())
      and not exists (select from minimum_decision known where known.session_subject_id = place.id)
      and not exists (select from seat_allocation held where held.session_id = session.id and held.state = 'Held')
      and place.id <> all(${[...tried]}::uuid[])
    order by session.starts_at, place.id
    limit ${perBatch}`.execute(tx);
  return rows;
}

async function note(tx: Tx, found: Found, decideBy: string | null): Promise<boolean> {
  const { rows } = await sql`
    insert into minimum_decision (session_subject_id, session_id, minimum, registered, found_at, decide_by, outcome, decided_at)
    values (${found.id}, ${found.session_id}, ${found.minimum}, ${found.registered}, app_now(), ${decideBy},
      ${decideBy === null ? 'NotNeeded' : null}, case when ${decideBy}::timestamptz is null then app_now() end)
    on conflict do nothing
    returning session_subject_id`.execute(tx);
  return rows.length > 0;
}
