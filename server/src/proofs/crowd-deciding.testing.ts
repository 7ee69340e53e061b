import { addDays } from '@exam/contract/rules';
import { loadKnownForms } from '#offer/catalogue';
import { databasePool, inTransaction } from '#platform/database';
import { randomBytes, randomDigits } from '#platform/chance';
import {
  askStaff,
  expectExactly,
  givenCartLine,
  givenExam,
  givenSignedIn,
  givenStaff,
  givenVenue,
  type SignedInStaff,
} from '#testing';
import * as cancelling from '#testing/cancellations-desk';
import { startPaying } from '#testing/shopping';
import {
  type Act,
  count,
  givenBuyer,
  givenPaid,
  order,
  type Row,
  several,
  soon,
  type Stage,
  times,
  valueOf,
} from './crowd-stage.testing.ts';
import { meddle } from './world.testing.ts';

const seated = `('Registered', 'RegisteredCancellationRequested', 'RegisteredCancellationRejected')`;

type Paid = Awaited<ReturnType<typeof givenPaid>>;

/** Asks to cancel a paid registration. @returns how a member of staff approves it. */
async function givenRequested(paid: Paid): Promise<(staff: SignedInStaff) => Act> {
  await cancelling.request({ ...paid, sessionId: paid.exam.sessionId, productId: paid.exam.productId });
  const id = await valueOf('select request_id as value from cancellation_item where application_id = $1', [
    paid.applicationId,
  ]);
  return (staff) => () => askStaff(staff, 'cancellations.approve', { params: { id }, body: { version: 1 } });
}

const officerOf = ({ consoleUrl }: Stage) =>
  givenStaff(consoleUrl, { roles: ['examOfficer', 'financeApprover', 'supportAgent'] });

/** What staff decide about people who come, leave or change at the same moment. */
export const deciding: readonly Row[] = [
  {
    act: 'an exam that is taken once, for one person from twelve accounts and on two days',
    scene: async (stage) => {
      const exam = await givenExam({ seats: 50 });
      const other = await givenExam({ seats: 50, anotherDayOf: exam });
      const personKey = randomBytes(32);
      const buyers = await several(12, (at) => givenBuyer(stage, [at % 2 === 0 ? exam : other], personKey));
      await inTransaction(loadKnownForms);
      const form = `(select id from form_template where number = 'rt1011' order by version desc limit 1)`;
      await meddle(`update product set form_template_id = ${form} where id = $1`, [exam.productId]);
      await meddle(`update application set form_template_id = ${form} where product_id = $1`, [exam.productId]);
      return {
        acts: buyers.map((buyer) => soon(order(buyer))),
        allowed: ['200', '412 ALREADY_REGISTERED'],
        check: (heard) => expectExactly(heard.filter((each) => each === '200')).toHaveLength(1),
      };
    },
  },
  {
    act: 'an exam of today: marked, cancelled, and moved to another day',
    scene: async (stage) => {
      const paid = await givenPaid(stage);
      const { sessionId } = paid.exam;
      await givenVenue(sessionId);
      const approve = await givenRequested(paid);
      await meddle(
        `update exam_session set exam_date = (app_now() at time zone 'Asia/Shanghai')::date, starts_at = app_now() + interval '1 hour',
           ends_at = app_now() + interval '3 hours', publish_end_at = app_now() where id = $1`,
        [sessionId],
      );
      const date = await valueOf('select exam_date::text as value from exam_session where id = $1', [sessionId]);
      const officer = await officerOf(stage);
      const mark: Act = () =>
        askStaff(officer, 'examDay.mark', {
          params: { id: sessionId, applicationId: paid.applicationId },
          body: { mark: 'Present', version: 0 },
        });
      // Each to a day of its own: the second of two that goes to where the exam is already would be a field to put right.
      const move =
        (days: number): Act =>
        async () =>
          askStaff(officer, 'sessions.move', {
            params: { id: sessionId },
            body: {
              version: Number(
                await valueOf('select version::text as value from exam_session where id = $1', [sessionId]),
              ),
              reason: 'the hall is flooded',
              examDate: addDays(date, days),
            },
          });
      return {
        acts: [...times(6, mark), ...times(6, approve(officer)), move(14), move(21)],
        allowed: [
          '200',
          '204',
          '404 NOT_FOUND',
          '409 VERSION_CONFLICT',
          '412 EXAM_NOT_TODAY',
          '412 EXAM_TAKEN',
          '412 ILLEGAL_STATE',
        ],
        check: async () =>
          expectExactly(
            await count(
              `attendance marked join application on application.id = marked.id
               where application.id = $1 and marked.status in ('Present', 'Late') and application.status = 'Cancelled'`,
              [paid.applicationId],
            ),
          ).toBe(0),
      };
    },
  },
  {
    act: 'everybody of a paper moved while their cancellations are approved',
    scene: async (stage) => {
      const exam = await givenExam({ seats: 20 });
      const target = await givenExam({ seats: 20, anotherDayOf: exam });
      const paid = [];
      for (let at = 0; at < 6; at += 1) paid.push(await givenPaid(stage, exam));
      const approvals = [];
      for (const one of paid.slice(0, 3)) approvals.push(await givenRequested(one));
      await meddle(
        `insert into minimum_decision (session_subject_id, session_id, minimum, registered, found_at, decide_by)
         values ($1, $2, 9, 6, app_now(), app_now() + interval '1 day')`,
        [exam.paperIds[0], exam.sessionId],
      );
      const officer = await officerOf(stage);
      const move: Act = () =>
        askStaff(officer, 'sessionMinimums.move', {
          params: { id: exam.paperIds[0] ?? '' },
          body: { reason: 'agreed with the centre', sessionId: target.sessionId },
        });
      return {
        acts: [...times(4, move), ...approvals.flatMap((approve) => times(3, approve(officer)))],
        allowed: ['200', '204', '409 VERSION_CONFLICT', '412 ILLEGAL_STATE', '503 BUSY'],
        check: async () => {
          for (const { sessionId } of [exam, target])
            expectExactly(
              await count(`seat_allocation where session_id = $1 and state in ('Held', 'Taken')`, [sessionId]),
            ).toBe(await count(`application where session_id = $1 and status in ${seated}`, [sessionId]));
        },
      };
    },
  },
  {
    act: 'documents corrected where a session counts candidates, and others order',
    scene: async (stage) => {
      const exam = await givenExam({ seats: 3, papers: 2, seatPer: 'Candidate' });
      const browser = await givenSignedIn(stage.url);
      const personKey = randomBytes(32);
      const lines = [
        await givenCartLine(browser.accountId, exam, { personKey, paper: 0 }),
        await givenCartLine(browser.accountId, exam, { personKey, paper: 1 }),
      ];
      const placed = await order({ browser, applicationIds: lines })();
      await stage.bank.settle(await startPaying({ browser, orderId: String(placed.body['id']) }), 'paid');
      const officer = await officerOf(stage);
      const correct =
        (id: string): Act =>
        async () =>
          askStaff(officer, 'applications.correct', {
            params: { id },
            body: {
              version: Number(await valueOf('select desk_version::text as value from application where id = $1', [id])),
              changes: { idType: 'Passport', idNo: `E${randomDigits(8)}` },
              reason: 'The passport says so',
            },
          });
      const others = await several(4, () => givenSignedIn(stage.url));
      const buyers = await Promise.all(
        others.map(async (other) => ({
          browser: other,
          applicationIds: [await givenCartLine(other.accountId, exam, { paper: 0 })],
        })),
      );
      return {
        acts: [...lines.flatMap((id) => times(3, correct(id))), ...buyers.map((buyer) => soon(order(buyer)))],
        allowed: ['200', '204', '409 VERSION_CONFLICT', '412 NOT_ENOUGH_FREE_SEATS', '412 SEATS'],
        check: async () => {
          const { rows } = await databasePool().query<{ seat: number; registered: number; people: number }>(
            `select seat, registered, (select count(distinct person_key)::integer from seat_allocation live
               where live.session_id = exam_session.id and live.state in ('Held', 'Taken')) as people
             from exam_session where id = $1`,
            [exam.sessionId],
          );
          const [{ seat, registered, people } = { seat: 0, registered: 1, people: 0 }] = rows;
          expectExactly(registered).toBe(people);
          expectExactly(Math.max(seat, registered)).toBe(seat);
        },
      };
    },
  },
];
