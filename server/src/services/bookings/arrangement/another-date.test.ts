import { describe, expect, it } from 'vitest';
import { databasePool } from '#platform/database';
import { ask, askStaff, givenBirth, givenSignedIn, givenStaff, whilePoisoned } from '#testing';
import {
  act,
  answerDate,
  arrangement,
  type Booked,
  bookingOf,
  examDate,
  givenConfirmed,
  type MovableExam,
  paper,
  proposeDate,
  startPaying,
  useDesk,
  work,
} from '#testing/bookings-desk';

const desk = useDesk();

const newDate = '2026-12-28';
const reason = 'The institution needs its room on that day.';
const query = async (text: string, values: unknown[]) => (await databasePool().query(text, values)).rows;

/** A paid booking of two exams in a room. */
async function givenPaid(): Promise<Booked> {
  const booked = await givenConfirmed(desk);
  const inRoom = { venueId: booked.product.venueId, place: 'Room 3' };
  const papers = [
    paper(booked.product, inRoom),
    paper(booked.product, { ...inRoom, subject: 'PHYS1002', startTime: '13:00', endTime: '15:00' }),
  ];
  await act(booked, 'update', { arrangement: arrangement(booked.product, { papers }) });
  const { tradeNo } = await startPaying(booked);
  await desk.bank.settle(tradeNo, 'paid');
  await work();
  return booked;
}

const shownTo = async ({ officer, bookingId }: Pick<Booked, 'officer' | 'bookingId'>) =>
  (await askStaff(officer, 'bookings.get', { params: { id: bookingId } })).body;
const propose = (booked: Booked, change?: Parameters<typeof proposeDate>[2]) => proposeDate(booked, newDate, change);

async function givenProposed(): Promise<Booked & { proposalId: string }> {
  const booked = await givenPaid();
  const made = await propose(booked);
  if (made.status !== 200) throw new Error(`Proposing answered ${made.text}`);
  const { dateProposal } = await bookingOf(booked);
  return { ...booked, proposalId: (dateProposal as { id: string }).id };
}

const answer = (one: Pick<Booked, 'browser' | 'bookingId'> & { proposalId: string }, isAgreed: boolean) =>
  answerDate(one, one.proposalId, isAgreed);

/** Every place that shows the date. */
async function stand({ bookingId }: Pick<Booked, 'bookingId'>) {
  return await query(
    `select session.exam_date::text as day, session.start_time as start, place.start_time as paper, place.starts_at as "startsAt",
       application.letter_version as letter, application.status, booking.first_exam_date::text as booked,
       booking.arrangement_version as arrangement
     from application join exam_session session on session.id = application.session_id
     join session_subject place on place.session_id = session.id join booking on booking.id = application.booking_id
     where booking.id = $1 order by session.start_time`,
    [bookingId],
  );
}
const told = async (bookingId: string) =>
  (
    await query(
      `select kind from message where object_id = $1 and channel = 'sms' and kind like 'bookingDate%' order by created_at, id`,
      [bookingId],
    )
  ).map(({ kind }) => String(kind));
const lastProposal = async (booked: Booked) =>
  ((await shownTo(booked))['dateProposals'] as { answer: string | null; proposedBy: string; answerBy: string }[])[0];

describe('another date for a paid booking', () => {
  it('changes nothing until the family agrees, and then moves everything that tells of the date [R-72 9.3 9.7]', async () => {
    const booked = await givenPaid();
    const before = await stand(booked);
    const proposed = await propose(booked);
    const asked = await bookingOf(booked);
    const meanwhile = await stand(booked);

    const { id: proposalId } = asked['dateProposal'] as { id: string };
    const agreed = await answer({ ...booked, proposalId }, true);

    expect([proposed.status, agreed.status]).toEqual([200, 200]);
    expect(meanwhile).toEqual(before);
    expect(asked['dateProposal']).toMatchObject({
      reason,
      answerBy: '2026-11-27T16:00:00.000Z',
      papers: [
        { subject: 'MATH1001 Calculus', previousDate: examDate, examDate: newDate, startTime: '09:00' },
        { subject: 'PHYS1002', previousDate: examDate, examDate: newDate, startTime: '13:00' },
      ],
    });
    const moved = { day: newDate, booked: newDate, letter: 2, arrangement: 3, status: 'Registered' };
    expect(await stand(booked)).toMatchObject([
      { ...moved, start: '09:00', paper: '09:00', startsAt: '2026-12-28T01:00:00.000Z' },
      { ...moved, start: '13:00', paper: '13:00', startsAt: '2026-12-28T05:00:00.000Z' },
    ]);
    expect(agreed.body).toMatchObject({
      dateProposal: null,
      examDate: newDate,
      amount: asked['amount'],
      subjectInfos: [
        { testDate: newDate, startTime: '09:00' },
        { testDate: newDate, startTime: '13:00' },
      ],
    });
    expect(await lastProposal(booked)).toMatchObject({ answer: 'Agreed' });
    expect(await told(booked.bookingId)).toEqual(['bookingDateProposed', 'bookingDateAgreed']);
    const exams = await ask(booked.browser, 'booking.applications', { params: { id: booked.bookingId } });
    expect(JSON.parse(exams.text)).toMatchObject([{ examDate: newDate }, { examDate: newDate }]);
    // They agreed: no choice of a refund opens, and nothing of the money moves.
    const choices = await query(
      `select from moved_registration moved join application on application.id = moved.application_id where booking_id = $1`,
      [booked.bookingId],
    );
    expect(choices).toEqual([]);
    const events = (await bookingOf(booked))['timeline'] as { event: string }[];
    expect(events.map(({ event }) => event).slice(-2)).toEqual(['proposeDate', 'agreeDate']);
    const audited = await query(`select action, reason from audit_entry where object_id = $1 and action = $2`, [
      booked.bookingId,
      'bookings.proposeDate',
    ]);
    expect(audited).toEqual([{ action: 'bookings.proposeDate', reason }]);
  });

  it('stays as it was when the family keeps the date, or staff take the proposal back', async () => {
    const declining = await givenProposed();
    const before = await stand(declining);
    const declined = await answer(declining, false);
    const first = await lastProposal(declining);
    await propose(declining);
    const seen = await shownTo(declining);
    const takenBack = await askStaff(declining.officer, 'bookings.takeBackDate', {
      params: { id: declining.bookingId },
      body: { version: seen['version'] },
    });

    expect([declined.status, takenBack.status]).toEqual([200, 200]);
    expect([first?.answer, (await lastProposal(declining))?.answer]).toEqual(['Declined', 'TakenBack']);
    expect(await stand(declining)).toEqual(before);
    expect(await told(declining.bookingId)).toEqual(['bookingDateProposed', 'bookingDateProposed', 'bookingDateKept']);
    expect((await bookingOf(declining))['dateProposal']).toBeNull();
  });

  it('lapses when nobody answers in time, and the date stays', async () => {
    const booked = await givenProposed();
    const before = await stand(booked);
    await query(`update booking_date_proposal set answer_by = '2026-11-20T04:05:00Z' where id = $1`, [
      booked.proposalId,
    ]);
    await desk.moveTo('2026-11-20T04:04:50.000Z');
    await work();
    const early = await lastProposal(booked);
    await desk.moveTo('2026-11-20T04:05:00.000Z');
    const late = await answer(booked, true);
    await work();

    expect([early?.answer, (await lastProposal(booked))?.answer]).toEqual([null, 'Lapsed']);
    expect(late.body).toMatchObject({ code: 'ILLEGAL_STATE' });
    expect(await stand(booked)).toEqual(before);
    expect(await told(booked.bookingId)).toEqual(['bookingDateProposed', 'bookingDateKept']);
  });

  it('lapses although another one cannot', async () => {
    const [broken, other] = [await givenProposed(), await givenProposed()];
    await query(`update booking_date_proposal set answer_by = '2026-11-20T04:05:00Z' where answer is null`, []);
    await desk.moveTo('2026-11-20T04:05:00.000Z');

    const error = await whilePoisoned({ table: 'booking_date_proposal', ids: [broken.proposalId] }, work);
    const [left, lapsed] = [await lastProposal(broken), await lastProposal(other)];
    await work();

    expect(String(error)).toContain('poisoned');
    expect([left?.answer, lapsed?.answer]).toEqual([null, 'Lapsed']);
    expect((await lastProposal(broken))?.answer).toBe('Lapsed');
  });

  it('is nobody else’s to answer and no other office’s to propose', async () => {
    const booked = await givenProposed();
    const stranger = await givenSignedIn(desk.server.url);
    const other = await givenPaid();
    const elsewhere = { ...booked, officer: other.officer };
    const { version } = await shownTo(booked);
    const params = { id: booked.bookingId };
    const reader = await givenStaff(desk.server.consoleUrl, {
      roles: ['supportAgent'],
      offices: [booked.product.officeId],
    });

    const answered = await answer({ ...booked, browser: stranger }, true);
    const crossed = await answer({ ...other, proposalId: booked.proposalId }, true);
    const taken = await askStaff(elsewhere.officer, 'bookings.takeBackDate', { params, body: { version } });
    const read = await askStaff(reader, 'bookings.takeBackDate', { params, body: { version } });

    expect([answered.status, crossed.status, taken.status, read.status]).toEqual([404, 412, 404, 403]);
    expect((await lastProposal(booked))?.answer).toBeNull();
  });

  it('is answered once: of two at the same time one holds', async () => {
    const booked = await givenProposed();

    const answers = await Promise.all([answer(booked, true), answer(booked, false)]);

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412]);
    const isAgreed = answers[0].status === 200;
    expect((await lastProposal(booked))?.answer).toBe(isAgreed ? 'Agreed' : 'Declined');
    expect((await stand(booked)).map(({ day }) => day)).toEqual(Array(2).fill(isAgreed ? newDate : examDate));
  });

  it('is not agreed to, nor shown, once one of the exams was cancelled meanwhile', async () => {
    const booked = await givenProposed();
    const exams = await ask(booked.browser, 'booking.applications', { params: { id: booked.bookingId } });
    const [{ applicationId }] = JSON.parse(exams.text);
    const query = { applicationId };
    const quote = await ask(booked.browser, 'application.cancellationQuote', { params: { id: applicationId } });
    const asked = await ask(booked.browser, 'application.requestCancellation', {
      query,
      body: { reason: 'We cannot come on that day.', expectedAmount: quote.body['amount'], documentIds: [] },
    });
    const before = await stand(booked);

    const agreed = await answer(booked, true);

    expect(asked.status, asked.text).toBe(200);
    expect(before.map(({ status }) => status)).toContain('RegisteredCancellationRequested');
    expect(agreed.body).toMatchObject({ code: 'ILLEGAL_STATE' });
    expect(await stand(booked)).toEqual(before);
    expect((await bookingOf(booked))['dateProposal']).toBeNull();
  });

  it('is refused where the day cannot be, and while another is open', async () => {
    const booked = await givenPaid();
    await query(
      `insert into service_range (id, office_id, from_date, to_date, is_open, created_by, created_at)
       values (gen_random_uuid(), $1, '2026-12-29', '2026-12-29', false, 'Staff', app_now())`,
      [booked.product.officeId],
    );
    const field = async (change: (exam: MovableExam, at: number) => object) => {
      const { body } = await propose(booked, change);
      return Object.entries((body['fields'] ?? {}) as Record<string, { code?: string }>).map(
        ([name, said]) => `${name} ${typeof said === 'string' ? said : JSON.stringify(said)}`,
      );
    };

    expect((await field(() => ({ examDate: '2026-11-19' })))[0]).toContain('past');
    expect((await field(() => ({ examDate: '2026-12-29' })))[0]).toContain('cannot be booked');
    expect((await field(() => ({ examDate: '2026-11-23' })))[0]).toContain('no time left');
    // Three months ahead at most; the first day after that is an ordinary Monday.
    expect((await field(() => ({ examDate: '2027-02-22' })))[0]).toContain('cannot be booked');
    expect((await field(() => ({ examDate })))[0]).toContain('already');
    expect((await field(() => ({ startTime: '09:00', endTime: '11:00' }))).length).toBe(2);
    expect((await field((_, at) => (at === 0 ? { endTime: '08:00' } : {})))[0]).toContain('papers.0.endTime');
    expect((await propose(booked)).status).toBe(200);
    expect((await shownTo(booked))['movableExams']).toEqual([]);
    expect((await propose(booked)).status).not.toBe(200);
  });

  it('may be earlier than the one there is [9.7]', async () => {
    const booked = await givenPaid();
    const made = await proposeDate(booked, '2026-12-09');
    const { dateProposal } = await bookingOf(booked);

    const agreed = await answer({ ...booked, proposalId: (dateProposal as { id: string }).id }, true);

    expect([made.status, agreed.status]).toEqual([200, 200]);
    expect((await stand(booked)).map(({ day }) => day)).toEqual(['2026-12-09', '2026-12-09']);
  });

  it('says before it is agreed to that a child is too young to leave alone on that day [R-30 R-31]', async () => {
    const young = '2026-12-21';
    const before = async (dob: string) => {
      const booked = await givenPaid();
      await query('update application set leave_alone = true where booking_id = $1', [booked.bookingId]);
      for (const { id } of await query('select id from application where booking_id = $1', [booked.bookingId]))
        await givenBirth('application', String(id), dob);
      const made = await proposeDate(booked, young);
      const { dateProposal } = await bookingOf(booked);
      return [made.status, (dateProposal as { isLeaveReset: boolean }).isLeaveReset];
    };

    // Eleven on the day they have, ten on the one proposed; and eleven on both.
    expect(await before('2015-12-22')).toEqual([200, true]);
    expect(await before('2015-12-21')).toEqual([200, false]);
  });

  it('keeps the room of the new time for the family until it answers [C38]', async () => {
    const booked = await givenProposed();
    const room = { venueId: booked.product.venueId, place: 'Room 3', testDate: newDate };
    const rival = await givenConfirmed(desk);
    await query('update booking set office_id = $1 where id = $2', [booked.product.officeId, rival.bookingId]);
    const cityId = booked.product.cityId;
    const wish = { arrangement: arrangement(rival.product, { papers: [paper(rival.product, { ...room, cityId })] }) };
    const officer = booked.officer;

    const refused = await act({ ...rival, officer }, 'update', {
      arrangement: { ...wish.arrangement, papers: [paper(rival.product, { ...room, cityId, place: 'room3' })] },
    });
    await answer(booked, false);
    const given = await act({ ...rival, officer }, 'update', wish);

    expect(refused.body).toMatchObject({ code: 'SLOT_TAKEN' });
    expect(given.text).toContain(newDate);
  });
});
