import { addSeconds } from '@exam/contract/rules';
import { describe, expect, it } from 'vitest';
import { randomDigits } from '#platform/chance';
import { ask, givenExam, givenSignedIn, moveClockTo, type SignedIn, type TestExam, rowsOf } from '#testing';
import {
  addChild,
  givenOther,
  giveNumber,
  useGuardians,
  type Registered,
  toldOf,
  tokenOf,
} from './guardian.testing.ts';
import { candidateForm, submission } from './world.testing.ts';

const { world, calls } = useGuardians();

const dayLong = 86_400;

const isWaitedFor = async (applicationId: string) =>
  (await rowsOf('select from guardian_wait where application_id = $1', [applicationId])).length > 0;

/** When the message about a registration is handed to the network, as seconds from now by the clock of business. */
async function goesIn(applicationId: string): Promise<number[]> {
  const rows = await rowsOf(
    `select round(extract(epoch from job.run_at - now()))::integer as seconds
     from guardian_notice notice join message on message.id = notice.message_id
     join graphile_worker._private_jobs job on job.payload ->> 'messageId' = message.id::text
     where notice.application_id = $1`,
    [applicationId],
  );
  return rows.map(({ seconds }) => Number(seconds));
}

const change = ({ browser, exam, applicationId }: Registered, candidateId: string) =>
  ask(browser, 'application.modify', { body: { id: applicationId, ...submission(exam, candidateId, 'child') } });

async function submitWith(browser: SignedIn, exam: TestExam, mobile: string): Promise<string> {
  const candidateId = await addChild(browser, mobile);
  const { body, text } = await ask(browser, 'application.submit', { body: submission(exam, candidateId, 'child') });
  expect(body['id'], text).toBeDefined();
  return String(body['id']);
}

describe('a guardian who was told', () => {
  it('is waited for again when another is named and then the first once more, and is told once [PIPL-31]', async () => {
    const line = await givenOther(world);
    const other = await addChild(line.browser, `139${randomDigits(8)}`);

    await change(line, other);
    await change(line, line.candidateId);
    const isWaited = await isWaitedFor(line.applicationId);
    const told = await toldOf(line.applicationId);
    await calls.agree(told.find(({ recipient }) => recipient === line.mobile)?.values.token ?? '');

    expect([isWaited, told.length, await isWaitedFor(line.applicationId)]).toEqual([true, 2, false]);
  });

  it('as that of somebody of fifteen has to agree once the child is under 14 by its date of birth [PIPL-31]', async () => {
    const line = await givenOther(world, { dob: '2011-05-06' });
    const [before] = await rowsOf('select until from guardian_wait where application_id = $1', [line.applicationId]);
    const form: Record<string, unknown> = candidateForm('child');
    const guardianModel = { ...Object(form['guardianModel']), mobile: line.mobile };
    await ask(line.browser, 'candidate.modify', { body: { id: line.candidateId, ...form, guardianModel } });

    const { status, text } = await change(line, line.candidateId);
    const [after] = await rowsOf('select until from guardian_wait where application_id = $1', [line.applicationId]);

    expect(status, text).toBe(200);
    expect([before?.['until'], after]).toEqual([expect.any(String), { until: null }]);
  });
});

describe('a guardian who has agreed', () => {
  it('has agreed to one exam of one child: of a line that becomes another they are asked anew [PIPL-31]', async () => {
    const line = await givenOther(world);
    const first = await tokenOf(line);
    await calls.agree(first);
    await change(line, line.candidateId);
    const [isSame, sameLink] = [await isWaitedFor(line.applicationId), await tokenOf(line)];

    await change({ ...line, exam: await givenExam() }, line.candidateId);
    const [ofOther, second] = [await isWaitedFor(line.applicationId), await tokenOf(line)];
    await calls.agree(second);
    const agreed = await isWaitedFor(line.applicationId);
    await change(line, await addChild(line.browser, line.mobile, '2014-06-07'));
    const third = await tokenOf(line);

    expect([isSame, ofOther, agreed, await isWaitedFor(line.applicationId)]).toEqual([false, true, false, true]);
    expect([sameLink === first, new Set([first, second, third]).size]).toEqual([true, 3]);
    expect((await calls.show(first)).status).toBe(404);
  });
});

describe('a guardian who has agreed to a day', () => {
  it('has not agreed to another day of the same exam; the link ends when that begins [PIPL-31]', async () => {
    const line = await givenOther(world);
    await calls.agree(await tokenOf(line));

    const exam = await givenExam({ anotherDayOf: line.exam });
    const { status, text } = await change({ ...line, exam }, line.candidateId);
    const isWaited = await isWaitedFor(line.applicationId);
    const [notice] = await rowsOf(
      `select notice.expires_at = session.starts_at as "endsThen"
       from guardian_notice notice join application on application.id = notice.application_id
       join exam_session session on session.id = application.session_id where application.id = $1`,
      [line.applicationId],
    );

    expect(status, text).toBe(200);
    expect([isWaited, notice]).toEqual([true, { endsThen: true }]);
  });
});

describe('a guardian who has the link open', () => {
  it('agrees to what they read, not to what the line has become meanwhile [PIPL-31 call:guardian.agree]', async () => {
    const line = await givenOther(world);
    const token = await tokenOf(line);
    const read = String((await calls.show(token)).body['subject']);

    await change({ ...line, exam: await givenExam() }, line.candidateId);
    const ofExam = await calls.agreeTo(read, token);
    const anew = String((await calls.show(token)).body['subject']);
    await change(line, await addChild(line.browser, line.mobile, '2014-06-07'));
    const ofChild = await calls.agreeTo(anew, token);
    const isWaited = await isWaitedFor(line.applicationId);
    const { status } = await calls.agree(token);

    expect([ofExam, ofChild].map(({ body }) => body['code'])).toEqual(['NOTICE_OUTDATED', 'NOTICE_OUTDATED']);
    expect([isWaited, status, await isWaitedFor(line.applicationId)]).toEqual([true, 200, false]);
  });
});

describe('the number of a guardian', () => {
  /** A number that a stranger's ten registrations have named today. */
  async function givenNamedTenTimes(): Promise<Registered & { all: string[] }> {
    const first = await givenOther(world);
    const all = [first.applicationId];
    while (all.length < 10) all.push(await submitWith(first.browser, first.exam, first.mobile));
    return { ...first, all };
  }

  it('is sent ten notices a day; what comes after them is waited for as well, and told the next day [PIPL-31 T1]', async () => {
    const stranger = await givenNamedTenTimes();
    const family = await givenSignedIn(world.url);

    const theirs = await submitWith(family, stranger.exam, stranger.mobile);
    const going = [];
    for (const id of [...stranger.all, theirs]) going.push(...(await goesIn(id)));

    expect(going).toHaveLength(11);
    expect(going.slice(0, 10).filter((seconds) => seconds > 60)).toEqual([]);
    expect(going[10]).toBeGreaterThan(dayLong - 600);
    expect(going[10]).toBeLessThanOrEqual(dayLong);
    expect(await isWaitedFor(theirs)).toBe(true);
  });

  it('that was named ten times is sent a link at once when the family asks for it, and none beside it [PIPL-31 T1 call:guardian.sendAgain]', async () => {
    const stranger = await givenNamedTenTimes();
    const line = await givenSignedIn(world.url);
    const applicationId = await submitWith(line, stranger.exam, stranger.mobile);
    const old = (await toldOf(applicationId))[0]?.values.token ?? '';

    const sent = await ask(line, 'guardian.sendAgain', { params: { id: applicationId } });
    const [told, ...more] = await toldOf(applicationId);
    const left = await rowsOf(
      `select from message where kind = 'guardianNotice' and created_at > app_now() - interval '1 hour' and object_id in
         (select id from guardian_notice where application_id = $1)`,
      [applicationId],
    );
    const agreed = await calls.agree(told?.values.token ?? '');

    expect([sent.status, more, left.length], sent.text).toEqual([200, [], 1]);
    expect(Math.max(...(await goesIn(applicationId)))).toBeLessThan(60);
    expect([(await calls.show(old)).status, agreed.status, await isWaitedFor(applicationId)]).toEqual([
      404,
      200,
      false,
    ]);
  });

  it('is told of ten a day, too, where lines that nobody answered become another exam [PIPL-31 T1]', async () => {
    const first = await givenOther(world, { dob: '2011-05-06' });
    const lines = [first];
    while (lines.length < 12) {
      const candidateId = await addChild(first.browser, first.mobile, '2011-05-06');
      const { body } = await ask(first.browser, 'application.submit', {
        body: submission(first.exam, candidateId, 'child'),
      });
      lines.push({ ...first, candidateId, applicationId: String(body['id']) });
    }
    const ids = lines.map(({ applicationId }) => applicationId);
    await rowsOf(
      `update guardian_notice set made_at = made_at - interval '4 days', waits_until = app_now() - interval '1 hour'
       where application_id = any($1)`,
      [ids],
    );
    const exam = await givenExam();

    const statuses = [];
    for (const line of lines) statuses.push((await change({ ...line, exam }, line.candidateId)).status);
    const going = [];
    for (const id of ids) going.push(...(await goesIn(id)));

    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(going).toHaveLength(12);
    expect(going.filter((seconds) => seconds < 60)).toHaveLength(10);
  });

  it('of somebody of fifteen is told the next day, and has its three days from then on [PIPL-31 T1]', async () => {
    const stranger = await givenNamedTenTimes();
    const family = await givenSignedIn(world.url);
    const candidateId = await addChild(family, stranger.mobile, '2011-05-06');
    const { body } = await ask(family, 'application.submit', {
      body: submission(stranger.exam, candidateId, 'child'),
    });
    const id = String(body['id']);

    const [row] = await rowsOf('select made_at, waits_until from guardian_notice where application_id = $1', [id]);
    const [madeAt, until] = [String(row?.['made_at']), String(row?.['waits_until'])];
    await moveClockTo(addSeconds(until, -60));
    const before = await isWaitedFor(id);
    await moveClockTo(addSeconds(until, 1));

    expect([until, before, await isWaitedFor(id)]).toEqual([addSeconds(madeAt, 3 * dayLong), true, false]);
  });

  it('is sent the link again also where it has become the account’s own meanwhile [PIPL-31 call:guardian.sendAgain]', async () => {
    const line = await givenOther(world);
    const old = await tokenOf(line);
    await giveNumber(line);

    const sent = await ask(line.browser, 'guardian.sendAgain', { params: { id: line.applicationId } });

    expect([sent.status, (await calls.show(old)).status]).toEqual([200, 404]);
  });

  it('that has become the account’s own is not waited for again by a further change of a line that is another exam now [PIPL-31]', async () => {
    const line = await givenOther(world);
    await calls.agree(await tokenOf(line));
    await giveNumber(line);
    const ofOther = { ...line, exam: await givenExam() };

    await change(ofOther, line.candidateId);
    const { status, text } = await change(ofOther, line.candidateId);

    expect(status, text).toBe(200);
    expect(await isWaitedFor(line.applicationId)).toBe(false);
  });

  it('that strangers had a link sent to again ten times keeps the link it has [PIPL-31 T1 call:guardian.sendAgain]', async () => {
    const line = await givenOther(world);
    const statuses = [];
    for (let account = 0; account < 3; account++) {
      const stranger = await givenSignedIn(world.url);
      const id = await submitWith(stranger, line.exam, line.mobile);
      for (let times = 0; times < 6; times++)
        statuses.push((await ask(stranger, 'guardian.sendAgain', { params: { id } })).status);
    }

    const refused = await ask(line.browser, 'guardian.sendAgain', { params: { id: line.applicationId } });
    const agreed = await calls.agree(await tokenOf(line));

    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect([refused.status, agreed.status]).toEqual([429, 200]);
  });
});
