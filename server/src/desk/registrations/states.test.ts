import {
  allowed,
  attendanceMachine,
  attendanceStates,
  arrangementStates,
  letterStates,
  liveApplicationStates,
  seatedStates,
} from '@exam/contract/machines';
import { deskStatuses } from '@exam/contract/staff';
import { instantOf } from '@exam/contract/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databasePool } from '#platform/database';
import type { TestApp } from '#testing/app';
import { type Answer, askStaff, givenStaff, moveClockTo, type SignedInStaff, type TestExam } from '#testing';
import { givenFreeExam, givenRegistration, openRegistrationDesk } from '#testing/registrations-desk';

const today = '2026-11-21T04:00:00.000Z';
const reason = 'The school has written to us.';

let server: TestApp;
let officer: SignedInStaff;
let approver: SignedInStaff;
let exam: TestExam;
let other: TestExam;
let id: string;
beforeAll(async () => {
  server = await openRegistrationDesk();
  await moveClockTo(today);
  officer = await givenStaff(server.consoleUrl, { roles: ['examOfficer'] });
  approver = await givenStaff(server.consoleUrl, { roles: ['financeApprover'] });
  exam = await givenFreeExam();
  other = await givenFreeExam();
  // The other session is of the same product and has the same paper.
  await write('update exam_session set product_id = $1 where id = $2', [exam.productId, other.sessionId]);
  await write('update session_subject set subject_id = $1 where session_id = $2', [
    exam.subjectIds[0],
    other.sessionId,
  ]);
  await write('update exam_session set can_send = true where id = any($1)', [[exam.sessionId, other.sessionId]]);
  id = (await givenRegistration(server.url, exam)).id;
});
afterAll(() => server.close());

async function write(text: string, values: readonly unknown[]): Promise<void> {
  await databasePool().query(text, [...values]);
}

async function one<T>(text: string, values: readonly unknown[] = [id]): Promise<T | undefined> {
  const { rows } = await databasePool().query<{ value: T }>(`select ${text} as value`, [...values]);
  return rows[0]?.value;
}

const versionNow = async () => (await one<number>('(select desk_version from application where id = $1)')) ?? 0;
const ask = async (call: Parameters<typeof askStaff>[1], body: object): Promise<Answer> =>
  await askStaff(officer, call, { params: { id }, body });
const versioned = async (call: Parameters<typeof askStaff>[1], body: object) =>
  await ask(call, { version: await versionNow(), ...body });

const propose = () => versioned('applications.withdraw', { refund: 'Everything', reason });
const noteArrangement = () => ask('arrangements.record', { request: 'A room of its own.', reason });

let names = 0;
/** Everything that staff do with a registration, the states in which they may, and what each is refused with elsewhere. */
const acts: Readonly<Record<string, { states: readonly string[]; refusal: string; send: () => Promise<Answer> }>> = {
  correct: {
    states: liveApplicationStates,
    refusal: 'ILLEGAL_STATE',
    send: () =>
      versioned('applications.correct', { changes: { email: `a${String((names += 1))}@example.com` }, reason }),
  },
  move: {
    states: letterStates,
    refusal: 'ILLEGAL_STATE',
    send: async () => {
      const target =
        (await one('(select session_id from application where id = $1)')) === exam.sessionId ? other : exam;
      return await versioned('applications.move', { sessionId: target.sessionId, reason });
    },
  },
  sendLetter: {
    states: letterStates,
    refusal: 'LETTER_UNAVAILABLE',
    send: () => ask('applications.sendLetter', { reason }),
  },
  proposeWithdrawal: {
    states: seatedStates,
    refusal: 'ILLEGAL_STATE',
    send: propose,
  },
  recordArrangement: {
    states: seatedStates,
    refusal: 'ILLEGAL_STATE',
    send: noteArrangement,
  },
};

/** The registration in a state, without what an earlier act left. */
async function stand(status: string): Promise<void> {
  await write(`update proposal set status = 'Rejected' where object_id = $1 and status = 'Open'`, [id]);
  await write('delete from special_arrangement where id = $1', [id]);
  await write('update application set status = $2, has_special_arrangement = false where id = $1', [id, status]);
}

const whole = async () =>
  await one<string>(
    `(select md5(application::text) from application where id = $1)
      || (select count(*) from history where object_id = $1) || (select count(*) from audit_entry where object_id = $1::text)`,
  );
const statusNow = () => one<string>('(select status from application where id = $1)');

describe('what staff do with a registration', () => {
  it.each(deskStatuses)(
    'in %s is done where it may be, and refused elsewhere without a trace [9.1#6 9.1#12 9.1#13 9.1#14 T32]',
    async (status) => {
      for (const [name, { states, refusal, send }] of Object.entries(acts)) {
        await stand(status);
        const before = await whole();

        const answer = await send();

        const isAllowed = states.includes(status);
        const came = answer.status < 300 ? 'done' : answer.body['code'];
        expect([name, came]).toEqual([name, isAllowed ? 'done' : refusal]);
        expect([name, await statusNow()]).toEqual([name, status]);
        if (!isAllowed) expect([name, await whole()]).toEqual([name, before]);
      }
    },
  );

  it('is nothing at all while it lies in the cart: there is no such registration for staff [T32]', async () => {
    await stand('Initiated');

    const answers: [string, number][] = [];
    for (const [name, { send }] of Object.entries(acts)) answers.push([name, (await send()).status]);

    expect(answers.filter(([, status]) => status !== 404)).toEqual([]);
  });
});

describe('a withdrawal that a second person approves', () => {
  it.each(deskStatuses)(
    'when the registration is %s by then happens only where it still sits the exam [9.1#14 S-16]',
    async (status) => {
      const own = await givenRegistration(
        server.url,
        await givenFreeExam(),
        `E${String((names += 1)).padStart(8, '0')}`,
      );
      id = own.id;
      const { body } = await propose();
      await write('update application set status = $2 where id = $1', [id, status]);

      const answer = await askStaff(approver, 'approvals.approve', { params: { id: body['proposalId'] }, body: {} });

      const isSeated = seatedStates.some((each) => each === status);
      expect([answer.status < 300 ? 'done' : answer.body['code'], await statusNow()]).toEqual(
        isSeated ? ['done', 'Withdrawn'] : ['ILLEGAL_STATE', status],
      );
    },
  );
});

describe('the decision about a special arrangement', () => {
  it('is made and revised while somebody sits the exam, from every state of it to either, and refused elsewhere [R-91]', async () => {
    const decide = async (isGranted: boolean) =>
      await ask('arrangements.decide', {
        version: (await one<number>('(select version from special_arrangement where id = $1)')) ?? 0,
        isGranted,
        conditions: '25 % extra time.',
      });
    for (const status of deskStatuses)
      for (const from of arrangementStates)
        for (const isGranted of [true, false]) {
          await stand('Registered');
          await noteArrangement();
          await write(
            `update special_arrangement set status = $2, decided_at = app_now(), conditions_sealed = request_sealed
             where id = $1`,
            [id, from],
          );
          await write('update application set status = $2 where id = $1', [id, status]);

          const answer = await decide(isGranted);

          const may = seatedStates.some((each) => each === status) && (isGranted || from !== 'Refused');
          const led = may ? (isGranted ? 'Granted' : 'Refused') : from;
          const now = await one<string>('(select status from special_arrangement where id = $1)');
          const where = `${status} ${from} ${String(isGranted)}`;
          expect([where, answer.status < 300, now]).toEqual([where, may, led]);
          if (!may) expect([where, answer.body['code']]).toEqual([where, 'ILLEGAL_STATE']);
        }
  });
});

describe('the attendance on the exam day', () => {
  const marks = { Present: 'markPresent', Late: 'markLate', Absent: 'markAbsent', Undo: 'undo' } as const;

  it('goes where its table says, for who sits the exam; nobody else is on the roll [9.1#14]', async () => {
    await stand('Registered');
    const session = await one<string>('(select session_id from application where id = $1)');
    const date = await one<string>('(select exam_date::text from session_place where session_id = $1)', [session]);
    await moveClockTo(instantOf(String(date), '09:30'));
    const atDoor = await givenStaff(server.consoleUrl, { roles: ['examDaySupervisor'] });

    for (const status of deskStatuses)
      for (const from of attendanceStates)
        for (const [mark, event] of Object.entries(marks)) {
          await write('update application set status = $2 where id = $1', [id, status]);
          await write('delete from attendance where id = $1', [id]);
          await write('insert into attendance (id, status) values ($1, $2)', [id, from]);

          const answer = await askStaff(atDoor, 'examDay.mark', {
            params: { id: session, applicationId: id },
            body: { mark, version: 1 },
          });

          const isOnRoll = seatedStates.some((each) => each === status);
          const may = isOnRoll && allowed(attendanceMachine, from, 'staff').includes(event);
          const where = `${status} ${from} ${mark}`;
          const came = answer.status < 300 ? 'done' : answer.body['code'];
          expect([where, came]).toEqual([where, may ? 'done' : isOnRoll ? 'ILLEGAL_STATE' : 'NOT_FOUND']);
          const now = await one<string>('(select status from attendance where id = $1)');
          expect([where, now]).toEqual([where, may ? attendanceMachine.events[event].to : from]);
        }
    await moveClockTo(today);
  });
});
