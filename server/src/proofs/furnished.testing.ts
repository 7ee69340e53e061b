import { seedDemo } from '#demo';
import { databasePool } from '#platform/database';
import { ask, askStaff, givenStaff, secondsTo } from '#testing';
import { numberRows, staffRequestOf } from './staff-requests.testing.ts';
import { givenHousehold, type Household, type World } from './world.testing.ts';

/** What neither the demonstration nor the household has one of. */
const more: readonly string[] = [
  `insert into legal_hold (id, scope, object_id, reason, review_on, opened_at, opened_by, approved_by)
   select gen_random_uuid(), 'order', id, 'A dispute.', '2027-01-01', app_now(), gen_random_uuid(), gen_random_uuid()
   from exam_order where status = 'PaymentSuccessful' order by ctid limit 1`,
  `insert into possession_claim (id, account_id, opened_at, handed_to_staff_at)
   select gen_random_uuid(), id, app_now(), app_now() from account where phone_key is not null order by ctid limit 1`,
  `insert into minimum_decision (session_subject_id, session_id, minimum, registered, found_at, decide_by)
   select paper.session_subject_id, application.session_id, 5, 1, app_now(), app_now() + interval '1 day'
   from application join application_paper paper on paper.application_id = application.id
   where status = 'Registered' and category = 'Public' order by application.ctid limit 1`,
  `insert into relative_evidence (id, request_id, kind, filed_at, filed_by, filed_by_name)
   select gen_random_uuid(), id, 'DeathProof', app_now(), gen_random_uuid(), 'Lin Jing' from relative_request order by ctid limit 1`,
  `insert into service_range (id, office_id, from_date, to_date, is_open, created_by, created_at)
   select gen_random_uuid(), id, '2027-04-01', '2027-04-02', false, 'Lin Jing', app_now() from office order by code limit 1`,
];

/** Something for the family of a paid booking to answer. */
async function proposeDate(consoleUrl: string): Promise<void> {
  const sent = await staffRequestOf('bookings.proposeDate', () => Promise.reject(new Error('It takes no file.')));
  const { status, text } = await askStaff(await givenStaff(consoleUrl), 'bookings.proposeDate', sent);
  if (status !== 200) throw new Error(`Another date could not be proposed: ${text}`);
}

/** Fills a world with the demonstration, a household and one more of each: every call of both contracts finds something to work on. */
export async function furnish(world: Pick<World, 'url' | 'consoleUrl' | 'bank'>): Promise<Household> {
  // By day, when reminders go out, and the same day in every run.
  await world.bank.moveClock(await secondsTo('2026-12-01T03:00:00.000Z'));
  await seedDemo();
  const home = await givenHousehold(world);
  await ask(home.browser, 'fapiao.request', {
    params: { id: home.paid.orderId },
    body: { buyer: 'Personal', title: '张三', taxNumber: '', email: 'zhang.san@qq.com' },
  });
  for (const statement of more) await databasePool().query(statement);
  await numberRows();
  await proposeDate(world.consoleUrl);
  return home;
}
