import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { routes as catalogueRoutes } from '#offer/catalogue';
import { demoInvitationCode, seedDemo } from '#demo';
import { randomId, randomToken } from '#platform/chance';
import { setClockOffset } from '#platform/clock';
import { reading } from '#platform/database';
import { createBrowser, startTestApp } from '#testing/app';
import { csrfTokenOf } from '#platform/vault';
import { isInvitationOpen, routes } from '#offer/sessions';

let app: Awaited<ReturnType<typeof startTestApp>>;
let sessionId: string;
let openSessionId: string;
/** Cookie value -> account, in place of the accounts domain. */
const signedIn = new Map<string, string>();

beforeAll(async () => {
  const identify = async (token: string) => {
    const id = signedIn.get(token);
    return id === undefined ? null : { id, language: 'en' as const };
  };
  app = await startTestApp({
    routes: [...routes, ...catalogueRoutes],
    identify,
    environment: { TRUSTED_PROXIES: '1' },
  });
  await seedDemo();
  const [locked, free] = await Promise.all([true, false].map(sessionOf));
  sessionId = locked ?? '';
  openSessionId = free ?? '';
});
afterAll(() => app.close());
beforeEach(() => setClockOffset(0));

function sessionOf(isExclusive: boolean): Promise<string> {
  return reading(async (tx) => {
    const query = tx.selectFrom('exam_session').select('id').where('is_exclusive', '=', isExclusive);
    return (await query.executeTakeFirstOrThrow()).id;
  });
}

/** An account of nobody in particular, signed in, at an address of its own. */
function member(address = `198.51.100.${signedIn.size + 1}`) {
  const token = randomToken();
  const accountId = randomId();
  signedIn.set(token, accountId);
  const browser = createBrowser(app.url);
  browser.cookies.set('portal-session', token);
  browser.signedIn(csrfTokenOf(token));
  const tryCode = (code: string, id = sessionId) =>
    browser.send('GET', `/api/session/${id}/exclusive_code/${encodeURIComponent(code)}/verify`, {
      headers: { 'x-forwarded-for': address },
    });
  const search = async () => {
    const found = await browser.call('session.search', {
      body: { filters: [{ field: 'sessionId', value: sessionId }] },
    });
    return found.list[0];
  };
  return { accountId, browser, tryCode, search };
}

describe('the invitation code of a group session', () => {
  it('opens the session and its fees for this account, for nobody else, for two hours [R-52 call:session.verifyInvitation]', async () => {
    // given
    const [guest, other] = [member(), member()];

    // when
    const reply = await guest.browser.call('session.verifyInvitation', {
      params: { id: sessionId, code: demoInvitationCode },
    });
    const [opened, closed] = await Promise.all([guest.search(), other.search()]);
    await setClockOffset(2 * 3600 + 5);
    const afterwards = await guest.search();

    // then
    expect(reply).toEqual({ isValid: true });
    expect(opened).toMatchObject({ isInvitationVerified: true, totalFee: 53_000, pin: null });
    expect(opened?.sessionSubjects[0]?.sessionSubjectTierFees.map((tier) => tier.localFee)).toEqual([
      50_000, 46_000, 40_000,
    ]);
    expect(closed).toMatchObject({ isInvitationVerified: false, totalFee: null });
    expect(afterwards).toMatchObject({ isInvitationVerified: false, totalFee: null });
  });

  it('is asked again at application and order: open with a ticket, closed without, always open elsewhere [R-52]', async () => {
    // given
    const guest = member();
    const isOpen = (id: string) => reading((tx) => isInvitationOpen(tx, { sessionId: id, accountId: guest.accountId }));
    const before = await isOpen(sessionId);

    // when
    await guest.tryCode(demoInvitationCode);

    // then
    expect([before, await isOpen(sessionId), await isOpen(openSessionId), await isOpen(randomId())]).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it.each(['kt7w4mpx', ' KT7W 4MPX ', 'KT7W4MPX'])('may be typed as %j [R-52]', async (typed) => {
    expect((await member().tryCode(typed)).status).toBe(200);
  });

  it('is wrong with the sentence of the specification, in both languages [R-52 error:account.invitation_code_wrong rule:exam.invitation_code]', async () => {
    // given
    const guest = member();

    // when
    const en = await guest.tryCode('KT7W-4MPY');
    const zh = await guest.browser.send('GET', `/api/session/${sessionId}/exclusive_code/0/verify`, {
      headers: { 'accept-language': 'zh' },
    });

    // then
    expect(en.status).toBe(412);
    expect(en.body).toMatchObject({
      code: 'INVITATION_CODE_WRONG',
      userMessage: 'The code entered is invalid, please re-enter.',
    });
    expect(zh.body).toMatchObject({ code: 'INVITATION_CODE_WRONG', userMessage: '邀请码有误，请重新输入。' });
    expect(await guest.search()).toMatchObject({ totalFee: null });
  });

  it('can be tried five times in ten minutes by one account; then the right one waits too, for this account only [R-52 T12]', async () => {
    // given
    const [guesser, honest] = [member(), member()];
    const statuses = [];
    for (let code = 0; code < 5; code++) statuses.push((await guesser.tryCode(`0000-000${code}`)).status);

    // when
    const sixth = await guesser.tryCode(demoInvitationCode);
    const others = await honest.tryCode(demoInvitationCode);

    // then
    expect(statuses).toEqual([412, 412, 412, 412, 412]);
    expect(sixth.status).toBe(429);
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(others.status).toBe(200);
  });

  it('can be tried twenty times in an hour from one address, by however many accounts [T12]', async () => {
    // given
    const address = '203.0.113.99';
    const statuses = [];
    for (let account = 0; account < 20; account++) statuses.push((await member(address).tryCode('0000-0000')).status);

    // when
    const next = await member(address).tryCode(demoInvitationCode);

    // then
    expect(new Set(statuses)).toEqual(new Set([412]));
    expect(next.status).toBe(429);
  });

  it('needs somebody signed in, and a session that has a code [R-52]', async () => {
    // when
    const visitor = await createBrowser(app.url).send('GET', `/api/session/${sessionId}/exclusive_code/x/verify`);
    const unknown = await member().tryCode(demoInvitationCode, randomId());
    const open = await member().tryCode(demoInvitationCode, openSessionId);

    // then
    expect([visitor.status, unknown.status, open.status]).toEqual([401, 404, 404]);
  });
});
