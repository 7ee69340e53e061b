import { describe, expect, it } from 'vitest';
import { setClockOffset } from '#platform/clock';
import { databasePool, inTransaction } from '#platform/database';
import { locksAwaited } from '#platform/testing/database';
import { objectAgain, withdrawAgain } from '#privacy/rights';
import { ask, givenExam, rowsOf } from '#testing';
import { givenOther, toldOf, useGuardians, tokenOf } from './guardian.testing.ts';
import {
  findMistaken,
  isDoubted,
  isPassedOn,
  isWaitedFor,
  lapsedIn,
  makeAnother,
  makeOne,
  objectedTo,
  remove,
  statusOf,
  takeBack,
} from './reordered.testing.ts';
import { meddle, placeOrder } from './world.testing.ts';

const { world, calls } = useGuardians();
const { givenLapsed } = lapsedIn(world);

const evenSo = async (line: Parameters<typeof isWaitedFor>[0]) => [await isWaitedFor(line), await isPassedOn(line)];

describe('an agreement of a guardian that is taken back', () => {
  it.each([
    ['a child under 14', '2014-05-06'],
    ['somebody of 15, of whom silence is consent no more', '2011-05-06'],
  ])('is waited for again, of %s, and counts when it is given again [PIPL-15 PIPL-31]', async (_, dob) => {
    const line = await givenOther(world, { dob });
    const token = await tokenOf(line);
    await calls.agree(token);
    const agreed = await evenSo(line);

    await takeBack(line, 'guardianAgreed');
    await setClockOffset(80 * 3600);
    const takenBack = await evenSo(line);
    await setClockOffset(0);
    await calls.agree(token);

    expect([agreed, takenBack, await evenSo(line)]).toEqual([
      [false, true],
      [true, false],
      [false, true],
    ]);
  });

  it.each([
    ['before', true],
    ['after', false],
  ])(
    'is waited for again where it was taken back %s the line was submitted again for the same exam [PIPL-15 PIPL-31 R-49]',
    async (_, isBefore) => {
      const line = await givenOther(world);
      await calls.agree(await tokenOf(line));
      const acts = [() => takeBack(line, 'guardianAgreed'), () => makeOne(line.exam, line)];

      for (const act of isBefore ? acts : acts.toReversed()) await act();
      await placeOrder(line.browser, line);

      expect([await statusOf(line), await isWaitedFor(line)]).toEqual(['Submitted', true]);
    },
  );

  it('is taken back, too, where an objection that ended it for a copy turned out to be a mistake [PIPL-15 PIPL-31 R-27 R-49 S-3]', async () => {
    const { line, reorder, payLate } = await givenLapsed({ dob: '2013-01-06' });
    await meddle('update application set leave_alone = true where id = $1', [line.applicationId]);
    const copy = await reorder();
    const token = await tokenOf(copy);
    await calls.agreeToLeaving(token);
    const { body } = await calls.object(token);
    await remove(copy);
    await payLate();
    const objected = await evenSo(line);
    await findMistaken(body['code']);
    const mistaken = [await evenSo(line), await isDoubted(line)];

    await takeBack(line, 'guardianAgreed');
    await takeBack(line, 'guardianLeaving');

    expect([await statusOf(line), objected, mistaken, await isWaitedFor(line), await isDoubted(line)]).toEqual([
      'Registered',
      [true, false],
      [[false, true], false],
      true,
      true,
    ]);
  });

  it('is taken back where it is while its account is being closed, one after the other [C2 PIPL-15 R-25]', async () => {
    const { line, reorder } = await givenLapsed();
    const copy = await reorder();
    await calls.agree(await tokenOf(copy));
    const client = await databasePool().connect();
    await client.query('begin');
    await client.query('select from application where id = $1 for update', [copy.applicationId]);

    const taking = takeBack(copy, 'guardianAgreed');
    await expect.poll(locksAwaited).toBe(1);
    const closing = ask(line.browser, 'user.closeAccount');
    await expect.poll(locksAwaited).toBe(2);
    await client.query('commit');
    client.release();
    await Promise.all([taking, closing]);

    const ended = await rowsOf(
      `select from consent join consent_ended on consent_ended.consent_id = consent.id
       where consent.application_id = $1 and consent.statement_id = 'guardianAgreed'`,
      [copy.applicationId],
    );
    expect([ended.length, (await closing).status]).toEqual([1, 204]);
  });

  it('is shown to the guardian without a time after which silence would be consent [PIPL-15 PIPL-31]', async () => {
    const line = await givenOther(world, { dob: '2011-05-06' });
    const token = await tokenOf(line);
    const { body: before } = await calls.show(token);
    await calls.agree(token);

    await takeBack(line, 'guardianAgreed');
    const { body } = await calls.show(token);

    expect([before['mustAgree'], before['waitsUntil']]).toEqual([false, expect.any(String)]);
    expect([body['mustAgree'], body['waitsUntil']]).toEqual([true, null]);
  });

  it('has the guardian of somebody of 15 told of another exam that the line becomes, and to agree to that, also there and back [PIPL-15 PIPL-31]', async () => {
    const line = await givenOther(world, { dob: '2011-05-06' });
    const token = await tokenOf(line);
    await calls.agree(token);
    await takeBack(line, 'guardianAgreed');
    const theirs = await givenOther(world, { dob: '2011-05-06' });

    await makeAnother(line);
    const link = (await calls.show(token)).status;
    const isWaited = await isWaitedFor(line);
    await setClockOffset(80 * 3600);
    const later = [await isWaitedFor(line), await isWaitedFor(theirs)];
    await makeOne(line.exam, line);
    await setClockOffset(160 * 3600);
    const back = await isWaitedFor(line);
    await setClockOffset(0);

    expect([link, isWaited, later, back]).toEqual([404, true, [true, false], true]);
  });

  it('to what the line was before, and objected to by mistake, is not waited for when it is submitted again [PIPL-15 PIPL-31]', async () => {
    const line = await givenOther(world, { dob: '2011-05-06' });
    const token = await tokenOf(line);
    await calls.agree(token);
    await findMistaken((await calls.object(token)).body['code']);
    const exam = await givenExam();
    await makeOne(exam, line);
    const [old] = await rowsOf(`select id from consent where application_id = $1 and statement_id = 'guardianAgreed'`, [
      line.applicationId,
    ]);
    const second = (await toldOf(line.applicationId)).find(({ values }) => values.token !== token);
    await calls.agree(second?.values.token ?? '');

    const { status } = await ask(line.browser, 'consent.withdraw', { params: { id: String(old?.['id']) } });
    await makeOne(exam, line);

    expect([status, await isWaitedFor(line)]).toEqual([200, false]);
  });

  it('is objected to again when a backup is replayed that knows of an objection which was a mistake [PIPL-31 S-18]', async () => {
    const line = await givenOther(world);
    await findMistaken((await calls.object(await tokenOf(line))).body['code']);
    await takeBack(line, 'childAwardingBody');
    const [notice] = await rowsOf('select id from guardian_notice where application_id = $1', [line.applicationId]);
    const [request] = await rowsOf(
      `select id, received_at from rights_request where account_id = $1 and kind = 'Withdrawal'`,
      [line.browser.accountId],
    );
    const before = await objectedTo(line);

    await inTransaction((tx) =>
      objectAgain(tx, {
        noticeId: String(notice?.['id']),
        requestId: String(request?.['id']),
        at: String(request?.['received_at']),
      }),
    );

    expect([before, await objectedTo(line)]).toEqual([false, true]);
  });
});

describe('a consent to leaving alone that is taken back', () => {
  it.each([
    ['which has it too', true],
    ['which never had it', false],
  ])(
    'ends what staff have noted for the registration, %s, of which it has the copy [R-27 R-49 S-3]',
    async (_, isAgreedFirst) => {
      const { line, reorder, payLate } = await givenLapsed({ dob: '2013-01-06' });
      await meddle('update application set leave_alone = true, leaving_noted_at = app_now() where id = $1', [
        line.applicationId,
      ]);
      if (isAgreedFirst) await calls.agreeToLeaving(await tokenOf(line));
      const copy = await reorder();
      if (!isAgreedFirst) await calls.agreeToLeaving(await tokenOf(copy));

      await takeBack(copy, 'guardianLeaving');
      const isCopyDoubted = await isDoubted(copy);
      await payLate();

      expect([await statusOf(line), isCopyDoubted, await isDoubted(line)]).toEqual(['Registered', true, true]);
    },
  );

  it('is taken back when a backup of before is replayed, with what staff have noted, and an agreement likewise [PIPL-15 R-27 S-18]', async () => {
    const line = await givenOther(world, { dob: '2013-01-06' });
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
    const before = [await isWaitedFor(line), await isDoubted(line)];

    const [requestId, at] = [String(request?.['id']), String(request?.['received_at'])];
    await inTransaction((tx) =>
      withdrawAgain(
        tx,
        given.map(({ id }) => ({ consentId: String(id), requestId, at })),
      ),
    );

    expect([before, await isWaitedFor(line), await isDoubted(line)]).toEqual([[false, false], true, true]);
  });
});
