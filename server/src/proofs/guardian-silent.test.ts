import { addSeconds, millisecondsBetween } from '@exam/contract/rules';
import { describe, expect, it } from 'vitest';
import { tasks } from '#office/work-items';
import { askStaff, givenStaff, moveClockTo, rowsOf } from '#testing';
import { givenAsked, givenPaid, useGuardians, type Registered, tokenOf } from './guardian.testing.ts';

const day = 86_400;

const { world, calls } = useGuardians();

const exam = async ({ applicationId }: Registered) => {
  const [row] = await rowsOf(
    `select session.starts_at as "startsAt", session.office_id as "officeId", said.asked_at as "askedAt"
     from application join exam_session session on session.id = application.session_id
     join guardian_said said on said.person_key = application.person_key and said.sitting = session.id::text where application.id = $1`,
    [applicationId],
  );
  return { startsAt: String(row?.['startsAt']), officeId: row?.['officeId'], askedAt: String(row?.['askedAt']) };
};

/** What is on the board about a registration this many seconds after its guardian was asked. */
async function boardAt(line: Registered, seconds: number) {
  await moveClockTo(addSeconds((await exam(line)).askedAt, seconds));
  await tasks['workItems.sweep']?.({});
  return await rowsOf(
    `select due_at as "dueAt", office_id as "officeId" from work_item
     where kind = 'guardianSilent' and object_id = $1 and closed_at is null`,
    [line.applicationId],
  );
}

describe('a guardian who has to agree and does not answer', () => {
  it('stands on the board of the office after three days, due a week before the exam, until they answer [PIPL-31]', async () => {
    const line = await givenPaid(world);
    const { startsAt, officeId } = await exam(line);
    const early = await boardAt(line, 3 * day - 60);

    const waiting = await boardAt(line, 3 * day);
    const agreed = await calls.agree(await tokenOf(line));
    const after = await boardAt(line, 3 * day + 60);

    expect(early).toEqual([]);
    expect(waiting).toEqual([{ dueAt: addSeconds(startsAt, -7 * day), officeId }]);
    expect([agreed.status, after]).toEqual([200, []]);
  });

  it('is not looked for where nobody has to agree, or nothing is paid, or the exam has begun [PIPL-31]', async () => {
    const older = await givenPaid(world, { dob: '2010-05-06' });
    const unpaid = await givenAsked(world);
    const over = await givenPaid(world);
    const { askedAt, startsAt } = await exam(over);
    const untilExam = millisecondsBetween(askedAt, startsAt) / 1000;

    const boards = [await boardAt(older, 4 * day), await boardAt(unpaid, 4 * day), await boardAt(over, untilExam)];

    expect(boards).toEqual([[], [], []]);
  });
});

describe('an objection', () => {
  it('is seen at the door: who has no letter is marked on the lists of the exam day [PIPL-31]', async () => {
    const [one, officer] = [await givenPaid(world), await givenStaff(world.consoleUrl)];
    await calls.agree(await tokenOf(one));
    const marked = async () => {
      const { text } = await askStaff(officer, 'examDay.get', { params: { id: one.exam.sessionId } });
      const roll: { isWaitedFor: boolean }[] = JSON.parse(text).roll;
      return roll.map(({ isWaitedFor: isMarked }) => isMarked);
    };
    const before = await marked();

    await calls.object(await tokenOf(one));

    expect([before, await marked()]).toEqual([[false], [true]]);
  });
});
