import { addSeconds, keptUntilAfterDate } from '@exam/contract/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setClockOffset } from '#platform/clock';
import { databasePool } from '#platform/database';
import { tasks } from '#testing/app';
import { ask, askStaff, findMarks, givenSignedIn, givenStaff, moveClockTo } from '#testing';
import { run } from './retention.testing.ts';
import { addToCart, meddle, openWorld, payOrder, placeOrder, type World } from './world.testing.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const mark = 'BROKENLEG';
const reason = `骨折住院 ${mark}`;
const places = async () => (await findMarks([mark])).map(({ table, column }) => `${table}.${column}`);

describe('why somebody cancels', () => {
  it('stands sealed on the request alone, is read by its owner and by who decides, and ends with its papers [T31 S-18 PIPL 28]', async () => {
    const browser = await givenSignedIn(world.url);
    const line = await addToCart(browser);
    await payOrder(browser, world.bank, await placeOrder(browser, line));
    const asked = await ask(browser, 'application.requestCancellation', {
      query: { applicationId: line.applicationId },
      body: { reason },
    });
    const staff = await givenStaff(world.consoleUrl);
    const [{ id }] = (await databasePool().query('select id from cancellation_request')).rows;
    const page = await askStaff(staff, 'cancellations.get', { params: { id } });
    const copy = await ask(browser, 'rights.copy', { body: { isWhole: false } });
    const kept = await places();

    const { rows } = await databasePool().query('select exam_date::text from exam_session where id = $1', [
      line.exam.sessionId,
    ]);
    const end = keptUntilAfterDate('cancellationPaper', rows[0].exam_date);
    await moveClockTo(addSeconds(end, -30));
    await run();
    const before = await places();
    await moveClockTo(end);
    await run();

    expect(asked.body).toMatchObject({ cancellationRequestReason: reason, cancellation: { reason } });
    expect(page.body).toMatchObject({ reason });
    expect(copy.text).toContain(reason);
    expect([kept, before, await places()]).toEqual([
      ['cancellation_request.reason_sealed'],
      ['cancellation_request.reason_sealed'],
      [],
    ]);
  });

  it('is sealed too where a server of the version before still writes it in clear, and its copies go [T31]', async () => {
    await setClockOffset(0);
    const browser = await givenSignedIn(world.url);
    const line = await addToCart(browser);
    await payOrder(browser, world.bank, await placeOrder(browser, line));
    const query = { applicationId: line.applicationId };
    const asked = await ask(browser, 'application.requestCancellation', { query, body: { reason: 'We are abroad' } });
    expect(asked.status, asked.text).toBe(200);

    await meddle('update cancellation_request set reason = $2 where account_id = $1', [browser.accountId, reason]);
    await meddle('update application set cancellation_request_reason = $2 where id = $1', [line.applicationId, reason]);
    await meddle(
      `insert into history (id, kind, object_id, event, actor_kind, actor_id, reason, at)
       values (gen_random_uuid(), 'application', $1, 'requestCancellation', 'candidate', $2, $3, app_now())`,
      [line.applicationId, browser.accountId, reason],
    );
    await tasks['platform.forget']?.({});

    expect(await places()).toEqual(['cancellation_request.reason_sealed']);
    const shown = await ask(browser, 'application.get', { params: { id: line.applicationId } });
    expect(shown.body).toMatchObject({ cancellation: { reason } });
  });
});
