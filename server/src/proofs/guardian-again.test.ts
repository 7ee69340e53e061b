import { addSeconds, consentVersion } from '@exam/contract/rules';
import { describe, expect, it } from 'vitest';
import { ask, givenSignedIn, moveClockTo, rowsOf } from '#testing';
import { givenOther, useGuardians, type Registered, toldOf, tokenOf } from './guardian.testing.ts';
import { run } from './retention.testing.ts';
import { meddle, payOrder, placeOrder } from './world.testing.ts';

const { world, calls } = useGuardians();

const again = (line: Registered, browser = line.browser) =>
  ask(browser, 'guardian.sendAgain', { params: { id: line.applicationId } });

const waitOf = async (line: Registered) => {
  const { body } = await ask(line.browser, 'application.get', { params: { id: line.applicationId } });
  return Object(body['letter'])['guardianWait'];
};

/** A paid registration of a child of twelve whose guardian's link has run out. */
async function givenRunOut(): Promise<Registered> {
  const line = await givenOther(world);
  await payOrder(line.browser, world.bank, await placeOrder(line.browser, line));
  await meddle(
    `update guardian_notice set made_at = made_at - interval '40 days', expires_at = app_now() where application_id = $1`,
    [line.applicationId],
  );
  return line;
}

describe('the link to the guardian of a child under 14', () => {
  it('that did not arrive is told as such until it is sent again [PIPL-31 Q4]', async () => {
    const line = await givenOther(world);
    await payOrder(line.browser, world.bank, await placeOrder(line.browser, line));
    await meddle(
      `update message set state = 'Failed', last_error = 'undelivered'
       where id in (select message_id from guardian_notice where application_id = $1)`,
      [line.applicationId],
    );
    const before = await waitOf(line);

    await again(line);

    expect([before, await waitOf(line)]).toMatchObject([{ isLinkOver: true }, { isLinkOver: false }]);
  });

  it('that has run out is told as such, and sent again by whoever registered; the new one works and the old one does not [PIPL-31 call:guardian.sendAgain]', async () => {
    const line = await givenRunOut();
    const old = await tokenOf(line);
    const before = await waitOf(line);

    const sent = await again(line);
    const told = await toldOf(line.applicationId);
    const after = await waitOf(line);
    const agreed = await calls.agree(told[0]?.values.token ?? '');

    expect([before, after]).toEqual([
      { until: null, hasObjected: false, isLinkOver: true },
      { until: null, hasObjected: false, isLinkOver: false },
    ]);
    expect([sent.status, sent.body], sent.text).toEqual([
      200,
      { mobileEnding: line.mobile.slice(-4), until: told[0]?.values.until },
    ]);
    expect(told.map(({ recipient }) => recipient)).toEqual([line.mobile]);
    expect([(await calls.show(old)).status, agreed.status, await waitOf(line)]).toEqual([404, 200, null]);
  });

  it('is sent again five times a day to one number, and by nobody else [PIPL-31 T1]', async () => {
    const line = await givenRunOut();
    const stranger = await givenSignedIn(world.url);

    const foreign = await again(line, stranger);
    const statuses = [];
    for (let times = 0; times < 6; times += 1) statuses.push((await again(line)).status);

    expect(foreign.status).toBe(404);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    const [row] = await rowsOf('select count(*)::integer as count from guardian_notice where application_id = $1', [
      line.applicationId,
    ]);
    expect(row).toEqual({ count: 1 });
  });

  it('is not sent again once the guardian has answered, nor where nobody has to agree [PIPL-31]', async () => {
    const [glad, sorry, older] = [
      await givenOther(world),
      await givenOther(world),
      await givenOther(world, { dob: '2010-05-06' }),
    ];
    await calls.agree(await tokenOf(glad), consentVersion);
    await calls.object(await tokenOf(sorry));

    const answers = [await again(glad), await again(sorry), await again(older)];

    expect(answers.map(({ status, body }) => [status, body['code']])).toEqual(
      Array.from({ length: 3 }, () => [412, 'ILLEGAL_STATE']),
    );
  });

  it('is waited for though the message itself is forgotten by its period [PIPL-31 S-18]', async () => {
    const line = await givenOther(world);
    await payOrder(line.browser, world.bank, await placeOrder(line.browser, line));
    await meddle(`update message set state = 'Sent', is_wiped = true where state = 'Waiting'`);
    const [row] = await rowsOf('select made_at from guardian_notice where application_id = $1', [line.applicationId]);

    await moveClockTo(addSeconds(String(row?.['made_at']), 190 * 86_400));
    await run();

    const waits = await rowsOf('select until from guardian_wait where application_id = $1', [line.applicationId]);
    expect(waits).toEqual([{ until: null }]);
  });
});
