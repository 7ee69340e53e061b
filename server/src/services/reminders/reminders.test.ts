import { instantOf, reportTime } from '@exam/contract/rules';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { identify, routes as accountRoutes } from '#people/accounts';
import { routes as applicationRoutes, tasks as applicationTasks } from '#registering/applications';
import { routes as candidateRoutes } from '#people/candidates';
import { tasks as messageTasks } from '#people/messages';
import { tasks as noticeTasks } from '#people/notices';
import { routes as orderRoutes, tasks as orderTasks } from '#checkout/orders';
import { inTransaction, reading } from '#platform/database';
import { startTestApp } from '#testing/app';
import { seal } from '#platform/vault';
import { runDueJobs, type Tasks } from '#platform/worker';
import {
  ask,
  type ExamWishes,
  givenCartLine,
  givenExam,
  givenSignedIn,
  givenVenue,
  moveClockTo,
  testPassword,
  startPostOffice,
  type PostOffice,
  type SignedIn,
  type TestServer,
} from '#testing';
import '#desk/sessions';
import { tasks as workTasks } from '#office/work-items';
import { tasks } from './index.ts';

/** Noon in China, 60 days before every exam of a test: 20 January 2027, 09:00. */
const early = '2026-11-21T04:00:00.000Z';
const inChina = (date: string, time: string) => instantOf(date, time);

const all: Tasks = { ...tasks, ...messageTasks, ...noticeTasks, ...orderTasks, ...applicationTasks };
let office: PostOffice;
let server: TestServer;
let count = 0;

beforeAll(async () => {
  office = await startPostOffice();
  server = await startTestApp({
    routes: [...accountRoutes, ...candidateRoutes, ...orderRoutes, ...applicationRoutes],
    identify,
    environment: { TRUSTED_PROXIES: '1', ...office.environment },
  });
});
beforeEach(async () => {
  await at(early);
  await office.fault('sms', { mode: 'ok' });
  await office.fault('mail', { mode: 'ok' });
});
afterAll(async () => {
  await server.close();
  await office.close();
});

async function at(instant: string): Promise<void> {
  await moveClockTo(instant);
  await office.followClock();
}

type Owner = SignedIn & { email: string };

async function givenOwner(account: object = {}): Promise<Owner> {
  const email = `owner${(count += 1)}@example.cn`;
  return { ...(await givenSignedIn(server.url, { email, ...account })), email };
}

/** What two workers do when both find the same thing due. */
async function sweepTwice(task: string): Promise<void> {
  await Promise.all([all[task]?.({}), all[task]?.({})]);
  await Promise.all([runDueJobs(all), runDueJobs(all)]);
  await runDueJobs(all);
}

async function told({ accountId }: SignedIn, kind: string): Promise<string[]> {
  const rows = await reading((tx) =>
    tx
      .selectFrom('message')
      .select(['channel', 'state'])
      .where('account_id', '=', accountId)
      .where('kind', '=', kind)
      .orderBy('channel')
      .execute(),
  );
  return rows.map(({ channel, state }) => `${channel} ${state}`);
}

async function givenLine(owner: SignedIn, wishes: ExamWishes = {}): Promise<string> {
  return await givenCartLine(owner.accountId, await givenExam(wishes));
}

/** Registers somebody, without charge, for the exam of 20 January 2027. */
async function givenLettered(owner: SignedIn): Promise<{ id: string; sessionId: string }> {
  const exam = await givenExam({ fees: { localFee: 0, boardFee: 0, vat: 0 } });
  await givenVenue(exam.sessionId);
  const id = await givenCartLine(owner.accountId, exam);
  const number = seal('E12345678', { table: 'application', row: id, column: 'id_no' });
  await inTransaction((tx) => sql`update application set id_no_sealed = ${number} where id = ${id}`.execute(tx));
  await ask(owner, 'order.place', { body: { applicationIds: [id], totalPayAmount: 0 } });
  return { id, sessionId: exam.sessionId };
}

describe('an exam that is near', () => {
  it('is told a week before and on the last day, each once by each channel, with two workers [C39]', async () => {
    const owner = await givenOwner();
    await givenLettered(owner);

    await at(inChina('2027-01-13', '08:59'));
    await sweepTwice('reminders.exams');
    const beforeNine = await told(owner, 'examSoon');
    await at(inChina('2027-01-13', '09:01'));
    await sweepTwice('reminders.exams');
    await sweepTwice('reminders.exams');
    await at(inChina('2027-01-19', '10:00'));
    await sweepTwice('reminders.exams');
    await sweepTwice('reminders.exams');

    expect(beforeNine).toEqual([]);
    expect(await told(owner, 'examSoon')).toEqual(['mail Sent', 'sms Sent']);
    expect(await told(owner, 'examTomorrow')).toEqual(['mail Sent', 'sms Sent']);
    const mails = (await office.messages(owner.email)).map(({ subject }) => subject);
    expect(mails.filter((subject) => subject?.startsWith('Tomorrow'))).toHaveLength(1);
  });

  it('says where to be, until when, and what to bring, in the account’s language [R-97]', async () => {
    const owner = await givenOwner({ language: 'zh' });
    await givenLettered(owner);

    await at(inChina('2027-01-19', '10:00'));
    await sweepTwice('reminders.exams');

    const mails = await office.messages(owner.email);
    const mail = mails.find(({ subject }) => subject === '明天考试：考试，试卷1');
    for (const part of ['08:30', '朝阳考试中心', '北京市建国门外大街 18 号', '护照', '准考证'])
      expect(mail?.text).toContain(part);
  });

  it('whose venue nobody has named is told as that, with whom to ask, and the place as soon as there is one, two days before too [R-89 R-97]', async () => {
    const owner = await givenOwner({ language: 'zh' });
    const { sessionId } = await givenLettered(owner);
    const venueOf = (venue: ReturnType<typeof sql>) =>
      inTransaction((tx) => sql`update exam_session set venue_id = ${venue} where id = ${sessionId}`.execute(tx));
    const { rows } = await reading((tx) =>
      sql<{ venue_id: string }>`select venue_id from exam_session where id = ${sessionId}`.execute(tx),
    );
    await venueOf(sql`null`);

    await at(inChina('2027-01-13', '10:00'));
    await sweepTwice('reminders.exams');
    await sweepTwice('reminders.exams');
    const open = [await told(owner, 'examVenueOpen'), await told(owner, 'examSoon')];
    const [mail] = (await office.messages(owner.email)).filter(({ subject }) => subject?.startsWith('考点尚未确定'));
    await venueOf(sql`${rows[0]?.venue_id}::uuid`);
    await at(inChina('2027-01-18', '10:00'));
    await sweepTwice('reminders.exams');

    expect(open).toEqual([['mail Sent', 'sms Sent'], []]);
    expect(mail?.text).toContain('考点尚未确定');
    expect(mail?.text).toContain('office@example.cn');
    expect(mail?.text).not.toContain(reportTime('09:00'));
    expect(await told(owner, 'examSoon')).toEqual(['mail Sent', 'sms Sent']);
  });

  it('of a child whose guardian has not agreed is told as that, a week and two days before, and as any other once they have [PIPL-31 C39]', async () => {
    const owner = await givenOwner();
    const { id } = await givenLettered(owner);
    await inTransaction((tx) =>
      sql`update application set class_when_made = 11, guardian_key = '1' where id = ${id}`.execute(tx),
    );
    const sweepAt = async (date: string) => {
      await at(inChina(date, '10:00'));
      await sweepTwice('reminders.exams');
      await sweepTwice('reminders.exams');
      return [await told(owner, 'examGuardianOpen'), await told(owner, 'examSoon'), await told(owner, 'examTomorrow')];
    };

    const aWeekBefore = await sweepAt('2027-01-13');
    const threeDaysBefore = await sweepAt('2027-01-17');
    const twoDaysBefore = await sweepAt('2027-01-18');
    await inTransaction((tx) =>
      sql`
        with opened as (
          insert into guardian_case (id, account_id, person_key, birth_key, sitting, mobile_key, mobile_sealed, made_at)
          select gen_random_uuid(), account_id, person_key, coalesce(birth_key, '2'), session_id, '1', '3', app_now() from application where id = ${id} returning id)
        insert into guardian_answer (id, case_id, kind, at) select gen_random_uuid(), id, 'agreed', app_now() from opened`.execute(
        tx,
      ),
    );
    const theDayBefore = await sweepAt('2027-01-19');

    const once = ['mail Sent', 'sms Sent'];
    const twice = ['mail Sent', 'mail Sent', 'sms Sent', 'sms Sent'];
    expect([aWeekBefore, threeDaysBefore]).toEqual([
      [once, [], []],
      [once, [], []],
    ]);
    expect([twoDaysBefore, theDayBefore]).toEqual([
      [twice, [], []],
      [twice, [], once],
    ]);
    const [mail] = (await office.messages(owner.email)).filter(({ subject }) => subject?.includes('guardian'));
    expect(mail?.text).toContain('until then there is no confirmation letter');
  });

  it('without a venue is told to its office two weeks and eight days before, each once [C39]', async () => {
    const owner = await givenOwner();
    const { sessionId } = await givenLettered(owner);
    await inTransaction((tx) => sql`update exam_session set venue_id = null where id = ${sessionId}`.execute(tx));
    const toOffice = async () =>
      (
        await reading((tx) =>
          sql<{ count: number }>`
            select count(*)::integer as count from message where kind = 'venueMissing' and object_id = ${sessionId}`.execute(
            tx,
          ),
        )
      ).rows[0]?.count;

    const counts = [];
    for (const day of ['2027-01-05', '2027-01-06', '2027-01-08', '2027-01-12', '2027-01-13']) {
      await at(inChina(day, '10:00'));
      await sweepTwice('reminders.venues');
      await sweepTwice('reminders.venues');
      counts.push(await toOffice());
    }

    expect(counts).toEqual([0, 1, 1, 2, 2]);
  });

  it('stands on the board of its office from three weeks before, due a week before, until it has a venue', async () => {
    const owner = await givenOwner();
    const { sessionId } = await givenLettered(owner);
    const venueId = await reading((tx) =>
      tx.selectFrom('exam_session').select('venue_id').where('id', '=', sessionId).executeTakeFirstOrThrow(),
    );
    const venue = (id: string | null) =>
      inTransaction((tx) => sql`update exam_session set venue_id = ${id}::uuid where id = ${sessionId}`.execute(tx));
    const waiting = async () => {
      await workTasks['workItems.sweep']?.({});
      return await reading((tx) =>
        tx
          .selectFrom('work_item')
          .select(['kind', 'object_kind', 'due_at'])
          .where('object_id', '=', sessionId)
          .where('closed_at', 'is', null)
          .execute(),
      );
    };

    await venue(null);
    await at(inChina('2026-12-29', '10:00'));
    const early = await waiting();
    await at(inChina('2026-12-31', '10:00'));
    const due = await waiting();
    await venue(venueId.venue_id);
    const named = await waiting();

    expect([early, named]).toEqual([[], []]);
    expect(due).toMatchObject([
      { kind: 'venueMissing', object_kind: 'session', due_at: expect.stringMatching(/^2027-01-13/) },
    ]);
  });

  it('is not told a week before to somebody who registered later than that', async () => {
    const owner = await givenOwner();
    const { id } = await givenLettered(owner);
    await inTransaction((tx) =>
      sql`update application set registered_at = ${inChina('2027-01-14', '10:00')} where id = ${id}`.execute(tx),
    );

    await at(inChina('2027-01-15', '10:00'));
    await sweepTwice('reminders.exams');
    await at(inChina('2027-01-19', '10:00'));
    await sweepTwice('reminders.exams');

    expect(await told(owner, 'examSoon')).toEqual([]);
    expect(await told(owner, 'examTomorrow')).toHaveLength(2);
  });

  it('is told anew for another date, and not at all once cancelled [C39]', async () => {
    const [owner, other] = [await givenOwner(), await givenOwner()];
    const [moved, cancelled] = [await givenLettered(owner), await givenLettered(other)];
    await at(inChina('2027-01-13', '10:00'));
    await inTransaction((tx) =>
      sql`update application set status = 'Cancelled' where id = ${cancelled.id}`.execute(tx),
    );
    await sweepTwice('reminders.exams');
    await inTransaction((tx) =>
      sql`update exam_session set exam_date = '2027-02-03', starts_at = ${inChina('2027-02-03', '09:00')},
        ends_at = ${inChina('2027-02-03', '12:00')} where id = ${moved.sessionId}`.execute(tx),
    );
    await at(inChina('2027-01-27', '10:00'));
    await sweepTwice('reminders.exams');

    expect(await told(owner, 'examSoon')).toHaveLength(4);
    expect(await told(other, 'examSoon')).toEqual([]);
  });
});

describe('a line of the cart', () => {
  it('whose registration ends today is told once a day, with the others of the account [C39]', async () => {
    const owner = await givenOwner();
    await givenLine(owner, { closesInMinutes: 300 });
    await givenLine(owner, { closesInMinutes: 200 });
    await givenLine(owner, { closesInMinutes: 3 * 24 * 60 });

    await sweepTwice('reminders.carts');
    await sweepTwice('reminders.carts');

    expect(await told(owner, 'cartClosing')).toEqual(['mail Sent', 'sms Sent']);
    const [mail] = await office.messages(owner.email);
    expect(mail?.text).toContain('the first registration ends on 21 November 2026, 15:20');
    expect(mail?.text.match(/ZHANG SAN/g)).toHaveLength(2);
  });

  it('that lapses is told once, and at night not before the morning [9.1#4 C39]', async () => {
    const owner = await givenOwner();
    await givenLine(owner, { closesInMinutes: 60 });

    await at(inChina('2026-11-21', '23:00'));
    await sweepTwice('applications.lapse');
    const atNight = await told(owner, 'cartLapsed');
    await at(inChina('2026-11-22', '09:01'));
    await sweepTwice('reminders.carts');
    await sweepTwice('applications.lapse');

    expect(atNight).toEqual([]);
    expect(await told(owner, 'cartLapsed')).toEqual(['mail Sent', 'sms Sent']);
  });
});

describe('an unpaid order', () => {
  it('is told once when ten minutes of thirty are left, and not when nothing can be started any more [C39]', async () => {
    const owner = await givenOwner();
    const applicationId = await givenLine(owner);
    await ask(owner, 'order.place', { body: { applicationIds: [applicationId], totalPayAmount: 150_000 } });

    await sweepTwice('reminders.orders');
    const atFirst = await told(owner, 'orderExpiring');
    await at('2026-11-21T04:21:00.000Z');
    await sweepTwice('reminders.orders');
    await sweepTwice('reminders.orders');

    expect(atFirst).toEqual([]);
    expect(await told(owner, 'orderExpiring')).toEqual(['mail Sent', 'sms Sent']);
  });
});

describe('a message that one channel gives up', () => {
  it('goes by the other one, once, also where only the first was chosen [R-96 C39]', async () => {
    const owner = await givenOwner();
    await inTransaction((tx) =>
      sql`update account set is_email_receiving = false where id = ${owner.accountId}`.execute(tx),
    );
    await givenLine(owner, { closesInMinutes: 100 });
    await office.fault('sms', { mode: 'error', code: 'isv.MOBILE_NUMBER_ILLEGAL' });

    await sweepTwice('reminders.carts');
    await runDueJobs(all);

    expect(await told(owner, 'cartClosing')).toEqual(['mail Sent', 'sms Failed']);
    expect((await office.messages(owner.email)).map(({ subject }) => subject)).toEqual([
      'Registration ends today for an exam in your cart',
    ]);
    const rows = await reading((tx) =>
      tx.selectFrom('message').select(['channel', 'instead_of']).where('account_id', '=', owner.accountId).execute(),
    );
    expect(rows.filter(({ instead_of }) => instead_of !== null).map(({ channel }) => channel)).toEqual(['mail']);
  });

  it('is not told a second time by a channel that has it already [C39]', async () => {
    const owner = await givenOwner();
    await givenLine(owner, { closesInMinutes: 100 });
    await office.fault('sms', { mode: 'error', code: 'isv.MOBILE_NUMBER_ILLEGAL' });

    await sweepTwice('reminders.carts');
    await runDueJobs(all);

    expect(await told(owner, 'cartClosing')).toEqual(['mail Sent', 'sms Failed']);
    expect(await office.messages(owner.email)).toHaveLength(1);
  });

  it('is not told a second time of the account’s safety either, which goes by every channel whatever was chosen [C39 ASVS-6.3.7]', async () => {
    const owner = await givenOwner();
    await office.fault('sms', { mode: 'error', code: 'isv.MOBILE_NUMBER_ILLEGAL' });

    const password = 'harbour&7731';
    const body = { originalPassword: testPassword, password, confirmPassword: password };
    expect((await ask(owner, 'user.changePassword', { body })).status).toBe(200);
    await runDueJobs(all);
    await runDueJobs(all);

    expect(await told(owner, 'passwordChanged')).toEqual(['mail Sent', 'sms Failed']);
  });
});
