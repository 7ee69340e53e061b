import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomDigits, randomId } from '#platform/chance';
import { databasePool } from '#platform/database';
import { locksAwaited } from '#platform/testing/database';
import { ask, askStaff, expectExactly, rowsOf, type SignedInStaff } from '#testing';
import { asGuardian, giveNumber, type guardianCalls } from './guardian.testing.ts';
import {
  alone,
  correct,
  doubted,
  givenPaid,
  leaveAlone,
  note,
  openLeaving,
  seen,
  tokenOf,
  type Line,
} from './leaving.testing.ts';
import { meddle, type World } from './world.testing.ts';

let world: World;
let officer: SignedInStaff;
let calls: ReturnType<typeof guardianCalls>;
beforeAll(async () => {
  ({ world, officer, calls } = await openLeaving());
});
afterAll(() => world.close());

const withdraw = async (line: Line, statement: string) => {
  const [consent] = await rowsOf(
    `select id from consent where application_id = $1 and statement_id = $2 order by given_at desc limit 1`,
    [line.applicationId, statement],
  );
  const act = () => ask(line.browser, 'consent.withdraw', { params: { id: String(consent?.['id']) } });
  return await (statement === 'guardianLeaving' ? asGuardian(line, act) : act());
};

describe('consent to leaving alone', () => {
  it('that is taken back ends the note of it too, by whichever way its giver became the guardian again [R-27 PIPL-15]', async () => {
    const line = await givenPaid();
    await leaveAlone(line);
    await calls.agreeToLeaving(await tokenOf(line));
    await correct(line, `139${randomDigits(8)}`);
    await correct(line, line.mobile ?? '', 2);
    await note(line, 3);
    const noted = await seen(line);

    await withdraw(line, 'guardianLeaving');

    expect([noted, await seen(line)]).toEqual([alone, doubted]);
  });

  it('is not what was ticked for being collected [R-27 6.1]', async () => {
    const line = await givenPaid(true);
    await note(line);
    const noted = await seen(line);

    await correct(line, line.browser.phone, 2);
    const corrected = await seen(line);
    await leaveAlone(line);

    expect([noted, corrected, await seen(line)]).toEqual([alone, doubted, alone]);
  });

  it('is not that of somebody else who has the same number; they are asked [R-27]', async () => {
    const line = await givenPaid();
    await leaveAlone(line);
    const before = await tokenOf(line);
    await calls.agreeToLeaving(before);

    await correct(line, line.mobile ?? '');
    const corrected = await seen(line);
    const asked = await tokenOf(line);
    await calls.agreeToLeaving(asked);

    expect([corrected, await seen(line)]).toEqual([doubted, alone]);
    expect(asked).not.toBe(before);
  });

  it('is the tick of whoever has the guardian’s number as their own by now [R-27]', async () => {
    const line = await givenPaid();
    await calls.agree(await tokenOf(line));
    await giveNumber(line);

    const chosen = await leaveAlone(line);

    expect([chosen.status, await seen(line)], chosen.text).toEqual([200, alone]);
  });

  it('noted by staff and ticked by the family at one moment is there once, and the child leaves alone [R-27]', async () => {
    const line = await givenPaid(true);
    const other = await databasePool().connect();
    await other.query('begin');
    await other.query('select from application where id = $1 for update', [line.applicationId]);

    const noting = note(line);
    await expect.poll(locksAwaited, { interval: 10 }).toBe(1);
    const ticking = leaveAlone(line);
    await expect.poll(locksAwaited, { interval: 10 }).toBe(2);
    await other.query('commit');
    other.release();

    expectExactly([(await noting).status, (await ticking).status]).toEqual([200, 200]);
    expectExactly(await seen(line)).toEqual(alone);
    const [kept] = await rowsOf(
      `select leaving_noted_at is not null as noted, leaving_ticked_at is not null as ticked,
         (select count(*)::integer from consent where application_id = $1 and statement_id = 'guardianship') as ticks
       from application where id = $1`,
      [line.applicationId],
    );
    expectExactly(kept).toEqual({ noted: true, ticked: true, ticks: 2 });
  });
});

describe('the list of minors leaving', () => {
  it('marks who was changed or registered since it was last taken out, a new guardian too [R-27]', async () => {
    const line = await givenPaid();
    const sheet = { params: { id: line.exam.sessionId }, body: { sheet: 'leave', reason: 'the door' } };
    await askStaff(officer, 'examDay.sheet', sheet);
    const entryOf = async () => {
      const { text } = await askStaff(officer, 'examDay.get', { params: { id: line.exam.sessionId } });
      const {
        roll,
        leaveListAt,
      }: { roll: { leaveChangedAt: string | null; registeredAt: string }[]; leaveListAt: string } = JSON.parse(text);
      const [entry] = roll;
      return [(entry?.leaveChangedAt ?? '') > leaveListAt, (entry?.registeredAt ?? '') > leaveListAt];
    };
    const before = await entryOf();
    const corrected = await correct(line, '13700137000');
    const after = await entryOf();
    await meddle(`update application set registered_at = app_now() + interval '1 second' where id = $1`, [
      line.applicationId,
    ]);

    expect([corrected.status, before, after, await entryOf()]).toEqual([
      200,
      [false, false],
      [true, false],
      [true, true],
    ]);
  });

  it('marks who was moved here, and whose guardian’s objection was found a mistake, since then [R-27]', async () => {
    const [from, to] = [await givenPaid(), await givenPaid()];
    const sheet = (line: Line) =>
      askStaff(officer, 'examDay.sheet', {
        params: { id: line.exam.sessionId },
        body: { sheet: 'leave', reason: 'the door' },
      });
    const changed = async (line: Line) => {
      const { text } = await askStaff(officer, 'examDay.get', { params: { id: line.exam.sessionId } });
      const day: { roll: { id: string; leaveChangedAt: string | null }[]; leaveListAt: string } = JSON.parse(text);
      return (day.roll.find(({ id }) => id === line.applicationId)?.leaveChangedAt ?? '') > day.leaveListAt;
    };
    await calls.object(await tokenOf(from));
    await sheet(from);
    await sheet(to);
    const before = [await changed(from), await changed(to)];

    await meddle(
      `insert into guardian_answer (id, case_id, kind, at, request_id)
       select gen_random_uuid(), case_id, 'objectionRefused', app_now() + interval '1 second', request_id from guardian_answer answer
       join rights_request request on request.id = answer.request_id where answer.kind = 'objected' and request.account_id = $1`,
      [from.browser.accountId],
    );
    await meddle(
      `insert into history (id, kind, object_id, event, actor_kind, at)
       values ($2, 'application', $1, 'move', 'staff', app_now() + interval '1 second')`,
      [to.applicationId, randomId()],
    );

    expect([before, await changed(from), await changed(to)]).toEqual([[false, false], true, true]);
  });
});
