import { describe, expect, it } from 'vitest';
import { setClockOffset } from '#platform/clock';
import { givenExam, rowsOf } from '#testing';
import { nameOther, useGuardians, toldOf, tokenOf } from './guardian.testing.ts';
import { holdOn } from './lapsed-orders.testing.ts';
import {
  cartOf,
  closeAgainFor,
  isDoubted,
  isPassedOn,
  isWaitedFor,
  lapsedIn,
  makeAnother,
  makeOne,
  makeSecondPaper,
  objectedTo,
  remove,
  statusOf,
  sweepCart,
  takeBack,
} from './reordered.testing.ts';
import { meddle, placeOrder } from './world.testing.ts';

const { world, calls } = useGuardians();
const { givenLapsed, orderAndLapse, eraseChild } = lapsedIn(world);

describe('a registration that is ordered again', () => {
  it('has its guardian asked once, also when it is taken out of the cart and ordered once more [PIPL-31 R-49]', async () => {
    const { reorder } = await givenLapsed();
    const first = await reorder();
    const token = await tokenOf(first);

    await remove(first);
    const second = await reorder();

    expect([(await toldOf(second.applicationId)).length, await tokenOf(second)]).toEqual([1, token]);
    expect(await isWaitedFor(second)).toBe(true);
  });

  it('is not ordered a third time once the guardian has objected to its copy [PIPL-31 R-49]', async () => {
    const { reorder } = await givenLapsed();
    const copy = await reorder();
    await calls.object(await tokenOf(copy));

    await remove(copy);

    expect((await reorder()).reason).toBe('CONSENT_WITHDRAWN');
  });

  it('has its guardian asked once however often it is ordered again: the last copy gives back to the one before [PIPL-31 R-49]', async () => {
    const second = await orderAndLapse(await (await givenLapsed()).reorder());
    const third = await second.reorder();
    const token = await tokenOf(third);

    await remove(third);
    const fourth = await second.reorder();

    expect([(await toldOf(fourth.applicationId)).length, await tokenOf(fourth)]).toEqual([1, token]);
  });

  it('may be ordered once more where the guardian has objected to the other exam that its copy became [PIPL-31 R-49]', async () => {
    const { reorder } = await givenLapsed();
    const copy = await reorder();
    await makeAnother(copy);
    await calls.object(await tokenOf(copy));

    await remove(copy);
    const again = await reorder();

    expect([again.reason, await isWaitedFor(again)]).toEqual([undefined, true]);
  });
});

describe('a registration that is paid after all when it was ordered again', () => {
  it.each([
    ['takes the answer of its guardian back, and its copy leaves the cart', false],
    ['has its guardian asked again when the copy has become another registration, which stays', true],
  ])('%s [PIPL-31 R-49 S-3]', async (_, isElsewhere) => {
    const { line, reorder, payLate } = await givenLapsed();
    const copy = await reorder();
    const token = await tokenOf(copy);
    await calls.agree(token);
    // One that has not gone yet would be taken back.
    await meddle(
      'update message set attempts = 1 where id = (select message_id from guardian_notice where application_id = $1)',
      [copy.applicationId],
    );
    if (isElsewhere) await makeAnother(copy);

    await payLate();

    const [ofPaid, ofCopy] = [await toldOf(line.applicationId), await toldOf(copy.applicationId)];
    expect([await statusOf(line), await isWaitedFor(line)]).toEqual(['Registered', isElsewhere]);
    expect([ofPaid.length, ofCopy.length]).toEqual([1, isElsewhere ? 1 : 0]);
    expect(ofPaid[0]?.values.token === token).toBe(!isElsewhere);
    expect(await cartOf(line)).toEqual(isElsewhere ? [copy.applicationId] : []);
  });

  it.each([
    ['that lies in the cart', false],
    ['that is ordered', true],
  ])(
    'leaves a copy for another paper, %s, its notice, and has its guardian asked again [PIPL-31 R-49 S-3]',
    async (_, isOrdered) => {
      const { line, reorder, payLate } = await givenLapsed({ exam: await givenExam({ papers: 2 }) });
      const copy = await reorder();
      await makeSecondPaper(copy);
      if (isOrdered) await placeOrder(line.browser, copy);

      await payLate();

      expect([await statusOf(line), await isWaitedFor(line), await isWaitedFor(copy)]).toEqual([
        'Registered',
        true,
        true,
      ]);
      expect([await statusOf(copy), await cartOf(line)]).toEqual(
        isOrdered ? ['Submitted', []] : ['Initiated', [copy.applicationId]],
      );
    },
  );

  it('stays objected to where its copy was deleted after the objection, however long its guardian is silent [PIPL-31 R-49 S-3]', async () => {
    const { line, reorder, payLate } = await givenLapsed({ dob: '2011-05-06' });
    const copy = await reorder();
    await calls.object(await tokenOf(copy));
    await remove(copy);

    await payLate();
    await setClockOffset(4 * 86_400);
    const isWaited = await isWaitedFor(line);
    await setClockOffset(0);

    expect([await statusOf(line), isWaited, (await toldOf(line.applicationId)).length]).toEqual([
      'Registered',
      true,
      1,
    ]);
  });

  it.each([
    ['with its candidate, whose deletion staff refused', eraseChild],
    ['after ninety days in the cart', sweepCart],
    ['with its account, closed again after a backup', closeAgainFor],
  ])('stays objected to where its copy was forgotten %s [PIPL-31 PIPL-47 S-18 R-49 S-3]', async (_, forget) => {
    const { line, reorder, payLate } = await givenLapsed();
    const copy = await reorder();
    await calls.object(await tokenOf(copy));

    const lift = await forget(copy);
    await payLate();
    await lift();

    expect([await statusOf(line), await objectedTo(line), (await toldOf(line.applicationId)).length]).toEqual([
      'Registered',
      true,
      1,
    ]);
  });

  it('has its guardian asked when it was out of use as the money came, and is given back [PIPL-31 PIPL-47 R-49 S-3]', async () => {
    const { line, reorder, payLate } = await givenLapsed();
    await makeAnother(await reorder());
    const lift = await eraseChild(line);

    await payLate();
    const before = await isWaitedFor(line);
    await lift();

    expect([await statusOf(line), before, await isWaitedFor(line)]).toEqual(['Registered', false, true]);
  });

  it.each([
    ['before it is given back', true],
    ['after it was given back', false],
  ])(
    'gives its guardian, who need not agree, the time back in which no link opened: paid %s [PIPL-31 PIPL-47 R-49 S-3]',
    async (_, isPaidFirst) => {
      const { line, reorder, payLate } = await givenLapsed({ dob: '2011-05-06' });
      const token = await tokenOf(await reorder());
      const lift = await eraseChild(line);
      if (isPaidFirst) await payLate();
      const { status } = await calls.object(token);

      await setClockOffset(20 * 3600);
      await lift();
      // The channel's clock is not moved.
      await setClockOffset(0);
      if (!isPaidFirst) await payLate();
      await setClockOffset(80 * 3600);
      const isWaited = await isWaitedFor(line);
      const objected = await calls.object(token);
      await setClockOffset(0);

      expect([status, await statusOf(line), isWaited, objected.status]).toEqual([404, 'Registered', true, 200]);
      expect(await toldOf(line.applicationId)).toHaveLength(1);
    },
  );

  it.each([
    ['late money', false],
    ['its copy is deleted, then late money', true],
  ])('counts no agreement that was taken back: %s [PIPL-15 PIPL-31 R-27 R-49 S-3]', async (_, isDeleted) => {
    const { line, reorder, payLate } = await givenLapsed({ dob: '2013-01-06' });
    await meddle('update application set leave_alone = true where id = $1', [line.applicationId]);
    const copy = await reorder();
    await calls.agreeToLeaving(await tokenOf(copy));
    if (isDeleted) await remove(copy);
    await payLate();
    const before = [await isDoubted(line), await isPassedOn(line)];

    await takeBack(line, 'guardianLeaving');
    const [isLeavingDoubted, stillPassed] = [await isDoubted(line), await isPassedOn(line)];
    await takeBack(line, 'guardianAgreed');

    expect(before).toEqual([false, true]);
    expect([isLeavingDoubted, stillPassed, await isPassedOn(line)]).toEqual([true, true, false]);
  });

  it.each([
    ['late money', '2014-05-06', false],
    ['the copy is deleted, then late money', '2014-05-06', true],
    ['late money, and the guardian need not have agreed', '2011-05-06', false],
    ['the copy is deleted, and the guardian need not have agreed', '2011-05-06', true],
  ])(
    'waits again for a guardian whose agreement was taken back for its copy: %s [PIPL-15 PIPL-31 R-49 S-3]',
    async (_, dob, isDeleted) => {
      const { line, reorder, payLate } = await givenLapsed({ dob });
      const copy = await reorder();
      await calls.agree(await tokenOf(copy));
      await takeBack(copy, 'guardianAgreed');

      if (isDeleted) await remove(copy);
      await payLate();
      await setClockOffset(80 * 3600);
      const isWaited = await isWaitedFor(line);
      await setClockOffset(0);

      expect([await statusOf(line), isWaited]).toEqual(['Registered', true]);
    },
  );

  it.each([
    ['the first', 0],
    ['its copy', 1],
    ['the copy of that', 2],
  ])(
    'counts no agreement that was taken back for %s, wherever the notice is [PIPL-15 PIPL-31 R-27 R-49 S-3]',
    async (_, which) => {
      const { line, reorder, payLate } = await givenLapsed({ dob: '2013-01-06' });
      await meddle('update application set leave_alone = true where id = $1', [line.applicationId]);
      await calls.agreeToLeaving(await tokenOf(line));
      const copy = await reorder();
      const last = await (await orderAndLapse(copy)).reorder();
      const one = [line, copy, last][which] ?? line;

      await takeBack(one, 'guardianAgreed');
      await takeBack(one, 'guardianLeaving');
      await payLate();

      expect([await statusOf(line), await isDoubted(line), await isWaitedFor(line), await isPassedOn(line)]).toEqual([
        'Registered',
        true,
        true,
        false,
      ]);
    },
  );

  it('gives a guardian of somebody of 15, whose link did not open while another was named for the copy, the rest of their time [PIPL-31 R-49 S-3]', async () => {
    const dob = '2011-05-06';
    const { line, reorder, payLate } = await givenLapsed({ dob });
    const copy = await reorder();
    await nameOther(line, dob);
    await makeOne(line.exam, copy);
    const whileReplaced = (await calls.show(await tokenOf(copy))).status;
    await meddle(
      `update guardian_notice set made_at = made_at - interval '80 hours', waits_until = waits_until - interval '80 hours',
         replaced_at = replaced_at - interval '70 hours' where application_id = $1 and replaced_at is not null`,
      [copy.applicationId],
    );

    await payLate();

    expect([whileReplaced, await statusOf(line), await isWaitedFor(line)]).toEqual([404, 'Registered', true]);
  });

  it('has no evidence of an agreement to the exam that its copy was for a while, and waits for one to its own [PIPL-15 PIPL-31 R-49 S-3]', async () => {
    const { line, reorder, payLate } = await givenLapsed();
    const copy = await reorder();
    await makeAnother(copy);
    await calls.agree(await tokenOf(copy));
    await makeOne(line.exam, copy);

    await payLate();

    const given = await rowsOf(`select from consent where application_id = $1 and statement_id = 'guardianAgreed'`, [
      line.applicationId,
    ]);
    expect([await statusOf(line), await isWaitedFor(line), given]).toEqual(['Registered', true, []]);
  });

  it('keeps the agreement that came after an objection which staff refused [PIPL-31 R-49 S-3]', async () => {
    const { line, reorder, payLate } = await givenLapsed();
    const copy = await reorder();
    const token = await tokenOf(copy);
    const { body } = await calls.object(token);
    await meddle(`update rights_request set status = 'Refused' where code = $1`, [body['code']]);
    await makeAnother(copy);
    await makeOne(line.exam, copy);
    const last = (await toldOf(copy.applicationId)).find(({ values }) => values.token !== token);
    await calls.agree(last?.values.token ?? '');

    await payLate();

    expect([await statusOf(line), await isWaitedFor(line)]).toEqual(['Registered', false]);
  });

  it('takes a copy out of the cart that lapsed there, too [9.1#4 R-49 S-3]', async () => {
    const { line, reorder, payLate } = await givenLapsed();
    const copy = await reorder();
    await meddle(`update application set status = 'Expired' where id = $1`, [copy.applicationId]);

    await payLate();

    const left = await rowsOf('select from application where id = $1 and deleted_at is null', [copy.applicationId]);
    expect([await statusOf(line), left]).toEqual(['Registered', []]);
  });

  it('leaves nothing in the cart when it is given back, where a hold kept its copy and the money came meanwhile [PIPL-47 R-49 S-3]', async () => {
    const { line, reorder, payLate } = await givenLapsed();
    await reorder();
    const release = await holdOn('person', { objectId: line.candidateId });
    const lift = await eraseChild(line);

    await payLate();
    await lift();
    await release();

    expect([await statusOf(line), await cartOf(line), await isWaitedFor(line)]).toEqual(['Registered', [], true]);
  });

  it('goes on where what was its copy goes, whose sitting was moved to its own when it had been paid [PIPL-31 R-49 S-3]', async () => {
    const { line, reorder, payLate } = await givenLapsed();
    const copy = await reorder();
    await makeAnother(copy);
    await payLate();
    await calls.agree(await tokenOf(line));
    await meddle(
      `with moved as (update application set session_id = $2 where id = $1)
       update application_paper set session_subject_id = (select session_subject_id from application_paper where application_id = $3)
       where application_id = $1`,
      [copy.applicationId, line.exam.sessionId, line.applicationId],
    );

    await remove(copy);

    expect([await statusOf(line), await isWaitedFor(line)]).toEqual(['Registered', false]);
  });

  it('stays objected to where the copy of a copy, made one for its exam again, is deleted [PIPL-31 R-49 S-3]', async () => {
    const { line, reorder, payLate } = await givenLapsed();
    const copy = await reorder();
    await makeAnother(copy);
    const last = await (await orderAndLapse(copy)).reorder();
    const made = await makeOne(line.exam, last);
    await calls.object(await tokenOf(last));
    await remove(last);

    await payLate();

    expect([made.status, await statusOf(line), await objectedTo(line)]).toEqual([200, 'Registered', true]);
  });

  it('ends the consents of copies, too, when its guardian objects [PIPL-31 R-49 S-3]', async () => {
    const { line, reorder, payLate } = await givenLapsed();
    const second = await orderAndLapse(await reorder());
    await payLate();

    await calls.object(await tokenOf(line));

    expect([await statusOf(line), (await second.reorder()).reason]).toEqual(['Registered', 'CONSENT_WITHDRAWN']);
  });
});
