import { addSeconds, keptUntilAfter, keptUntilAfterDate } from '@exam/contract/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomDigits } from '#platform/chance';
import { readNowAlone, setClockOffset } from '#platform/clock';
import { tasks as retentionTasks } from '#privacy/retention';
import { ask, askStaff, givenExam, givenSignedIn, givenStaff, moveClockTo, type SignedIn, rowsOf } from '#testing';
import { tasks as workTasks } from '#office/work-items';
import { givenChild, type RegisteredChild } from './child.testing.ts';
import { correct } from './correction.testing.ts';
import { givenLapsed, moveToEnd } from './lapsed-orders.testing.ts';
import { givenNeverBooked } from './never-booked.testing.ts';
import { run } from './retention.testing.ts';
import { addCandidate, meddle, openWorld, submission, type World } from './world.testing.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const privacyOfficer = () => givenStaff(world.consoleUrl, { roles: ['privacyOfficer'] });
const examOfficer = () => givenStaff(world.consoleUrl, { roles: ['examOfficer', 'supportAgent'] });

const isOver = (applicationId: string) =>
  meddle(`update application set status = 'Cancelled' where id = $1`, [applicationId]);
const deletion = ({ browser, candidateId }: Pick<RegisteredChild, 'browser' | 'candidateId'>) =>
  ask(browser, 'rights.askDeletion', { body: { candidateId } });
const isNamed = async (candidateId: string) =>
  (await rowsOf(`select from candidate where id = $1 and first_name <> ''`, [candidateId])).length > 0;

describe('the deletion of a candidate', () => {
  it('happens at once where nothing has to be kept, and is answered and written down [PIPL-47 call:rights.askDeletion]', async () => {
    await setClockOffset(0);
    const browser = await givenSignedIn(world.url);
    const exam = await givenExam();
    const candidateId = await addCandidate(browser, 'child');
    const line = await ask(browser, 'application.submit', { body: submission(exam, candidateId, 'child') });

    const { status, body, text } = await deletion({ browser, candidateId });

    expect([status, body['status'], body['waitsUntil']], text).toEqual([200, 'Answered', null]);
    expect(await isNamed(candidateId)).toBe(false);
    expect(await rowsOf(`select from application where id = $1 and first_name <> ''`, [line.body['id']])).toEqual([]);
    expect(
      await rowsOf('select class from erasure where object_id = any($1::uuid[]) order by class', [
        [candidateId, line.body['id']],
      ]),
    ).toEqual([{ class: 'candidate' }, { class: 'draft' }]);
    expect((await deletion({ browser, candidateId })).status).toBe(404);
  });

  it('waits for no exam that nobody ever booked: a booking taken back before it was priced, and what could not be ordered any more, go at once [PIPL-47 S-18]', async () => {
    const { browser, candidateId, booking, line } = await givenNeverBooked(world, 'CancelledBeforeArrangement');
    const ended = await givenNeverBooked(world, 'Completed');

    const { body } = await deletion({ browser, candidateId });
    const kept = await deletion(ended);

    expect([body['status'], body['waitsUntil']]).toEqual(['Answered', null]);
    expect(
      await rowsOf(
        `select first_name from booking where id = $1 union all select first_name from application where id = $2`,
        [booking, line],
      ),
    ).toEqual([{ first_name: '' }, { first_name: '' }]);
    expect(
      await rowsOf('select class from erasure where object_id = any($1::uuid[]) order by class', [
        [candidateId, booking, line],
      ]),
    ).toEqual([{ class: 'candidate' }, { class: 'draft' }, { class: 'examRecord' }]);
    expect([kept.body['status'], kept.body['waitsUntil']]).toEqual([
      'Received',
      keptUntilAfterDate('examRecord', '2026-11-01'),
    ]);
  });

  it('waits for an order that nobody paid until its own year is over, not for the exam [PIPL-47 S-18]', async () => {
    const order = await givenLapsed(world);

    const { body } = await deletion(order);
    await moveToEnd(order, -30);
    await run();
    const before = await isNamed(order.candidateId);
    await moveToEnd(order, 1);
    await run();
    // The candidate is found once its last record has gone, whichever of the two the run looks for first.
    await run();

    expect([body['status'], body['waitsUntil']]).toEqual(['Received', order.end]);
    expect([before, await isNamed(order.candidateId)]).toEqual([true, false]);
    await setClockOffset(0);
  });

  it('waits for the exam record: meanwhile it answers as absent to its owner and to the staff of exams [PIPL-47]', async () => {
    const parent = await givenChild(world);
    const { browser, candidateId, applicationId } = parent;
    await isOver(applicationId);
    const staff = await examOfficer();
    const seen = async () => ({
      own: (await ask(browser, 'candidate.get', { params: { id: candidateId } })).status,
      list: (await ask(browser, 'candidate.all')).text.includes(parent.lastName),
      registration: (await ask(browser, 'application.get', { params: { id: applicationId } })).status,
      exams: (await ask(browser, 'application.search', { body: { pageIndex: 1, pageSize: 10 } })).text.includes(
        parent.lastName,
      ),
      orders: (await ask(browser, 'order.get', { params: { id: parent.orderId } })).text.includes(parent.lastName),
      desk: (await askStaff(staff, 'applications.get', { params: { id: applicationId } })).status,
      people: (await askStaff(staff, 'candidates.get', { params: { id: candidateId } })).status,
      reveal: (
        await askStaff(staff, 'candidates.reveal', {
          params: { id: candidateId },
          body: { reason: 'A look at it' },
        })
      ).status,
      found: (await askStaff(staff, 'search.find', { body: { text: parent.lastName } })).text.includes(applicationId),
      notes: (await askStaff(staff, 'notes.list', { params: { objectKind: 'application', objectId: applicationId } }))
        .status,
    });
    const before = await seen();

    const { status, body, text } = await deletion(parent);
    const after = await seen();

    expect([status, body['status'], String(body['waitsUntil'])], text).toEqual([
      200,
      'Received',
      expect.stringMatching(/^20/),
    ]);
    expect(before).toEqual({
      own: 200,
      list: true,
      registration: 200,
      exams: true,
      orders: true,
      desk: 200,
      people: 200,
      reveal: 200,
      found: true,
      notes: 200,
    });
    expect(after).toEqual({
      own: 404,
      list: false,
      registration: 404,
      exams: false,
      orders: false,
      desk: 404,
      people: 404,
      reveal: 404,
      found: false,
      notes: 404,
    });
    expect(await isNamed(candidateId)).toBe(true);
  });

  it('that waits is done by the nightly run when its last period ends, and not a second earlier [S-18 PIPL-47]', async () => {
    const parent = await givenChild(world);
    await isOver(parent.applicationId);
    const { body } = await deletion(parent);
    const border = String(body['waitsUntil']);

    await moveClockTo(addSeconds(border, -30));
    await retentionTasks['retention.run']?.({});
    const before = await isNamed(parent.candidateId);
    await moveClockTo(addSeconds(border, 1));
    await retentionTasks['retention.run']?.({});

    expect([before, await isNamed(parent.candidateId)]).toEqual([true, false]);
  });

  it('is refused while an exam lies ahead, and without a fresh proof of identity [PIPL-47 R-25]', async () => {
    const parent = await givenChild(world);

    const busy = await deletion(parent);
    await isOver(parent.applicationId);
    await moveClockTo(addSeconds(await readNowAlone(), 400));
    const unproven = await deletion(parent);
    await setClockOffset(0);

    expect([busy.status, busy.body['code']]).toEqual([412, 'CANDIDATE_BUSY']);
    expect([unproven.status, unproven.body['code']]).toEqual([403, 'REAUTH']);
    expect(await rowsOf('select from rights_request where account_id = $1', [parent.browser.accountId])).toEqual([]);
  });

  it('of somebody else’s candidate is a deletion of nobody [T8]', async () => {
    const parent = await givenChild(world);
    const stranger = await givenSignedIn(world.url);

    const { status } = await deletion({ browser: stranger, candidateId: parent.candidateId });

    expect([status, await isNamed(parent.candidateId)]).toEqual([404, true]);
  });

  it('waits for a hold on the person, however new it is [S-18]', async () => {
    await setClockOffset(0);
    const browser = await givenSignedIn(world.url);
    const candidateId = await addCandidate(browser);
    await meddle(
      `insert into legal_hold (id, scope, object_id, person_key, reason, review_on, opened_at, opened_by, approved_by)
       select gen_random_uuid(), 'person', id, person_key, 'A court asked', current_date + 100, app_now(), gen_random_uuid(), gen_random_uuid()
       from candidate where id = $1`,
      [candidateId],
    );

    const { body } = await deletion({ browser, candidateId });
    await retentionTasks['retention.run']?.({});
    const held = await isNamed(candidateId);
    await meddle(
      `update legal_hold set released_at = app_now(), released_by = gen_random_uuid(), release_approved_by = gen_random_uuid() where object_id = $1`,
      [candidateId],
    );
    await retentionTasks['retention.run']?.({});

    expect([body['status'], body['waitsUntil'], held, await isNamed(candidateId)]).toEqual([
      'Received',
      null,
      true,
      false,
    ]);
  });

  it('that staff refuse gives the person back to the list and to the exams [PIPL-47]', async () => {
    const parent = await givenChild(world);
    await isOver(parent.applicationId);
    const { body } = await deletion(parent);
    const staff = await privacyOfficer();

    const refused = await askStaff(staff, 'rights.refuse', {
      params: { id: String(body['id']) },
      body: { version: 1, reason: 'An exam of next week was booked by telephone.' },
    });

    expect(refused.status, refused.text).toBe(204);
    expect((await ask(parent.browser, 'candidate.get', { params: { id: parent.candidateId } })).status).toBe(200);
    expect((await ask(parent.browser, 'application.get', { params: { id: parent.applicationId } })).status).toBe(200);
  });
});

describe('a request that staff answer', () => {
  const wish = 'The given name has one letter too many.';

  /** A correction that was asked for at an instant. */
  async function givenCorrection(
    at: string,
  ): Promise<{ browser: SignedIn; id: string; body: Record<string, unknown>; candidateId: string }> {
    await moveClockTo(at);
    const browser = await givenSignedIn(world.url, { email: `asks.${randomDigits(8)}@example.com` });
    const candidateId = await addCandidate(browser);
    const { body, text, status } = await ask(browser, 'rights.askCorrection', { body: { wish, candidateId } });
    expect(status, text).toBe(200);
    return { browser, id: String(body['id']), body, candidateId };
  }

  const onBoard = async (id: string) =>
    (await rowsOf(`select from work_item where object_id = $1 and kind = 'rightsRequest' and closed_at is null`, [id]))
      .length;

  it('is due by the end of the fifteenth working day, and on the board from the tenth [PIPL-50 rule:retention.15_working_days call:rights.askCorrection]', async () => {
    const { id, body } = await givenCorrection('2026-11-23T02:00:00.000Z');
    const boards: number[] = [];
    for (const at of ['2026-12-06T15:59:30.000Z', '2026-12-06T16:00:01.000Z']) {
      await moveClockTo(at);
      await workTasks['workItems.sweep']?.({});
      boards.push(await onBoard(id));
    }
    const staff = await privacyOfficer();
    const { text } = await askStaff(staff, 'rights.page', { params: { id } });
    await moveClockTo('2026-12-14T16:00:00.000Z');
    const late = await askStaff(await privacyOfficer(), 'rights.page', { params: { id } });

    expect([body['dueAt'], boards]).toEqual(['2026-12-14T16:00:00.000Z', [0, 1]]);
    expect(late.body).toMatchObject({ isAlarmed: true, isOverdue: true });
    expect(JSON.parse(text)).toMatchObject({
      isAlarmed: true,
      isOverdue: false,
      wish,
      status: 'Received',
      kind: 'Correction',
    });
  });

  it('is taken, answered, told by both channels, taken off the board and written into the audit [PIPL-50]', async () => {
    const { browser, id, candidateId } = await givenCorrection('2026-11-23T02:00:00.000Z');
    await correct(browser, candidateId);
    await moveClockTo('2026-12-08T02:00:00.000Z');
    await workTasks['workItems.sweep']?.({});
    const staff = await privacyOfficer();

    const taken = await askStaff(staff, 'rights.take', { params: { id }, body: { version: 1 } });
    const stale = await askStaff(staff, 'rights.answer', {
      params: { id },
      body: { version: 1, answer: 'It is corrected.' },
    });
    const answered = await askStaff(staff, 'rights.answer', {
      params: { id },
      body: { version: 2, answer: 'It is corrected.' },
    });
    const again = await askStaff(staff, 'rights.refuse', {
      params: { id },
      body: { version: 3, reason: 'Not any more' },
    });

    expect([taken.status, stale.status, answered.status, again.body['code']], answered.text).toEqual([
      204,
      409,
      204,
      'ILLEGAL_STATE',
    ]);
    const told = await rowsOf(
      `select channel from message where account_id = $1 and kind = 'rightsAnswered' order by channel`,
      [browser.accountId],
    );
    expect(told.map(({ channel }) => channel)).toEqual(['mail', 'sms']);
    expect(await onBoard(id)).toBe(0);
    const acts = await rowsOf(`select action from audit_entry where object_id = $1 order by at`, [id]);
    expect(acts.map(({ action }) => action)).toEqual(['rights.take', 'rights.answer']);
  });

  it('may be refused with a reason that the person reads [PIPL-50]', async () => {
    const { browser, id } = await givenCorrection(await plain());
    const staff = await privacyOfficer();
    const reason = 'The document itself carries this spelling.';

    await askStaff(staff, 'rights.refuse', { params: { id }, body: { version: 1, reason } });
    const { text } = await ask(browser, 'rights.requests');

    expect(JSON.parse(text)).toEqual([expect.objectContaining({ status: 'Refused', answer: reason, wish })]);
    const dump = JSON.stringify(await rowsOf('select r::text from rights_request r where id = $1', [id]));
    expect(dump).not.toContain('spelling');
  });

  it('stands above those that are answered, however early they were due [PIPL-50]', async () => {
    const answered = await givenCorrection('2026-11-20T02:00:00.000Z');
    const staff = await privacyOfficer();
    await askStaff(staff, 'rights.refuse', {
      params: { id: answered.id },
      body: { version: 1, reason: 'It was right.' },
    });
    const waiting = await givenCorrection('2026-11-24T02:00:00.000Z');

    const { text } = await askStaff(await privacyOfficer(), 'rights.search', { body: { pageIndex: 1, pageSize: 100 } });

    const ids = (JSON.parse(text) as { list: { id: string }[] }).list.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([waiting.id, answered.id]));
    expect(ids.indexOf(waiting.id)).toBeLessThan(ids.indexOf(answered.id));
  });

  it('is the privacy officer’s: other roles see neither the list nor a request [T5]', async () => {
    const { id } = await givenCorrection(await plain());
    const staff = await examOfficer();

    const answers = [
      await askStaff(staff, 'rights.search', { body: { pageIndex: 1, pageSize: 20 } }),
      await askStaff(staff, 'rights.page', { params: { id } }),
      await askStaff(staff, 'rights.answer', { params: { id }, body: { version: 1, answer: 'It is corrected.' } }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
  });

  it('names nobody three years after the answer, and not a second earlier [S-18]', async () => {
    const { browser, id, candidateId } = await givenCorrection('2026-11-23T02:00:00.000Z');
    const staff = await privacyOfficer();
    await correct(browser, candidateId);
    await askStaff(staff, 'rights.answer', { params: { id }, body: { version: 1, answer: 'It is corrected.' } });
    const [row] = await rowsOf('select answered_at from rights_request where id = $1', [id]);
    const border = keptUntilAfter('rightsRequest', String(row?.['answered_at']));
    const isKept = async () =>
      (await rowsOf('select from rights_request where id = $1 and account_id is not null', [id])).length;

    await moveClockTo(addSeconds(border, -30));
    await retentionTasks['retention.run']?.({});
    const before = await isKept();
    await moveClockTo(addSeconds(border, 1));
    await retentionTasks['retention.run']?.({});

    expect([before, await isKept()]).toEqual([1, 0]);
    expect(
      await rowsOf(
        'select wish_sealed, answer_sealed, answered_at is not null as done from rights_request where id = $1',
        [id],
      ),
    ).toEqual([{ wish_sealed: null, answer_sealed: null, done: true }]);
  });

  async function plain(): Promise<string> {
    await setClockOffset(0);
    return await readNowAlone();
  }
});
