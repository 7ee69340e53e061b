import { addDays, addMinutes, instantOf } from '@exam/contract/rules';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setClockOffset } from '#platform/clock';
import { inTransaction } from '#platform/database';
import { theSystem } from '#platform/transition';
import { type ReadEntry, readByIcalJs, readByNodeIcal } from '#given/platform/read-calendar';
import { withdrawApplications } from '#services/cancellations';
import { type Answer, createBrowser } from '#testing/app';
import { ask, askStaff, givenSignedIn, givenStaff, givenVenue, rowsOf, type SignedIn } from '#testing';
import { addToCart, type CartLine, meddle, openWorld, payOrder, placeOrder, type World } from './world.testing.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
afterEach(() => setClockOffset(0));

async function givenPaid(browser: SignedIn): Promise<CartLine> {
  const line = await addToCart(browser);
  await payOrder(browser, world.bank, await placeOrder(browser, line));
  return line;
}

async function turnOn(browser: SignedIn): Promise<string> {
  return String((await ask(browser, 'calendar.make')).body['address']);
}

/** What an app reads: it brings no cookie. */
async function read(address: string, headers: Record<string, string> = {}): Promise<Answer> {
  return await createBrowser(world.url).send('GET', new URL(address).pathname, { headers });
}

/** The entries, of which two parsers tell the same. */
async function entriesAt(address: string): Promise<ReadEntry[]> {
  const { status, text } = await read(address);
  expect(status, text).toBe(200);
  const entries = readByIcalJs(text);
  expect(readByNodeIcal(text)).toEqual(entries);
  return entries;
}

const kindOf = ({ uid }: ReadEntry) => /-(exam|report|cancel|pay)[-@]/.exec(uid)?.[1];
const ofKind = (entries: readonly ReadEntry[], kind: string) => entries.filter((entry) => kindOf(entry) === kind);
const kindsOf = (entries: readonly ReadEntry[]) =>
  entries.map((entry) => kindOf(entry)).toSorted((a = '', b = '') => a.localeCompare(b));

/** When an exam begins and ends, and the day of it. */
async function timesOf({ applicationId }: CartLine) {
  const [row] = await rowsOf<{ date: string; start: string; end: string }>(
    `select exam_date::text as date, start_time as start, end_time as "end" from application_summary where application_id = $1`,
    [applicationId],
  );
  const { date = '', start = '', end = '' } = row ?? {};
  return { date, startsAt: instantOf(date, start), endsAt: instantOf(date, end) };
}

describe('the calendar of an account', () => {
  it('has its exam, when to report, until when to cancel and to pay, and nothing of anybody else [R-97 R-72 T8 call:GET /api/calendar/{token}/dates.ics]', async () => {
    const [mine, theirs] = [await givenSignedIn(world.url), await givenSignedIn(world.url)];
    const paid = await givenPaid(mine);
    const unpaid = await addToCart(mine);
    const orderId = await placeOrder(mine, unpaid);
    const other = await givenPaid(theirs);

    const entries = await entriesAt(await turnOn(mine));
    const others = await entriesAt(await turnOn(theirs));

    const { startsAt, endsAt } = await timesOf(paid);
    const [order] = await rowsOf<{ payment_end_at: string }>('select payment_end_at from exam_order where id = $1', [
      orderId,
    ]);
    expect(kindsOf(entries)).toEqual(['cancel', 'exam', 'pay', 'report']);
    expect(ofKind(entries, 'exam')).toMatchObject([{ startsAt, endsAt, sequence: 0 }]);
    expect(ofKind(entries, 'exam')[0]?.uid).toContain(paid.applicationId);
    expect(ofKind(entries, 'report')).toMatchObject([{ startsAt: addMinutes(startsAt, -30), endsAt: startsAt }]);
    expect(ofKind(entries, 'pay').map(({ endsAt }) => endsAt.slice(0, 19))).toEqual([
      order?.payment_end_at.slice(0, 19),
    ]);
    const quote = (await ask(mine, 'application.cancellationQuote', { params: { id: paid.applicationId } })).body;
    expect(ofKind(entries, 'cancel').map(({ endsAt }) => endsAt.slice(0, 19))).toEqual([
      String(quote['holdsUntil']).slice(0, 19),
    ]);
    expect(kindsOf(others)).toEqual(['cancel', 'exam', 'report']);
    expect(ofKind(others, 'exam')[0]?.uid).toContain(other.applicationId);
  });

  it('names a candidate by the family name and a letter, and says no venue, number, guardian or sum [T31 PIPL-28]', async () => {
    const browser = await givenSignedIn(world.url);
    const line = await addToCart(browser, { kind: 'child' });
    await payOrder(browser, world.bank, await placeOrder(browser, line));
    await givenVenue(line.exam.sessionId);

    const address = await turnOn(browser);
    const text = JSON.stringify(await entriesAt(address));

    const [row] = await rowsOf<{ code: string }>('select code from application where id = $1', [line.applicationId]);
    expect(text).toContain('ZHANG S***');
    for (const secret of ['SAN', '王建国', row!.code, '考试中心', 'Test Centre', '1500', '1,500', browser.phone])
      expect(text).not.toContain(secret);
  });

  it('is written in the language of the account, English or Chinese', async () => {
    const browser = await givenSignedIn(world.url);
    await givenPaid(browser);
    const address = await turnOn(browser);
    const english = await entriesAt(address);

    await meddle(`update account set message_language = 'Chinese' where id = $1`, [browser.accountId]);
    const chinese = await entriesAt(address);

    expect(ofKind(english, 'report')[0]?.title).toMatch(/^Report by \d\d:\d\d: Exam: .*\(ZHANG S\*\*\*\)$/);
    expect(ofKind(chinese, 'report')[0]?.title).toMatch(/^\d\d:\d\d 前报到：考试：.*（ZHANG S\*\*\*）$/);
    expect(ofKind(english, 'cancel')[0]?.title).toMatch(/^Cancel by /);
    expect(ofKind(chinese, 'cancel')[0]?.title).toMatch(/前取消退款最多：/);
  });

  it('is a calendar to apps and kept by nobody between; an app that has it is told so [ASVS-14.2.2]', async () => {
    const browser = await givenSignedIn(world.url);
    await givenPaid(browser);
    const address = await turnOn(browser);

    const first = await read(address);
    const tag = first.headers.get('etag') ?? '';
    const again = await read(address, { 'if-none-match': tag });

    expect(first.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    expect(first.headers.get('referrer-policy')).toBe('same-origin');
    expect(first.headers.get('set-cookie')).toBeNull();
    expect([again.status, again.text]).toEqual([304, '']);
    await givenPaid(browser);
    expect((await read(address, { 'if-none-match': tag })).status).toBe(200);
  });

  it('moves an exam with its session, under the same name and with a higher sequence, and drops one that is withdrawn [9.7 R-53]', async () => {
    const browser = await givenSignedIn(world.url);
    const [moved, withdrawn] = [await givenPaid(browser), await givenPaid(browser)];
    await givenVenue(moved.exam.sessionId);
    const address = await turnOn(browser);
    const before = ofKind(await entriesAt(address), 'exam');
    const officer = await givenStaff(world.consoleUrl, { roles: ['examOfficer'] });
    const examDate = addDays((await timesOf(moved)).date, 14);
    const [{ version } = { version: 0 }] = await rowsOf<{ version: number }>(
      'select version from exam_session where id = $1',
      [moved.exam.sessionId],
    );

    await askStaff(officer, 'sessions.move', {
      params: { id: moved.exam.sessionId },
      body: { version, reason: 'the school needs its hall on that day', examDate },
    });
    await inTransaction((tx) =>
      withdrawApplications(tx, theSystem, {
        ids: [withdrawn.applicationId],
        reason: 'The venue is flooded.',
        refund: 'everything',
      }),
    );
    const after = ofKind(await entriesAt(address), 'exam');

    expect(before).toHaveLength(2);
    const was = before.find(({ uid }) => uid.includes(moved.applicationId));
    expect(after.map(({ uid, sequence }) => ({ uid, sequence }))).toEqual([
      { uid: was?.uid, sequence: (was?.sequence ?? 0) + 1 },
    ]);
    expect(after[0]?.startsAt.slice(0, 10)).toBe(examDate);
  });
});

describe('the address of a calendar', () => {
  it('stops at once when a new one is made, and when it is turned off; nobody can tell either from one that never was [T5 T12 call:POST /api/user/calendar call:POST /api/user/calendar/end call:GET /api/user/calendar]', async () => {
    const browser = await givenSignedIn(world.url);
    const old = await turnOn(browser);
    const before = await read(old);

    const renewed = await turnOn(browser);
    const replaced = await read(old);
    const on = [(await read(renewed)).status, (await ask(browser, 'calendar.state')).body];
    await ask(browser, 'calendar.end');
    const ended = await read(renewed);
    const never = await read(old.replace(/[^/]+(?=\/dates)/, 'A'.repeat(43)));

    const told = ({ status, text }: Answer) => [status, (JSON.parse(text) as { code: string }).code];
    expect(before.status).toBe(200);
    expect(new URL(old).pathname.split('/')[3]).toMatch(/^[\w-]{43}$/);
    expect(on).toEqual([200, { createdAt: expect.any(String) as unknown }]);
    expect([told(replaced), told(ended), told(never)]).toEqual(Array.from({ length: 3 }, () => [404, 'NOT_FOUND']));
    expect((await ask(browser, 'calendar.state')).body).toEqual({ createdAt: null });
  });

  it('has one address however often it is made at once: that of the last, and none of the others [R-97 T12]', async () => {
    const browser = await givenSignedIn(world.url);

    const made = await Promise.all(Array.from({ length: 8 }, () => ask(browser, 'calendar.make')));
    const addresses = made.map(({ body }) => String(body['address']));
    const open = await Promise.all(addresses.map(async (address) => (await read(address)).status));
    const known = await rowsOf('select from calendar_address where account_id = $1', [browser.accountId]);

    expect([...new Set(made.map(({ status }) => status))]).toEqual([200]);
    expect(open.toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 7 }, () => 404)]);
    expect(known).toHaveLength(1);
  });

  it('has none once its account is closed, also where both are pressed at once [R-25 PIPL-47]', async () => {
    for (let round = 0; round < 5; round += 1) {
      const browser = await givenSignedIn(world.url);
      const [made, closed] = await Promise.all([ask(browser, 'calendar.make'), ask(browser, 'user.closeAccount')]);
      const left = await rowsOf('select from calendar_address where account_id = $1', [browser.accountId]);

      expect([200, 401], made.text).toContain(made.status);
      expect([closed.status < 300, left.length], closed.text).toEqual([true, 0]);
    }
  });

  it('is made and shown again to whoever has just proved who they are, and kept as a hash and sealed [ASVS-7.5.1 T31 call:POST /api/user/calendar/address]', async () => {
    const browser = await givenSignedIn(world.url);
    const address = await turnOn(browser);
    const shown = await ask(browser, 'calendar.show');
    const rows = await rowsOf<{ text: string }>('select t::text as text from calendar_address t');

    await setClockOffset(6 * 60);
    const late = [await ask(browser, 'calendar.make'), await ask(browser, 'calendar.show')];

    expect(shown.body['address']).toBe(address);
    expect(late.map(({ status, body }) => [status, body['code']])).toEqual([
      [403, 'REAUTH'],
      [403, 'REAUTH'],
    ]);
    const secret = new URL(address).pathname.split('/')[3] ?? '-';
    expect(rows.some(({ text }) => text.includes(secret) || text.includes(Buffer.from(secret).toString('hex')))).toBe(
      false,
    );
    expect((await read(address)).status).toBe(200);
  });

  it('opens nothing of an account that is locked, and is gone with one that is closed [R-25 PIPL-47]', async () => {
    const [locked, closed] = [await givenSignedIn(world.url), await givenSignedIn(world.url)];
    const addresses = [await turnOn(locked), await turnOn(closed)];
    await meddle(`update account set status = 'Locked' where id = $1`, [locked.accountId]);
    await ask(closed, 'user.closeAccount');

    const answers = await Promise.all(addresses.map((address) => read(address)));

    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    expect(await rowsOf('select from calendar_address where account_id = $1', [closed.accountId])).toEqual([]);
  });

  it('is ended with every other way in when the phone is lost [S-19]', async () => {
    const browser = await givenSignedIn(world.url);
    const address = await turnOn(browser);

    await ask(browser, 'user.notMe');
    const { forgetWaysIn } = await import('#services/calendar-address');
    await inTransaction((tx) => forgetWaysIn(tx, browser.accountId));

    expect((await read(address)).status).toBe(404);
  });

  it('shows nobody whose data are restricted [PIPL-47]', async () => {
    const browser = await givenSignedIn(world.url);
    const line = await givenPaid(browser);
    const address = await turnOn(browser);
    const before = await entriesAt(address);

    await meddle('update application set restricted_at = app_now(), deleted_at = app_now() where id = $1', [
      line.applicationId,
    ]);

    expect(before).not.toEqual([]);
    expect(await entriesAt(address)).toEqual([]);
  });

  it('is read a hundred and twenty times an hour, and guessed at sixty times from one place [T12]', async () => {
    const browser = await givenSignedIn(world.url);
    const address = await turnOn(browser);
    const statuses: number[] = [];
    for (let at = 0; at < 121; at += 1) statuses.push((await read(address)).status);
    const wrong: number[] = [];
    const headers = { 'x-forwarded-for': '203.0.113.77' };
    for (let at = 0; at < 61; at += 1)
      wrong.push((await read(address.replace(/[^/]+(?=\/dates)/, `x${at}`), headers)).status);
    const right = await read(await turnOn(await givenSignedIn(world.url)), headers);

    expect([statuses.slice(0, 120).every((status) => status === 200), statuses.at(-1)]).toEqual([true, 429]);
    expect([wrong.slice(0, 60).every((status) => status === 404), wrong.at(-1)]).toEqual([true, 429]);
    expect(right.status).toBe(200);
  });
});
