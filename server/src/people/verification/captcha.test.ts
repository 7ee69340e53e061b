import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import sharp from 'sharp';
import { randomId } from '#platform/chance';
import { setClockOffset } from '#platform/clock';
import { inTransaction, reading } from '#platform/database';
import { clearLimit, isLimitReached, noteTake } from '#platform/limits';
import { createBrowser } from '#testing/app';
import { hashSecret } from '#platform/vault';
import { ask, openTestServer, type Browser, type TestServer } from '#testing';
import { spendCaptcha } from './index.ts';
import { places } from './slider.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

async function answerOf(id: unknown): Promise<number> {
  const row = await reading((tx) =>
    tx.selectFrom('captcha').select('answer').where('id', '=', String(id)).executeTakeFirstOrThrow(),
  );
  return Number(row.answer);
}

const visitOf = (browser: Browser) => browser.cookies.get('portal-visit') ?? '';
const spend = (verifyId: unknown, visitId: string) =>
  inTransaction((tx) => spendCaptcha(tx, { verifyId: String(verifyId), visitId }));

async function givenCaptcha(kind: 'pow' | 'slider') {
  const browser = createBrowser(server.url);
  const { body } = await ask(browser, 'captcha.get', kind === 'pow' ? { query: { kind } } : {});
  const right = await answerOf(body['id']);
  const solve = (answer: object, by = browser) => ask(by, 'captcha.verify', { body: { id: body['id'], ...answer } });
  return { browser, body, right, solve };
}

describe('the proof of work', () => {
  it('is solved by the number whose hash it shows, and spent once by the same browser [call:GET /api/captcha call:POST /api/captcha R-18 S-8]', async () => {
    const { browser, body, right, solve } = await givenCaptcha('pow');
    const hash = hashSecret(`${String(body['salt'])}${right}`).toString('hex');
    const solved = await solve({ number: right });
    const verifyId = solved.body['captchaVerifyId'];

    const foreign = await spend(verifyId, 'another browser');
    const spent = await Promise.all([1, 2, 3, 4].map(() => spend(verifyId, visitOf(browser))));

    expect(hash).toBe(body['challenge']);
    expect(foreign).toBe(false);
    expect(spent.filter(Boolean)).toHaveLength(1);
  });

  it('cannot be solved by another browser, nor twice [S-8]', async () => {
    const { right, solve } = await givenCaptcha('pow');
    const stranger = createBrowser(server.url);
    const foreign = await solve({ number: right }, stranger);
    const first = await solve({ number: right });
    const second = await solve({ number: right });
    expect([foreign.status, first.status, second.status]).toEqual([412, 200, 412]);
  });

  it('gives three tries [S-8]', async () => {
    const { right, solve } = await givenCaptcha('pow');
    for (const wrong of [1, 2, 3]) await solve({ number: right + wrong });
    const fourth = await solve({ number: right });
    expect(fourth.body['code']).toBe('CAPTCHA_FAILED');
  });

  it('lives two minutes, and two more once solved [R-18 S-9]', async () => {
    const late = await givenCaptcha('pow');
    const inTime = await givenCaptcha('pow');
    await setClockOffset(115);
    const solved = await inTime.solve({ number: inTime.right });
    await setClockOffset(125);
    const tooLate = await late.solve({ number: late.right });
    await setClockOffset(240);
    const spent = await spend(solved.body['captchaVerifyId'], visitOf(inTime.browser));
    await setClockOffset(0);
    expect([solved.status, tooLate.status, spent]).toEqual([200, 412, false]);
  });

  it.each([[{}], [{ x: 10 }], [{ number: -1 }], [{ number: 2_000_000_000 }]])('is not solved by %o', async (answer) => {
    const { solve } = await givenCaptcha('pow');
    expect((await solve(answer)).body['code']).toBe('CAPTCHA_FAILED');
  });

  it('answers an id that was never made like a wrong answer', async () => {
    const browser = createBrowser(server.url);
    const unknown = await ask(browser, 'captcha.verify', { body: { id: randomId(), number: 1 } });
    const misshapen = await ask(browser, 'captcha.verify', { body: { id: "1' or 1=1", number: 1 } });
    expect([unknown.body['code'], misshapen.body['code']]).toEqual(['CAPTCHA_FAILED', 'CAPTCHA_FAILED']);
  });
});

describe('the slider', () => {
  it('shows where the piece lies but not where it fits [R-18]', async () => {
    const { body, right } = await givenCaptcha('slider');
    const picture = Buffer.from(String(body['normalImg']).split(',')[1] ?? '', 'base64');
    const piece = Buffer.from(String(body['slideImg']).split(',')[1] ?? '', 'base64');
    const [whole, part] = await Promise.all([sharp(picture).metadata(), sharp(piece).metadata()]);
    expect(body).toMatchObject({ kind: 'slider', point: { x: 0, y: expect.any(Number) }, challenge: null });
    expect([whole.format, whole.width, whole.height, part.width]).toEqual(['webp', 320, 160, 48]);
    expect(right).toBeGreaterThan(48);
    expect(right).toBeLessThanOrEqual(320 - 48);
  });

  it.each([
    [4, 200],
    [-4, 200],
    [5, 412],
    [-5, 412],
  ])('takes an answer %i pixels off with %i [R-18 S-8]', async (off, status) => {
    const { right, solve } = await givenCaptcha('slider');
    const answer = await solve({ x: right + off, track: [0, right + off] });
    expect(answer.status).toBe(status);
  });

  it('has its place anywhere: no three guesses are right for a fifth of all sliders [R-18 T1]', () => {
    const drawn = Array.from({ length: 4000 }, () => places()[0] ?? 0);
    // Pixels 4 to either side are right: the best three guesses apart.
    const caught = Array.from({ length: 320 }, (_, guess) => drawn.filter((x) => Math.abs(x - guess) <= 4).length);
    const best: number[] = [];
    while (best.length < 3) {
      const guess = caught.indexOf(Math.max(...caught));
      best.push(caught[guess] ?? 0);
      caught.fill(0, Math.max(0, guess - 8), guess + 9);
    }

    expect(best.reduce((sum, hits) => sum + hits, 0)).toBeLessThan(4000 / 5);
  });

  it('always has decoys, none over the hole or another [R-18]', () => {
    for (let drawn = 0; drawn < 2000; drawn++) {
      const sorted = places().toSorted((left, right) => left - right);
      expect(sorted.length).toBeGreaterThan(1);
      expect(sorted.every((left, at) => at === 0 || left - (sorted[at - 1] ?? 0) >= 52)).toBe(true);
      expect(sorted[0]).toBeGreaterThanOrEqual(56);
      expect(sorted.at(-1)).toBeLessThanOrEqual(264);
    }
  });

  it('is not guessed for ever: after a hundred wrong places in an hour no place is looked at from there, and work still is [T1 R-18]', async () => {
    const { browser, body, right, solve } = await givenCaptcha('slider');
    const headers = { 'x-forwarded-for': '198.51.100.201' };
    await noteTake('captcha.wrong', '198.51.100.201', 100);
    const late = await ask(browser, 'captcha.verify', { body: { id: body['id'], x: right }, headers });
    const elsewhere = await solve({ x: right });
    const work = await givenCaptcha('pow');
    const worked = await ask(work.browser, 'captcha.verify', {
      body: { id: work.body['id'], number: work.right },
      headers,
    });

    expect([late.status, elsewhere.status, worked.status]).toEqual([429, 200, 200]);
  });

  it('counts each wrong place [T1]', async () => {
    const { right, solve } = await givenCaptcha('slider');
    const before = await isLimitReached('captcha.wrong', '127.0.0.1');
    await noteTake('captcha.wrong', '127.0.0.1', 99);
    await solve({ x: (right + 100) % 300 });

    expect([before, await isLimitReached('captcha.wrong', '127.0.0.1')]).toEqual([false, true]);
    await clearLimit('captcha.wrong', '127.0.0.1');
  });

  it('is drawn anew each time', async () => {
    const all = await Promise.all([1, 2, 3, 4, 5, 6].map(() => givenCaptcha('slider')));
    expect(new Set(all.map(({ body }) => body['normalImg'])).size).toBe(6);
    expect(new Set(all.map(({ right }) => right)).size).toBeGreaterThan(1);
  });
});

it('forgets captchas and codes a day after they ended', async () => {
  await givenCaptcha('pow');
  await setClockOffset(2 * 86_400);
  const { tasks } = await import('./index.ts');
  await tasks['verification.forget']();
  await setClockOffset(0);
  const { rows } = await reading((tx) =>
    sql<{ count: number }>`select count(*)::int as count from captcha`.execute(tx),
  );
  expect(rows[0]?.count).toBe(0);
});

describe('an answer to a captcha', () => {
  it('larger than any picture or number asked for is wrong or malformed, never a fault [T28 R-18]', async () => {
    const statuses = [];
    for (const answer of [{ number: 2 ** 31 }, { x: 2 ** 31 }, { number: 2 ** 53 - 1 }, { x: -(2 ** 53 - 1) }]) {
      const { solve } = await givenCaptcha('pow');
      statuses.push((await solve(answer)).status);
    }
    expect(statuses.filter((status) => status !== 400 && status !== 412)).toEqual([]);
  });
});
