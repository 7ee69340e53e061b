import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount, tasks } from '#people/accounts';
import { routes as candidateRoutes } from '#people/candidates';
import { routes as draftRoutes } from '#people/drafts';
import { routes as orderRoutes } from '#checkout/orders';
import { randomDigits, randomId } from '#platform/chance';
import { setClockOffset } from '#platform/clock';
import { databasePool, inTransaction, reading } from '#platform/database';
import { createBrowser } from '#testing/app';
import { ask, givenAccount, givenCartLine, givenExam, givenSignedIn, openTestServer, testPassword } from '#testing';
import type { SignedIn, TestServer } from '#testing';
import { routes } from './index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer([...routes, ...orderRoutes, ...candidateRoutes, ...draftRoutes]);
});
afterAll(() => server.close());

const total = 150_000;
const blockersOf = async (browser: SignedIn) => (await ask(browser, 'user.closingBlockers')).body;
const close = (browser: SignedIn) => ask(browser, 'user.closeAccount');
const meddle = (text: string, values: unknown[]) => databasePool().query(text, values);

function enter(phone: string, password = testPassword) {
  const headers = { 'x-forwarded-for': `10.9.${randomDigits(2)}.${randomDigits(2)}` };
  const body = { loginType: 'Password', mobileOrEmail: phone, password };
  return ask(createBrowser(server.url), 'user.signIn', { body, headers });
}

async function givenOrder(browser: SignedIn) {
  const exam = await givenExam();
  const applicationId = await givenCartLine(browser.accountId, exam);
  const { body } = await ask(browser, 'order.place', {
    body: { applicationIds: [applicationId], totalPayAmount: total },
  });
  return { orderId: String(body['id']), applicationId, exam };
}

const liveStatuses = ['Initiated', 'Drafted', 'Confirming', 'Processing'];

/** A booking of the account's first candidate, as asking for it would leave it. */
async function givenBooking(browser: SignedIn): Promise<string> {
  const person = { idType: 'Passport', idNo: `E${randomDigits(8)}`, lastName: 'LI', firstName: 'SI' };
  await ask(browser, 'candidate.add', { body: { ...person, gender: 'Male', dob: '1990-03-07' } });
  await givenExam();
  const id = randomId();
  await meddle(
    `insert into booking (id, account_id, code, status, product_id, office_id, expected_date, expected_month, candidate_id,
       person_key, id_type, id_no_sealed, first_name, last_name, birth_year, steps_sealed, submitted_at)
     select $1, account_id, $2, 'Initiated', (select id from product limit 1), (select id from office limit 1), '2026-12-20',
       '2026-12', id, person_key, id_type, id_no_sealed, first_name, last_name, birth_year, id_no_sealed, app_now()
     from candidate where account_id = $3`,
    [id, `B${randomDigits(10)}`, browser.accountId],
  );
  return id;
}

/** As a payment would leave it. */
async function markPaid({ orderId, applicationId }: { orderId: string; applicationId: string }): Promise<void> {
  await meddle(`update exam_order set status = 'PaymentSuccessful' where id = $1`, [orderId]);
  await meddle(`update application set status = 'Registered', registered_at = app_now() where id = $1`, [
    applicationId,
  ]);
}

describe('an account that is to be closed', () => {
  it('is kept while an order waits, an exam lies ahead, a refund is open or a booking runs, with the number of each [R-25 call:user.closingBlockers]', async () => {
    const browser = await givenSignedIn(server.url);
    const paid = await givenOrder(browser);
    await markPaid(paid);
    await givenOrder(browser);
    await givenOrder(browser);
    await meddle(
      `insert into refund (id, order_id, application_id, serial_number, status, cause, policy_row, amount, submitted_at)
       values ($1, $2, $3, $4, 'Processing', 'latePayment', 'x', 100, app_now())`,
      [randomId(), paid.orderId, paid.applicationId, randomDigits(12)],
    );

    const found = await blockersOf(browser);
    const refused = await close(browser);

    const blockers = [
      { kind: 'UnpaidOrder', count: 2 },
      // Seats that are held for an unpaid order lie ahead as well.
      { kind: 'UpcomingExam', count: 3 },
      { kind: 'OpenRefund', count: 1 },
    ];
    expect(found).toEqual({ isClosable: false, blockers });
    expect([refused.status, refused.body['code'], refused.body['details']]).toEqual([
      412,
      'ACCOUNT_NOT_CLOSABLE',
      { blockers },
    ]);
    expect((await ask(browser, 'user.current')).body['id']).toBe(browser.accountId);
  });

  it('is kept while a booking is asked for, priced or being paid, and not for one that is over [R-25 9.3]', async () => {
    const browser = await givenSignedIn(server.url);
    const bookingId = await givenBooking(browser);
    const found: unknown[] = [];
    for (const status of [...liveStatuses, 'Completed', 'CancelledBeforeArrangement', 'WithdrawnBeforeArrangement']) {
      await meddle('update booking set status = $2 where id = $1', [bookingId, status]);
      found.push((await blockersOf(browser))['blockers']);
    }

    const live = liveStatuses.map(() => [{ kind: 'OpenBooking', count: 1 }]);
    expect(found).toEqual([...live, [], [], []]);
  });

  it('may go when its exams are over and its refunds done [R-25]', async () => {
    const browser = await givenSignedIn(server.url);
    const paid = await givenOrder(browser);
    await markPaid(paid);
    await meddle(`update application set status = 'Cancelled' where id = $1`, [paid.applicationId]);

    expect(await blockersOf(browser)).toEqual({ isClosable: true, blockers: [] });
    expect((await close(browser)).status).toBe(204);
  });

  it('needs a fresh proof of identity [R-25 T5]', async () => {
    const browser = await givenSignedIn(server.url);

    await setClockOffset(6 * 60);
    const { status, body } = await close(browser);
    await setClockOffset(0);

    expect([status, body['code']]).toEqual([403, 'REAUTH']);
    expect((await enter(browser.phone)).status).toBe(200);
  });
});

describe('a closed account', () => {
  it('ends every session, and signing in answers as for an unknown one [R-25 T4 call:user.closeAccount ASVS-7.4.2]', async () => {
    const email = `closing.${randomDigits(8)}@example.com`;
    const browser = await givenSignedIn(server.url, { email });
    const tablet = createBrowser(server.url);
    await ask(tablet, 'user.signIn', {
      body: { loginType: 'Password', mobileOrEmail: browser.phone, password: testPassword },
      headers: { 'x-forwarded-for': '10.8.8.8' },
    });

    expect((await close(browser)).status).toBe(204);

    const open = await databasePool().query(
      'select 1 from account_session where account_id = $1 and ended_at is null',
      [browser.accountId],
    );
    expect(open.rowCount).toBe(0);
    expect((await ask(browser, 'user.isEmailBound')).status).toBe(401);
    expect((await ask(tablet, 'user.isEmailBound')).status).toBe(401);
    const known = await enter(browser.phone);
    const unknown = await enter(`138${randomDigits(8)}`);
    const strip = ({ status, body }: typeof known) => ({ status, ...body, requestId: '' });
    expect(strip(known)).toEqual(strip(unknown));
    expect((await enter(email)).status).toBe(unknown.status);
  });

  it('tells its owner by phone and by mail [R-25]', async () => {
    const browser = await givenSignedIn(server.url, { email: `told.${randomDigits(8)}@example.com` });

    await close(browser);

    const told = await reading((tx) =>
      tx.selectFrom('message').select(['kind', 'channel']).where('account_id', '=', browser.accountId).execute(),
    );
    const closed = told.filter(({ kind }) => kind === 'accountClosed');
    expect(closed.map(({ channel }) => channel).toSorted()).toEqual(['mail', 'sms']);
  });

  it('keeps hashes of number and address until the end of a day, which no message tells the instant of [R-25 T31]', async () => {
    const browser = await givenSignedIn(server.url);
    await close(browser);

    const { rows } = await databasePool().query<{ hour: string }>(
      `select to_char(free_at at time zone 'Asia/Shanghai', 'HH24:MI:SS.MS') as hour from kept_contact`,
    );

    expect([...new Set(rows.map(({ hour }) => hour))]).toEqual(['00:00:00.000']);
  });

  it('leaves its number and its address taken for ninety days, then free for a new account that has nothing of the old one [R-25]', async () => {
    const email = `again.${randomDigits(8)}@example.com`;
    const browser = await givenSignedIn(server.url, { email });
    const person = { idType: 'Passport', idNo: `E${randomDigits(8)}`, lastName: 'LI', firstName: 'SI' };
    await ask(browser, 'candidate.add', { body: { ...person, gender: 'Male', dob: '1990-03-07' } });
    await ask(browser, 'draft.save', { params: { kind: 'public' }, body: { json: '{}' } });
    await close(browser);
    const create = (phone: string, address: string | null) =>
      inTransaction((tx) =>
        createAccount(tx, {
          phone,
          email: address,
          passwordHash: null,
          dateOfBirth: null,
          language: 'en',
          termsVersion: null,
        }),
      );
    const day = 24 * 3600;

    await setClockOffset(90 * day - 60);
    const early = [await create(browser.phone, null), await create(`135${randomDigits(8)}`, email.toUpperCase())];
    const { rows: kept } = await databasePool().query('select kept_contact::text as row from kept_contact');
    // They are free at the end of the day: its instant is that of no message.
    await setClockOffset(91 * day + 60);
    const { id } = await givenAccount({ phone: browser.phone, email });
    const again = await enter(browser.phone);
    await tasks['accounts.forget']();
    const { rowCount: left } = await databasePool().query('select 1 from kept_contact where free_at <= app_now()');
    await setClockOffset(0);

    expect([early, left]).toEqual([[null, null], 0]);
    expect(JSON.stringify(kept)).not.toMatch(new RegExp(`${browser.phone}|${browser.accountId}|again`));

    expect(id).not.toBe(browser.accountId);
    expect(again.status).toBe(200);
  });

  it('keeps what has to be kept and forgets the rest [R-25 ASVS-14.2.7]', async () => {
    const browser = await givenSignedIn(server.url, { email: `kept.${randomDigits(8)}@example.com` });
    const paid = await givenOrder(browser);
    await markPaid(paid);
    await meddle(`update application set status = 'Cancelled' where id = $1`, [paid.applicationId]);
    const waiting = await givenCartLine(browser.accountId, paid.exam);
    await ask(browser, 'draft.save', { params: { kind: 'public' }, body: { json: '{}' } });

    await close(browser);

    const { rows } = await reading((tx) =>
      sql<Record<string, unknown>>`select status, closed_at is not null as is_closed, terms_version,
        coalesce(phone_sealed, email_sealed, phone_key, email_key) as contact, password_hash, date_of_birth_sealed,
        (select count(*)::int from exam_order where account_id = account.id) as orders,
        (select count(*)::int from application where id = ${paid.applicationId} and deleted_at is null) as registered,
        (select count(*)::int from application where id = ${waiting} and deleted_at is null) as in_cart,
        (select count(*)::int from candidate where account_id = account.id and deleted_at is null) as candidates,
        (select count(*)::int from wizard_draft where account_id = account.id) as drafts,
        (select count(*)::int from candidate where account_id = account.id and anonymised_at is null) as named,
        (select count(*)::int from application where account_id = account.id and anonymised_at is null) as named_lines
        from account where id = ${browser.accountId}`.execute(tx),
    );
    expect(rows).toEqual([
      {
        status: 'Closed',
        is_closed: true,
        terms_version: 'test',
        contact: null,
        password_hash: null,
        date_of_birth_sealed: null,
        orders: 1,
        registered: 1,
        in_cart: 0,
        candidates: 0,
        drafts: 0,
        // The one whose exam was cancelled: its record has to be kept.
        named: 1,
        named_lines: 1,
      },
    ]);
  });
});
