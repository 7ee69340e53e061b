import type { EndpointName } from '@exam/contract/endpoints';
import { staffAddressOf, type StaffEndpointName } from '@exam/contract/staff';
import { sql } from 'kysely';
import { vi } from 'vitest';
import { channelNamed } from '#books/channels';
import { catalogueNow, forgetCatalogue } from '#offer/catalogue';
import { keepFile } from '#office/files';
import { randomCode } from '#platform/chance';
import { databasePool, inTransaction } from '#platform/database';
import type { Tasks } from '#platform/worker';
import { ask, askStaff, type Browser, givenStaff, trustBrowser } from '#testing';
import { createBrowser, type TestApp } from '#testing/app';
import type { Meter, Touched } from './growth.testing.ts';
import { allNames, type Ids, requestsWith, type Sent } from './requests.testing.ts';
import { firstOf, isOwn, staffNames, staffRequestOf } from './staff-requests.testing.ts';
import { givenPrepared } from './prepared.testing.ts';
import type { Household } from './world.testing.ts';

/** What a call answered and what it touched; a job that threw answered 500. */
export type Step = Touched & { status: number; said: string };
type Answer = { status: number; text: string };
type Take = (name: string, work: () => Promise<Answer>) => Promise<void>;

/** Makes every job, every call of the portal and every call of the console once, in one order, and measures each. @returns the steps by name; jobs are called `job <task>`. */
export async function walk(
  { app, meter, home }: { app: Pick<TestApp, 'url' | 'consoleUrl'>; meter: Meter; home: Household },
  tasks: Tasks,
): Promise<Map<string, Step>> {
  const steps = new Map<string, Step>();
  const take: Take = async (name, work) => {
    // No call is refused for the calls before it, nor answered with what one of them read: a commit makes that out of date.
    await inTransaction(async (tx) => {
      await sql`delete from rate_limit`.execute(tx);
      await sql`update staff_session set proved_at = app_now()`.execute(tx);
    });
    // Nor does the call that happens to find it old pay for the catalogue that all of them share.
    if (name === 'product.all') forgetCatalogue();
    else await catalogueNow();
    // However slow the machine is, a call finds that catalogue as young as it was made.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    let answer: Answer = { status: 0, text: '' };
    const touched = await meter.of(async () => {
      answer = await work();
    });
    clock.mockRestore();
    steps.set(name, { ...touched, status: answer.status, said: answer.text.slice(0, 200) });
  };
  await walkJobs(tasks, take);
  await walkPortal(app, home, take);
  await walkStaff(app, take);
  return steps;
}

/** What a job may be asked to work on, by the names that jobs use; the rest is of nobody. */
const payload = `select
  (select id from application where status = 'Registered' and ${isOwn} ${firstOf('application')}) as "applicationId", 'wish' as "wishId",
  (select id from message where ${isOwn} ${firstOf('message')}) as "messageId",
  (select id from exam_order where status = 'PaymentPending' and ${isOwn} ${firstOf('exam_order')}) as "orderId",
  (select trade_no from payment_attempt where ${isOwn} ${firstOf('payment_attempt')}) as "tradeNo",
  (select account_id from application where ${isOwn} ${firstOf('application')}) as "accountId", array[]::uuid[] as ids, 'gone' as "storageKey",
  (select id from refund where ${isOwn} ${firstOf('refund')}) as "refundId",
  (select session_id from application where ${isOwn} ${firstOf('application')}) as "sessionId", gen_random_uuid() as "moveId",
  gen_random_uuid() as "circularId", gen_random_uuid() as "draftId"`;

/** With the payload of a job that waits, where one does. */
async function walkJobs(tasks: Tasks, take: Take): Promise<void> {
  // The journal of erasures begins once, with all there is; after that every minute brings what is new.
  await tasks['retention.journal']?.({});
  for (const [name, work] of Object.entries(tasks)) {
    const { rows } = await databasePool().query<{ payload: object }>(
      `select payload from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = task_id
       where identifier = $1 order by jobs.id limit 1`,
      [name],
    );
    const known = await databasePool().query<object>(payload);
    await take(`job ${name}`, async () => {
      try {
        await work({ ...known.rows[0], ...rows[0]?.payload });
        return { status: 200, text: '' };
      } catch (error) {
        return { status: 500, text: String(error) };
      }
    });
  }
}

async function walkStaff(app: Pick<TestApp, 'consoleUrl'>, take: Take): Promise<void> {
  const browser = await givenStaff(app.consoleUrl);
  const keep = async () => {
    const content = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n');
    return (await keepFile({ staffId: browser.staff.id }, { content, fileName: 'a.pdf' })).id;
  };
  for (const name of staffNames.toSorted((one, other) => staffTurn(one) - staffTurn(other))) {
    const sent = await staffRequestOf(name, keep);
    await take(name, () => askStaff(browser, name, sent));
  }
}

/** First who looks, then who acts; proposals once there are some, and at last who ends the session. */
export function staffTurn(name: StaffEndpointName): number {
  if (/^staff\.(signOut|changePassword|endOtherSessions|endSessions|sessions)/.test(name)) return 4;
  if (/^approvals|^filing\.list/.test(name)) return 3;
  if (/askForDoc|openCase|filing\.add/.test(name)) return 1;
  return staffAddressOf(name).method === 'GET' || /search|find|preview|list|fill|revenue/i.test(name) ? 0 : 2;
}

/** Bookings and requests after an exam are those of the demonstration; everything else is the household's. */
async function walkPortal(app: Pick<TestApp, 'url'>, home: Household, take: Take): Promise<void> {
  const browser = createBrowser(app.url);
  for (const [name, value] of home.browser.cookies) browser.cookies.set(name, value);
  await ask(browser, 'user.current');
  const parent = await demoBrowser(app.url, 'booking', '13800138000');
  const college = await demoBrowser(app.url, 'post_test', '13900139000');
  for (const name of allNames.toSorted((one, other) => portalTurn(one) - portalTurn(other))) {
    const sent = await sentBy(name, browser, home);
    const who = /^booking|placeForBooking/.test(name) ? parent : name.startsWith('postTest') ? college : browser;
    const isStranger = /^user\.(signIn|register|resetPassword)/.test(name);
    await take(name, () => ask(isStranger ? createBrowser(app.url) : who, name, sent));
  }
}

async function sentBy(name: EndpointName, browser: Browser, home: Household): Promise<Sent> {
  if (name === 'booking.answerDate') return await dateAnswer();
  if (name === 'calendar.read') return await ownCalendar(browser);
  if (name === 'payment.sheet' && channelNamed('wechat')) return await signedInAtWechat(browser, home);
  return requestsWith(await idsFor(name, home))[name];
}

/** The address that a calendar app would ask. */
async function ownCalendar(browser: Browser): Promise<Sent> {
  const { body } = await ask(browser, 'calendar.make', { body: {} });
  return { params: { token: /calendar\/([^/]+)\//.exec(String(body['address']))?.[1] ?? '' } };
}

/** Starts paying inside WeChat and brings back what its sign-in gives. The channel remembers the numbers of the walk before. */
async function signedInAtWechat(browser: Browser, home: Household): Promise<Sent> {
  const { orderId } = home.pending;
  await databasePool().query('update exam_order set code = $2 where id = $1', [orderId, randomCode(12)]);
  const headers = { 'user-agent': 'Mozilla/5.0 (Linux; Android 16) Mobile MicroMessenger/8.0' };
  const started = await ask(browser, 'payment.start', {
    body: { orderId, paymentType: 'WEIXIN_SCANCODE_PAY' },
    headers,
  });
  const page = await globalThis.fetch(String(started.body['redirectUrl']), { redirect: 'manual', headers });
  const back = new URL(page.headers.get('location') ?? 'none:').searchParams;
  return { body: { orderId, code: back.get('code'), state: back.get('state') }, headers };
}

/** Agrees to the other date that staff proposed for a booking. */
async function dateAnswer(): Promise<Sent> {
  const { rows } = await databasePool().query<Record<string, unknown>>(
    `select booking_id as "bookingId", id as "proposalId", true as "isAgreed" from booking_date_proposal where answer is null and ${isOwn}`,
  );
  return { body: rows[0] ?? {} };
}

const lastOfPortal = [
  'user.changePassword',
  'user.endOtherSessions',
  'user.signOut',
  'user.signOutByPost',
  'user.closeAccount',
];

function portalTurn(name: EndpointName): number {
  if (lastOfPortal.includes(name)) return 3 + lastOfPortal.indexOf(name);
  if (/delete|giveUp|remove|endSession|forget/i.test(name)) return 2;
  return /^payment|^application\.letter/.test(name) ? 1 : 0;
}

const afterPaying = /letter$|calendarFile|changePickup|Cancellation|cancellationQuote|chooseAfterMove|^fapiao/;

async function idsFor(name: EndpointName, home: Household): Promise<Ids> {
  const isOfOrder = /^order\.(get|giveUp|delete)|^payment/.test(name);
  const line = afterPaying.test(name) ? home.paid : isOfOrder ? home.pending : home.cart;
  return {
    applicationId: line.applicationId,
    candidateId: home.candidateId,
    orderId: name.startsWith('fapiao') ? home.paid.orderId : home.pending.orderId,
    otherId: await otherIdFor(name, home),
    exam: home.cart.exam,
  };
}

async function otherIdFor(name: EndpointName, home: Household): Promise<string> {
  if (/import/i.test(name)) return home.importId;
  if (name.startsWith('prepared.')) return await givenPrepared(home);
  if (name === 'user.endSession') return home.sessionId;
  const [table, first, when] = name.startsWith('postTest')
    ? ['post_test', 'Registered', 'created_at']
    : ['booking', 'Confirming', 'submitted_at'];
  const { rows } = await databasePool().query<{ id: string }>(
    `select id from ${table} where ${isOwn} order by status = $1 desc, ${when}, (select number from proof.turn where turn.id = ${table}.id) limit 1`,
    [first],
  );
  return rows[0]?.id ?? '';
}

/** Somebody of the demonstration: who owns its bookings, or its requests after an exam. */
async function demoBrowser(url: string, of: 'booking' | 'post_test', phone: string): Promise<Browser> {
  const browser = createBrowser(url);
  const { rows } = await databasePool().query<{ id: string }>(
    `select account_id as id from ${of} where ${isOwn} ${firstOf(of)}`,
  );
  await trustBrowser(browser, rows[0]?.id ?? '');
  const { status, text } = await ask(browser, 'user.signIn', {
    body: { loginType: 'Password', mobileOrEmail: phone, password: 'Kaotu@2026' },
  });
  if (status !== 200) throw new Error(`Signing in answered ${status} ${text}`);
  return browser;
}
