import { describe, expect, it } from 'vitest';
import { randomDigits } from '#platform/chance';
import { setClockOffset } from '#platform/clock';
import { inTransaction } from '#platform/database';
import { withdrawAgain } from '#privacy/rights';
import { ask, askStaff, givenExam, givenStaff, rowsOf } from '#testing';
import {
  askDue,
  givenAsked,
  givenPaid,
  giveNumber,
  isWaitedFor,
  letPass,
  toldOf,
  tokenOf,
  useGuardians,
  type Registered,
} from './guardian.testing.ts';
import {
  cartOf,
  isDoubted,
  isPassedOn,
  lapsedIn,
  makeAnother,
  remove,
  statusOf,
  takeBack,
} from './reordered.testing.ts';
import { run } from './retention.testing.ts';
import { meddle, placeOrder } from './world.testing.ts';

const { world, calls } = useGuardians();
const { givenLapsed, orderAndLapse, eraseChild } = lapsedIn(world);

const waits = ({ applicationId }: Registered) => isWaitedFor(applicationId);

describe('what a guardian says of one sitting', () => {
  it('holds for the registration and for its copies, whichever is paid in the end [PIPL-31 R-49 S-3]', async () => {
    const { line, reorder, payLate } = await givenLapsed();
    const token = await tokenOf(line);
    const copy = await reorder();
    await calls.agree(token);

    await payLate();

    expect([await statusOf(line), await waits(line), await waits(copy)]).toEqual(['Registered', false, false]);
    expect([await toldOf(line.applicationId), await cartOf(line)]).toEqual([[expect.anything()], []]);
  });

  it('is asked for once, however often it is ordered again, also where copies are deleted [PIPL-31 R-49]', async () => {
    const { line, reorder } = await givenLapsed();
    const token = await tokenOf(line);
    await remove(await reorder());
    const second = await orderAndLapse(await reorder());
    const third = await second.reorder();
    await remove(third);
    await orderAndLapse(await second.reorder());

    expect([(await toldOf(line.applicationId)).length, await tokenOf(line)]).toEqual([1, token]);
    expect(await waits(line)).toBe(true);
  });

  it('is not asked for the other exam that a copy becomes until that is ordered, and then for itself [PIPL-31 R-49]', async () => {
    const { line, reorder, payLate } = await givenLapsed();
    await calls.agree(await tokenOf(line));
    const copy = await reorder();
    await makeAnother(copy);
    const inCart = await toldOf(copy.applicationId);

    await payLate();
    await placeOrder(line.browser, copy);
    await askDue();

    expect([inCart, (await toldOf(copy.applicationId)).length]).toEqual([[], 1]);
    expect([await statusOf(line), await waits(line), await waits(copy)]).toEqual(['Registered', false, true]);
  });

  it('is objected to for all of them: consents of the copies end too, and none is ordered once more [PIPL-31 R-49 S-3]', async () => {
    const { line, reorder, payLate } = await givenLapsed();
    const copy = await reorder();
    await calls.object(await tokenOf(line));
    await remove(copy);

    const again = await reorder();
    await payLate();

    // Late money goes back against an objection.
    expect([again.reason, await statusOf(line), await isPassedOn(line), await waits(line)]).toEqual([
      'CONSENT_WITHDRAWN',
      'Expired',
      false,
      true,
    ]);
  });

  it.each([
    ['a child under 14', '2014-05-06'],
    ['somebody of 15, of whom silence is consent no more', '2011-05-06'],
  ])(
    'is waited for again, of %s, once it is taken back, and counts when it is given again [PIPL-15 PIPL-31]',
    async (_, dob) => {
      const { line, reorder } = await givenLapsed({ dob });
      const token = await tokenOf(line);
      await calls.agree(token);
      const copy = await reorder();
      const agreed = [await waits(line), await waits(copy)];

      await takeBack(line, 'guardianAgreed');
      await letPass(line.applicationId, '20 days');
      const takenBack = await waits(line);
      const { body } = await calls.show(token);
      await calls.agree(token);

      expect([agreed, takenBack, await waits(line)]).toEqual([[false, false], true, false]);
      expect([body['mustAgree'], body['waitsUntil']]).toEqual([true, null]);
    },
  );

  it('stays said where staff move the child to another session, which the same link shows [PIPL-31 9.7]', async () => {
    const [agreed, objected, open] = [await givenPaid(world), await givenPaid(world), await givenPaid(world)];
    await calls.agree(await tokenOf(agreed));
    const tokens = [await tokenOf(objected), await tokenOf(open)];
    await calls.object(tokens[0] ?? '');
    const officer = await givenStaff(world.consoleUrl);
    const moved = [];
    for (const line of [agreed, objected, open]) {
      const { sessionId } = await givenExam({ anotherDayOf: line.exam });
      const { status, text } = await askStaff(officer, 'applications.move', {
        params: { id: line.applicationId },
        body: { version: 1, sessionId, reason: 'the hall is closed' },
      });
      expect(status, text).toBe(204);
      moved.push(line);
    }
    await askDue();

    const [first, second, third] = moved;
    const link = (await calls.show(tokens[1] ?? '')).status;
    await calls.agree(tokens[1] ?? '');

    expect([await waits(first ?? agreed), await waits(second ?? objected), link, await waits(third ?? open)]).toEqual([
      false,
      true,
      200,
      false,
    ]);
    expect(await toldOf(agreed.applicationId)).toHaveLength(1);
  });

  it('stays said where staff correct the child’s document or name [PIPL-31 S-14]', async () => {
    const line = await givenPaid(world);
    await calls.agree(await tokenOf(line));
    const officer = await givenStaff(world.consoleUrl);

    const corrected = await askStaff(officer, 'applications.correct', {
      params: { id: line.applicationId },
      body: { version: 1, changes: { idNo: `E${randomDigits(8)}`, lastName: 'LI' }, reason: 'the passport says so' },
    });
    await askDue();

    expect([corrected.status, await waits(line), (await toldOf(line.applicationId)).length], corrected.text).toEqual([
      200,
      false,
      1,
    ]);
  });

  it('by somebody of 15 is needed once the child is under 14 by a corrected date of birth, and asked for [PIPL-31]', async () => {
    const line = await givenPaid(world, { dob: '2011-05-06' });
    await letPass(line.applicationId, '80 hours');
    const before = await waits(line);
    const officer = await givenStaff(world.consoleUrl);

    await askStaff(officer, 'applications.correct', {
      params: { id: line.applicationId },
      body: { version: 1, changes: { dob: '2014-05-06' }, reason: 'the passport says so' },
    });
    await askDue();
    const { body } = await calls.show(await tokenOf(line));

    expect([before, await waits(line), body['mustAgree']]).toEqual([false, true, true]);
  });

  it('goes on being asked for where the number has become the account’s own since [PIPL-31 call:guardian.sendAgain]', async () => {
    const line = await givenAsked(world);
    const old = await tokenOf(line);
    await giveNumber(line);

    const sent = await ask(line.browser, 'guardian.sendAgain', { params: { id: line.applicationId } });

    expect([sent.status, (await calls.show(old)).status, await waits(line)]).toEqual([200, 404, true]);
  });

  it('is taken back when a backup of before is replayed, with what staff have noted about leaving [PIPL-15 R-27 S-18]', async () => {
    const line = await givenPaid(world, { dob: '2013-01-06' });
    await meddle('update application set leave_alone = true, leaving_noted_at = app_now() where id = $1', [
      line.applicationId,
    ]);
    await calls.agreeToLeaving(await tokenOf(line));
    const given = await rowsOf(
      `select id from consent where application_id = $1 and statement_id in ('guardianAgreed', 'guardianLeaving')`,
      [line.applicationId],
    );
    // A request that ended something else: the journal brings requests back before what they ended.
    await takeBack(line, 'childAwardingBody');
    const [request] = await rowsOf(
      `select id, received_at from rights_request where kind = 'Withdrawal' and account_id = $1`,
      [line.browser.accountId],
    );
    const before = [await waits(line), await isDoubted(line)];

    const [requestId, at] = [String(request?.['id']), String(request?.['received_at'])];
    await inTransaction((tx) =>
      withdrawAgain(
        tx,
        given.map(({ id }) => ({ consentId: String(id), requestId, at })),
      ),
    );

    expect([before, await waits(line), await isDoubted(line)]).toEqual([[false, false], true, true]);
  });
});

describe('a registration that is paid after all when it was ordered again', () => {
  it('is not paid while it is to be deleted: the money goes back, and giving it back asks nobody [PIPL-47 R-49 S-3]', async () => {
    const { line, payLate } = await givenLapsed();
    const token = await tokenOf(line);
    const lift = await eraseChild(line);
    const away = (await calls.show(token)).status;

    await payLate();
    await lift();

    expect([away, await statusOf(line), await tokenOf(line)]).toEqual([404, 'Expired', token]);
  });

  it('takes a copy out of the cart that lapsed there, too [9.1#4 R-49 S-3]', async () => {
    const { line, reorder, payLate } = await givenLapsed();
    const copy = await reorder();
    await meddle(`update application set status = 'Expired' where id = $1`, [copy.applicationId]);

    await payLate();

    const left = await rowsOf('select from application where id = $1 and deleted_at is null', [copy.applicationId]);
    expect([await statusOf(line), left]).toEqual(['Registered', []]);
  });
});

describe('cases of guardians', () => {
  it('go at night with the last registration of the child, and those that nobody was asked about with their own [PIPL-47 S-18]', async () => {
    await setClockOffset(0);
    const line = await givenAsked(world);
    const key = `select person_key from application where id = $1`;
    const [person] = await rowsOf(key, [line.applicationId]);
    const cases = async () =>
      (await rowsOf('select id from guardian_case where person_key = $1', [person?.['person_key']])).length;
    await meddle(`update guardian_case set made_at = made_at - interval '2 days'`);
    await run();
    const kept = await cases();

    await meddle(
      `update application set person_key = '\\x00', birth_key = null, guardian_key = null, anonymised_at = app_now() where id = $1`,
      [line.applicationId],
    );
    await run();

    expect([kept, await cases()]).toEqual([1, 0]);
  });
});
