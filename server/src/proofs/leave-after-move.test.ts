import { addDays, addMonths } from '@exam/contract/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tasks as moveTasks } from '#desk/session-moves';
import { databasePool } from '#platform/database';
import { ask, askStaff, givenBirth, givenExam, givenSignedIn, givenStaff, givenVenue, type SignedIn } from '#testing';
import { givenPaid, guardianCalls, tokenOf } from './guardian.testing.ts';
import {
  addCandidate,
  meddle,
  openWorld,
  payOrder,
  placeOrder,
  leaveConsents,
  submission,
  type World,
} from './world.testing.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const row = async (text: string, values: unknown[]): Promise<Record<string, unknown>> =>
  (await databasePool().query<Record<string, unknown>>(text, values)).rows[0] ?? {};

/** A child who leaves alone, and is eleven the day before the exam. */
async function givenChild(): Promise<{ browser: SignedIn; id: string; sessionId: string; date: string }> {
  const exam = await givenExam();
  await givenVenue(exam.sessionId);
  const browser = await givenSignedIn(world.url);
  const candidateId = await addCandidate(browser, 'child');
  const { body } = await ask(browser, 'application.submit', { body: submission(exam, candidateId, 'child') });
  const id = String(body['id']);
  await payOrder(browser, world.bank, await placeOrder(browser, { exam, candidateId, applicationId: id }));
  const { date } = await row('select exam_date::text as date from exam_session where id = $1', [exam.sessionId]);
  const eve = addDays(String(date), -1);
  const dob = addMonths(eve, -12 * 11);
  await givenBirth('application', id, dob);
  await meddle('update application set leave_alone = true, leaving_ticked_at = created_at where id = $1', [id]);
  return { browser, id, sessionId: exam.sessionId, date: String(date) };
}

async function move(sessionId: string, examDate: string) {
  const officer = await givenStaff(world.consoleUrl, { roles: ['examOfficer'] });
  const { version } = await row('select version from exam_session where id = $1', [sessionId]);
  const answer = await askStaff(officer, 'sessions.move', {
    params: { id: sessionId },
    body: { version, reason: 'the school needs its hall on that day', examDate },
  });
  const { id } = await row('select id from session_move where session_id = $1 order by moved_at desc limit 1', [
    sessionId,
  ]);
  await moveTasks['moves.tell']?.({ moveId: id });
  return answer;
}

const pageOf = async ({ browser, id }: { browser: SignedIn; id: string }) =>
  (await ask(browser, 'application.get', { params: { id } })).body;

describe('the link of a guardian', () => {
  it('stays open until the exam begins on the day to which it has moved, and no longer [PIPL-31 9.7]', async () => {
    const exam = await givenExam();
    await givenVenue(exam.sessionId);
    const line = await givenPaid(world, { exam });
    const calls = guardianCalls(world);
    const { date } = await row('select exam_date::text as date from exam_session where id = $1', [exam.sessionId]);
    const untilNow = async () => (await calls.show(await tokenOf(line))).body['until'];
    const begins = async () =>
      (await row('select starts_at from exam_session where id = $1', [exam.sessionId]))['starts_at'];

    await move(exam.sessionId, addDays(String(date), 14));
    const later = [await untilNow(), await begins()];
    await move(exam.sessionId, addDays(String(date), 7));
    const sooner = [await untilNow(), await begins()];

    expect(later[0]).toBe(later[1]);
    expect(sooner[0]).toBe(sooner[1]);
    expect(sooner[0]).toMatch(new RegExp(`^${addDays(String(date), 7)}`));
  });
});

describe('how a minor leaves, after the exam has moved', () => {
  it('is asked again, until the family has chosen once more [R-30 9.7 call:POST /api/application/pickupperson]', async () => {
    const child = await givenChild();
    const before = await pageOf(child);

    const moved = await move(child.sessionId, addDays(child.date, 7));
    const asked = await pageOf(child);
    await ask(child.browser, 'application.changePickup', {
      body: { applicationId: child.id, leaveAlone: true, consents: leaveConsents },
    });

    expect([before['leaveCheck'], moved.status]).toEqual(['None', 200]);
    expect(asked).toMatchObject({ leaveAlone: true, leaveCheck: 'Asked' });
    expect(await pageOf(child)).toMatchObject({ leaveAlone: true, leaveCheck: 'None' });
  });

  it('is the guardian’s coming where the child is too young to go alone on the new day; nobody else’s choice is touched [R-30 R-31 9.7]', async () => {
    const child = await givenChild();

    const moved = await move(child.sessionId, addDays(child.date, -7));
    const reset = await pageOf(child);
    const alone = await ask(child.browser, 'application.changePickup', {
      body: { applicationId: child.id, leaveAlone: true, consents: leaveConsents },
    });
    await ask(child.browser, 'application.changePickup', { body: { applicationId: child.id, leaveAlone: false } });

    expect(moved.status, moved.text).toBe(200);
    expect(reset).toMatchObject({ leaveAlone: false, leaveCheck: 'Reset' });
    expect(alone.body['fields']).toHaveProperty('leaveAlone');
    expect(await pageOf(child)).toMatchObject({ leaveAlone: false, leaveCheck: 'None' });
  });

  it('stays told as in doubt when it cannot be changed for the moment, as during a request to cancel [R-27]', async () => {
    const child = await givenChild();
    await meddle('update application set leaving_ticked_at = null where id = $1', [child.id]);
    const before = (await pageOf(child))['leaveCheck'];

    await meddle(`update application set status = 'RegisteredCancellationRequested' where id = $1`, [child.id]);
    const page = await pageOf(child);

    expect([before, page['canEditPickup'], page['leaveCheck']]).toEqual(['Doubted', false, 'Doubted']);
  });
});
