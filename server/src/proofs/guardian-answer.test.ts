import { describe, expect, it } from 'vitest';
import { lettersToPlan } from '#registering/applications';
import { tasks as letterTasks } from '#registering/letters';
import { setClockOffset } from '#platform/clock';
import { reading } from '#platform/database';
import { ask, askStaff, giveBody, givenExam, givenLetterCode, givenStaff, givenVenue, rowsOf } from '#testing';
import { askDue, givenAsked, givenOther, isWaitedFor, letPass, useGuardians, tokenOf } from './guardian.testing.ts';
import { meddle, payOrder, placeOrder } from './world.testing.ts';

const { world, calls } = useGuardians();

/** A paid registration of a minor born on this day for an awarding body, whose letter would be ready, and what is seen of it. */
async function givenPaid(dob: string) {
  const line = await givenOther(world, { dob });
  await givenVenue(line.exam.sessionId);
  await meddle(
    `update exam_session set can_send = true, starts_at = publish_end_at + interval '1 minute' where id = $1`,
    [line.exam.sessionId],
  );
  const orderId = await placeOrder(line.browser, line);
  await askDue();
  await payOrder(line.browser, world.bank, orderId);
  await giveBody(line.exam);
  const staff = await givenStaff(world.consoleUrl);
  const { productId, sessionId } = line.exam;
  return {
    line,
    orderId,
    seen: async () => {
      const letter = await ask(line.browser, 'application.letter', { params: { applicationId: line.applicationId } });
      const { body } = await askStaff(staff, 'bodyEntries.preview', { body: { productId, sessionId } });
      const rows = Array.isArray(body['rows']) ? body['rows'].length : null;
      const [left] = Array.isArray(body['left']) ? body['left'] : [];
      const order = await ask(line.browser, 'order.get', { params: { id: orderId } });
      const [item] = Array.isArray(order.body['orderItems']) ? order.body['orderItems'] : [];
      const planned = await reading((tx) => lettersToPlan(tx, { most: 100, but: [] }));
      const isPlanned = planned.some(({ id }) => id === line.applicationId);
      await letterTasks['letters.plan']?.({ applicationId: line.applicationId });
      const [told] = await rowsOf('select letter_announced_version as told from application where id = $1', [
        line.applicationId,
      ]);
      return {
        letter: letter.body['code'] ?? letter.status,
        rows,
        why: left?.why,
        wait: item?.guardianWait,
        isPlanned,
        ...told,
      };
    },
  };
}

const waiting = { letter: 'LETTER_WAITS', rows: 0, why: 'Guardian', isPlanned: false, told: 0 };
const goesOn = { letter: 200, rows: 1, why: undefined, wait: null, isPlanned: true, told: 1 };

describe('a paid registration of a minor', () => {
  it('has no letter and no entry until the guardian of a child under 14 has agreed, however long that takes [PIPL-31 call:guardian.agree]', async () => {
    const { line, seen } = await givenPaid('2014-05-06');
    const token = await tokenOf(line);
    const atOnce = await seen();
    await letPass(line.applicationId, '20 days');
    const later = await seen();

    const shown = await calls.show(token);
    const old = await calls.agree(token, '2020-01');
    const agreed = await calls.agree(token);
    const again = await calls.agree(token);

    const open = {
      ...waiting,
      wait: {
        until: null,
        hasObjected: false,
        isLinkOver: false,
        isUpheld: false,
        isWrongNumber: false,
        isFormer: false,
      },
    };
    expect([atOnce, later, await seen()]).toEqual([open, open, goesOn]);
    expect(shown.body).toMatchObject({ mustAgree: true, waitsUntil: null, agreedAt: null });
    expect([old.body['code'], agreed.status, again.body]).toEqual(['CONSENT_OUTDATED', 200, agreed.body]);
    const [set] = JSON.parse((await ask(line.browser, 'consent.list')).text);
    expect(set.statements).toEqual([
      expect.objectContaining({ statementId: 'guardianAgreed', text: shown.body['statement'], canWithdraw: false }),
    ]);
  });

  it('waits for a yes until the day before the fourteenth birthday, for a no from that day on [PIPL-31]', async () => {
    await setClockOffset(0);
    const [day] = await rowsOf(
      `select to_char(today - interval '14 years', 'YYYY-MM-DD') as today, to_char(today - interval '14 years' + interval '1 day', 'YYYY-MM-DD') as tomorrow
       from (select (app_now() at time zone 'Asia/Shanghai')::date as today)`,
    );
    const shown = [];
    for (const dob of [day?.['tomorrow'], day?.['today']]) {
      const line = await givenAsked(world, { dob: String(dob) });
      shown.push((await calls.show(await tokenOf(line))).body['mustAgree']);
    }

    expect(shown).toEqual([true, false]);
  });

  it.each([
    ['three days, to the beginning of the day before it', 3, 'eve'],
    ['sixty days, for three days', 60, '72 hours'],
  ])(
    'of 15 waits for a guardian, where the exam is in %s, and their link opens until it begins [PIPL-31]',
    async (_, days, end) => {
      await setClockOffset(0);
      const exam = await givenExam({ closesInMinutes: 60 });
      await meddle(
        `update exam_session set exam_date = day, starts_at = (day + time '09:00') at time zone 'Asia/Shanghai', ends_at = (day + time '12:00') at time zone 'Asia/Shanghai'
       from (select (app_now() at time zone 'Asia/Shanghai')::date + $2::integer as day) exam where id = $1`,
        [exam.sessionId, days],
      );
      const line = await givenAsked(world, { exam, dob: '2011-05-06' });

      const { body } = await calls.show(await tokenOf(line));
      const [times] = await rowsOf(
        `select wait.until, session.starts_at as starts, ((exam_date - 1)::timestamp at time zone 'Asia/Shanghai') as eve,
         (select max(at) from guardian_answer) + interval '72 hours' as "72 hours"
       from guardian_waits wait join application on application.id = wait.object_id
       join exam_session session on session.id = application.session_id where object_id = $1`,
        [line.applicationId],
      );

      expect([times?.['until'], body['waitsUntil'], body['until']]).toEqual([
        times?.[end],
        times?.[end],
        times?.['starts'],
      ]);
    },
  );

  it('of 14 and more goes on when three days have passed without an objection, or at once when the guardian agrees [PIPL-31]', async () => {
    const [silent, glad] = [await givenPaid('2010-05-06'), await givenPaid('2010-05-06')];
    const before = [await silent.seen(), await glad.seen()];

    await calls.agree(await tokenOf(glad.line));
    const agreed = await glad.seen();
    await letPass(silent.line.applicationId, '71 hours');
    const almost = await silent.seen();
    await letPass(silent.line.applicationId, '1 hour');

    const open = {
      ...waiting,
      wait: {
        until: expect.any(String),
        hasObjected: false,
        isLinkOver: false,
        isUpheld: false,
        isWrongNumber: false,
        isFormer: false,
      },
    };
    expect([...before, almost]).toEqual([open, open, open]);
    expect([agreed, await silent.seen()]).toEqual([goesOn, goesOn]);
  });

  it('of 15 waits no longer than to the eve of its exam as it is now, where that was moved nearer [PIPL-31 9.7]', async () => {
    await setClockOffset(0);
    const line = await givenAsked(world, { dob: '2011-05-06' });
    const before = await isWaitedFor(line.applicationId);

    await meddle(
      `update exam_session set exam_date = day, starts_at = (day + time '09:00') at time zone 'Asia/Shanghai', publish_end_at = app_now()
       from (select (app_now() at time zone 'Asia/Shanghai')::date + 1 as day) exam where id = $1`,
      [line.exam.sessionId],
    );

    expect([before, await isWaitedFor(line.applicationId)]).toEqual([true, false]);
  });

  it('says so on its order before it is paid, and no more once the exam has begun or it was given up [PIPL-31]', async () => {
    const line = await givenOther(world);
    const orderId = await placeOrder(line.browser, line);
    const waitOf = async () => {
      const { body } = await ask(line.browser, 'order.get', { params: { id: orderId } });
      const [item] = Array.isArray(body['orderItems']) ? body['orderItems'] : [];
      return item?.guardianWait;
    };

    const unpaid = await waitOf();
    const toBegin = (when: string) =>
      meddle(
        `update exam_session set starts_at = ${when}, publish_end_at = least(publish_end_at, ${when}) where id = $1`,
        [line.exam.sessionId],
      );
    await toBegin('app_now()');
    const begun = await waitOf();
    await toBegin(`app_now() + interval '1 day'`);
    await ask(line.browser, 'order.giveUp', { params: { id: orderId, status: 'PaymentExpired' }, body: {} });

    expect(unpaid).toEqual({
      until: null,
      hasObjected: false,
      isLinkOver: false,
      isUpheld: false,
      isWrongNumber: false,
      isFormer: false,
    });
    expect([begun, await waitOf()]).toEqual([null, null]);
  });

  it('is not waited for once the exam has begun, on its page neither: there will be no letter [PIPL-31]', async () => {
    const { line } = await givenPaid('2014-05-06');
    const { applicationId, browser, exam } = line;
    const letterOf = async () => {
      const { body } = await ask(browser, 'application.get', { params: { id: applicationId } });
      const letter = await ask(browser, 'application.letter', { params: { applicationId } });
      return [body['letter'], letter.body['code']];
    };

    const [before] = await letterOf();
    await meddle(`update exam_session set starts_at = app_now(), publish_end_at = app_now() where id = $1`, [
      exam.sessionId,
    ]);

    expect(before).toMatchObject({ isAvailable: false, guardianWait: { until: null } });
    expect(await letterOf()).toEqual([
      expect.objectContaining({ isAvailable: false, availableFrom: null, guardianWait: null }),
      'LETTER_UNAVAILABLE',
    ]);
  });

  it('has neither while an objection is open, though the guardian had agreed or the time was over [PIPL-31]', async () => {
    const { line, seen } = await givenPaid('2010-05-06');
    const token = await tokenOf(line);
    await calls.agree(token);

    await calls.object(token);

    expect(await seen()).toMatchObject({
      letter: 'LETTER_WAITS',
      rows: 0,
      why: 'NoConsent',
      wait: { hasObjected: true },
    });
    const { body } = await ask(line.browser, 'letter.verify', {
      params: { code: `${await givenLetterCode(line.applicationId)}-1` },
    });
    expect(body).toMatchObject({ isValid: false, candidateName: null, idNo: null });
  });

  it('is answered by its right link from an address from which many wrong ones were tried [T12 PIPL-31]', async () => {
    const { line } = await givenPaid('2014-05-06');
    const wrong = [];
    for (let tries = 0; tries < 61; tries += 1) wrong.push((await calls.show('A'.repeat(43))).status);

    expect([wrong[0], wrong.at(-1)]).toEqual([404, 429]);
    expect((await calls.show(await tokenOf(line))).status).toBe(200);
  });
});
