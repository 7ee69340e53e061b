import { request } from 'node:http';
import { calls as contractCalls } from '@exam/contract/calls';
import { addressOf } from '@exam/contract/endpoints';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { randomToken } from '#platform/chance';
import { refuse } from '#platform/errors';
import type { Account, Routes } from '#platform/http';
import { bodyLimit, uploadLimit } from '#platform/http/open-bodies';
import { csrfTokenOf } from '#platform/vault';
import { startTestApp } from '#testing/app';

/** Everybody is signed in, each with a token of their own. */
const accounts = new Map<string, Account>();
const calls = {
  'formAttachment.upload': contractCalls['formAttachment.upload'],
  'order.checkSeats': contractCalls['order.checkSeats'],
};
const routes: Routes[] = [
  {
    calls,
    handlers: {
      'formAttachment.upload': () => refuse('FILE_FORMAT'),
      'order.checkSeats': () => ({ isValid: true, insufficient: [] }),
    },
  },
];

let server: Awaited<ReturnType<typeof startTestApp>>;
beforeAll(async () => {
  server = await startTestApp({ routes, identify: async (token) => accounts.get(token) ?? null });
});
const open = new Set<ReturnType<typeof request>>();
afterEach(() => {
  for (const one of open) one.destroy();
  open.clear();
});
afterAll(() => server.close());

function givenAccount(): string {
  const token = randomToken();
  accounts.set(token, { id: token, language: 'en' });
  return token;
}

type Answer = { status: number | null; retryAfter?: string | undefined; code?: unknown };

/** Begins a request with a body of this many bytes and sends the first of them. @returns how to end it, and what is answered; status null when it is cut off. */
function send(
  token: string | null,
  { path = addressOf('formAttachment.upload').path, bytes = uploadLimit, sent = 1000 } = {},
) {
  const { promise: answered, resolve } = Promise.withResolvers<Answer>();
  const body = request(server.url + path, {
    method: 'POST',
    headers: {
      origin: server.url,
      'sec-fetch-site': 'same-origin',
      'content-type': path.includes('attachment') ? 'multipart/form-data; boundary=x' : 'application/json',
      'content-length': String(bytes),
      ...(token && { cookie: `portal-session=${token}`, 'x-csrf-token': csrfTokenOf(token) }),
    },
  });
  open.add(body);
  body.on('response', (answer) => {
    let text = '';
    answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    answer.on('end', () => {
      const { code }: { code?: unknown } = JSON.parse(text);
      resolve({ status: answer.statusCode ?? null, retryAfter: answer.headers['retry-after'], code });
    });
  });
  body.on('error', () => resolve({ status: null }));
  body.write(Buffer.alloc(sent, 32));
  return { answered, finish: () => body.end(Buffer.alloc(bytes - sent, 32)) };
}

/** Which of some uploads have been answered while they are still under way. */
async function refusedOf(uploads: readonly ReturnType<typeof send>[], refused: number): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const { answered } of uploads) void answered.then((answer) => answers.push(answer));
  await expect.poll(() => answers.length).toBe(refused);
  return answers;
}

describe('uploads that are half sent', () => {
  it('are six of one account, and the seventh is refused before it is read; others send on [T20 T28]', async () => {
    const [one, other] = [givenAccount(), givenAccount()];
    const uploads = Array.from({ length: 8 }, () => send(one));
    const answers = await refusedOf(uploads, 2);
    const foreign = send(other);
    foreign.finish();

    expect(answers).toEqual(Array.from({ length: 2 }, () => ({ status: 429, retryAfter: '5', code: 'RATE_LIMITED' })));
    expect(await foreign.answered).toMatchObject({ status: 412, code: 'FILE_FORMAT' });
  });

  it('make room when they are whole, and when they are given up [T20]', async () => {
    const one = givenAccount();
    const first = Array.from({ length: 6 }, () => send(one));
    await expect.poll(async () => (await send(one).answered).status).toBe(429);
    for (const { finish } of first.slice(0, 3)) finish();
    for (const each of [...open].slice(3, 6)) each.destroy();
    await Promise.all(first.map(({ answered }) => answered));
    const next = send(one);
    next.finish();

    expect((await next.answered).status).toBe(412);
  });

  it('keep nobody out who has none, until there are forty of different accounts [T20 T28]', async () => {
    const few = Array.from({ length: 4 }, givenAccount);
    const byFew = few.flatMap((token) => Array.from({ length: 6 }, () => send(token)));
    await refusedOf(byFew, 3);
    const stranger = send(givenAccount());
    stranger.finish();
    expect((await stranger.answered).status).toBe(412);

    const more = Array.from({ length: 25 }, () => send(givenAccount()));
    // The few sent 24, and 21 were let in.
    const refused = await refusedOf(more, 25 - (40 - 21));

    expect(refused.every(({ status, retryAfter }) => status === 503 && retryAfter === '5')).toBe(true);
  });

  it('are cut off when hardly anything comes any more [T20 T28]', async () => {
    const upload = send(givenAccount());

    expect((await upload.answered).status).toBe(null);
  });
});

describe('other bodies', () => {
  it('of a few bytes are cut off, too, when a part of them does not come: they keep no room from others [T20 T28]', async () => {
    const half = send(null, { path: addressOf('order.checkSeats').path, bytes: 2000, sent: 1 });

    expect((await half.answered).status).toBe(null);
  });

  it('have room by address as well, whoever sends them [T28]', async () => {
    const half = { path: addressOf('order.checkSeats').path, bytes: bodyLimit };
    const bodies = Array.from({ length: 34 }, () => send(null, half));
    const answers = await refusedOf(bodies, 2);

    expect(answers.every(({ status, code }) => status === 429 && code === 'RATE_LIMITED')).toBe(true);
  });
});
