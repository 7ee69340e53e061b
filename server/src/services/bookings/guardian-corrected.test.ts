import { describe, expect, it } from 'vitest';
import { consentVersion, statementsForLeave } from '@exam/contract/rules';
import { staffRoutes as correctionRoutes } from '#desk/registrations';
import { guardianWaits, leavingDoubted } from '#people/guardians';
import { randomDigits } from '#platform/chance';
import { databasePool, reading } from '#platform/database';
import { locksAwaited } from '#platform/testing/database';
import { createBrowser } from '#testing/app';
import { blindIndex, seal, unseal } from '#platform/vault';
import { routes as guardianRoutes } from '#privacy/rights';
import { ask, askStaff, givenSignedIn, givenStaff, rowsOf } from '#testing';
import {
  act,
  answerDate,
  arrangement,
  bookingOf,
  givenMinor,
  givenProduct,
  paper,
  proposeDate,
  request,
  startPaying,
  useDesk,
  work,
} from '#testing/bookings-desk';

const desk = useDesk({ routes: guardianRoutes, staffRoutes: correctionRoutes });

const leaveConsents = statementsForLeave('LeavesAlone').map((statementId) => ({
  statementId,
  version: consentVersion,
}));

/** The links that are out to guardians about a booking, by number. */
async function toldOf(bookingId: string): Promise<{ recipient: string; token: string }[]> {
  await work();
  const rows = await rowsOf(
    `select message.id, recipient_sealed as recipient, values_sealed as values
     from guardian_case known join guardian_answer answer on answer.case_id = known.id
     join message on message.id = answer.message_id
     where known.sitting = $1 and message.kind in ('guardianNotice', 'guardianReplaced') order by answer.at`,
    [bookingId],
  );
  return rows.map(({ id, recipient, values }) => {
    const open = (sealed: unknown, column: string) =>
      unseal(sealed as Buffer, { table: 'message', row: String(id), column });
    return { recipient: open(recipient, 'recipient'), token: String(JSON.parse(open(values, 'values')).token) };
  });
}

/** Lets this much time have passed since guardians were asked and told. */
const letPass = (time: string) => databasePool().query('update guardian_answer set at = at - $1::interval', [time]);

/** What the holder of a link may do. */
const show = (token: string) => ask(createBrowser(desk.server.url), 'guardian.notice', { params: { token } });
const agreeToLeaving = async (token: string) =>
  await ask(createBrowser(desk.server.url), 'guardian.agree', {
    params: { token },
    body: { subject: (await show(token)).body['subject'], version: consentVersion, isLeavingAgreed: true },
  });

/** A paid booking of two exams of a child of twelve whose guardian has another number than the account. */
async function givenBooked() {
  const product = await givenProduct();
  const browser = await givenSignedIn(desk.server.url);
  const officer = await givenStaff(desk.server.consoleUrl, { roles: ['examOfficer'], offices: [product.officeId] });
  const mobile = `137${randomDigits(8)}`;
  const candidateId = await givenMinor(browser, mobile);
  const asked = await ask(browser, 'booking.submit', { body: request(product, candidateId, { leaveAlone: false }) });
  const bookingId = String(asked.body['bookingId']);
  const papers = [paper(product), paper(product, { subject: 'PHYS1002', startTime: '13:00', endTime: '15:00' })];
  const confirmed = await act({ officer, bookingId }, 'confirm', { arrangement: arrangement(product, { papers }) });
  expect(confirmed.status, confirmed.text).toBe(200);
  const { tradeNo } = await startPaying({ browser, officer, product, bookingId });
  await desk.bank.settle(tradeNo, 'paid');
  await work();
  const exams = await rowsOf('select id from application where booking_id = $1 order by code', [bookingId]);
  const [first = '', second = ''] = exams.map(({ id }) => String(id));
  const [link] = await toldOf(bookingId);
  return { browser, officer, mobile, bookingId, first, second, token: link?.token ?? '' };
}

type Booked = Awaited<ReturnType<typeof givenBooked>>;

const leaveAlone = ({ browser }: Booked, applicationId: string) =>
  ask(browser, 'application.changePickup', { body: { applicationId, leaveAlone: true, consents: leaveConsents } });

const correct = ({ officer }: Booked, id: string, mobile: string) =>
  askStaff(officer, 'applications.correct', {
    params: { id },
    body: {
      version: 1,
      changes: { guardian: { name: '李梅', idType: 'IDCard', idNo: '330106198001014225', type: 'Mother', mobile } },
      reason: 'the mother is the guardian',
    },
  });

/** For both exams, whether it is in doubt that the child leaves alone, and whether a guardian is waited for. */
const seen = async ({ first, second }: Booked) =>
  await reading(async (tx) => {
    const [doubted, waits] = [await leavingDoubted(tx, [first, second]), await guardianWaits(tx, [first, second])];
    return [first, second].map((id) => [doubted.has(id) ? 'doubted' : 'certain', waits.has(id) ? 'waits' : 'goes on']);
  });

describe('a booking whose guardian is corrected for one exam alone', () => {
  it('has the new guardian asked about that exam, and the old one about the other [R-27 PIPL-31]', async () => {
    const booked = await givenBooked();
    const mother = `139${randomDigits(8)}`;
    await leaveAlone(booked, booked.first);
    await agreeToLeaving(booked.token);
    const before = await seen(booked);

    const corrected = await correct(booked, booked.first, mother);
    const meanwhile = await seen(booked);
    const told = (await toldOf(booked.bookingId)).filter(({ recipient }) => recipient === mother);
    // The father may still speak for the other exam, by the link that tells him of the mother.
    const [father] = (await toldOf(booked.bookingId)).filter(({ recipient }) => recipient === booked.mobile).reverse();
    await leaveAlone(booked, booked.second);
    const late = await agreeToLeaving(father?.token ?? '');
    const still = await seen(booked);
    await agreeToLeaving(told[0]?.token ?? '');
    const agreed = await seen(booked);
    await letPass('73 hours');

    expect([before, corrected.status, meanwhile]).toEqual([
      [
        ['certain', 'goes on'],
        ['certain', 'goes on'],
      ],
      200,
      [
        ['doubted', 'waits'],
        ['certain', 'goes on'],
      ],
    ]);
    expect(told.map(({ recipient }) => recipient)).toEqual([mother]);
    expect([late.status, still]).toEqual([
      200,
      [
        ['doubted', 'waits'],
        ['certain', 'goes on'],
      ],
    ]);
    // He has three days to object to her.
    expect(agreed).toEqual([
      ['certain', 'waits'],
      ['certain', 'goes on'],
    ]);
    expect(await seen(booked)).toEqual([
      ['certain', 'goes on'],
      ['certain', 'goes on'],
    ]);
  });

  it('waits for the one before there where the new number is the account’s own: the holder’s tick counts for leaving [R-27 PIPL-31]', async () => {
    const booked = await givenBooked();

    const corrected = await correct(booked, booked.first, booked.browser.phone);
    await leaveAlone(booked, booked.first);
    const chosen = await seen(booked);
    const [link] = (await toldOf(booked.bookingId)).reverse();
    const shown = await show(link?.token ?? '');
    await letPass('73 hours');
    const later = await seen(booked);

    expect([corrected.status, chosen, later]).toEqual([
      200,
      [
        ['certain', 'waits'],
        ['certain', 'waits'],
      ],
      [
        ['certain', 'goes on'],
        ['certain', 'waits'],
      ],
    ]);
    // Who was the guardian of all of it is asked about what is left alone.
    expect(shown.body).toMatchObject({ leaving: null });
  });
});

describe('a booking whose guardian agreed that the child leaves alone', () => {
  it('has that taken back while the guardian agrees once more [PIPL-15 R-27]', async () => {
    const booked = await givenBooked();
    await leaveAlone(booked, booked.first);
    await agreeToLeaving(booked.token);
    const [given] = await rowsOf(`select id from consent where booking_id = $1 and statement_id = 'guardianLeaving'`, [
      booked.bookingId,
    ]);
    // Only a guardian takes back what they agreed to: the number is the account's own by now.
    const { accountId } = booked.browser;
    await databasePool().query('update account set phone_key = $2, phone_sealed = $3 where id = $1', [
      accountId,
      blindIndex('account.phone', booked.mobile),
      seal(booked.mobile, { table: 'account', row: accountId, column: 'phone' }),
    ]);
    const holder = await databasePool().connect();
    await holder.query('begin');
    await holder.query('select from application where id = $1 for update', [booked.first]);

    const agreeing = agreeToLeaving(booked.token);
    await expect.poll(locksAwaited).toBe(1);
    const withdrawing = ask(booked.browser, 'consent.withdraw', { params: { id: String(given?.['id']) } });
    await expect.poll(locksAwaited).toBe(2);
    await holder.query('commit');
    holder.release();

    expect([(await agreeing).status, (await withdrawing).status]).toEqual([200, 200]);
    expect(await seen(booked)).toEqual([
      ['doubted', 'goes on'],
      ['certain', 'goes on'],
    ]);
  });
});

describe('a booking that is out of use', () => {
  it('is shown to nobody by its link, nor is any other [PIPL-47 PIPL-31]', async () => {
    const booked = await givenBooked();
    const before = (await show(booked.token)).status;
    await databasePool().query('update booking set restricted_at = app_now() where id = $1', [booked.bookingId]);
    await databasePool().query(
      'update application set restricted_at = app_now(), deleted_at = app_now() where booking_id = $1',
      [booked.bookingId],
    );

    expect([before, (await show(booked.token)).status]).toEqual([200, 404]);
  });
});

describe('a booking that moves to another day', () => {
  it('is answered for until the last of its exams begins then [PIPL-31 9.7]', async () => {
    const booked = await givenBooked();
    await proposeDate(booked, '2026-12-28');
    const { dateProposal } = await bookingOf(booked);

    const moved = await answerDate(booked, (dateProposal as { id: string }).id, true);

    expect([moved.status, (await show(booked.token)).body['until']]).toEqual([200, '2026-12-28T05:00:00.000Z']);
  });
});
