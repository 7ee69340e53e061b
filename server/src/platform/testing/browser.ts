import { addressOf, type EndpointName } from '@exam/contract/endpoints';
import { urlOf } from '@exam/contract/client';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';

type Sent = { params?: object; query?: object; body?: unknown; headers?: Record<string, string> };

/** An answer: its status, its parsed body (null for a 204), and all of it for what a test looks at closely. */
export type Answer = { status: number; body: Record<string, unknown>; raw: LightMyRequestResponse };

/** A browser on our own page: it keeps cookies and sends Origin, language and the anti-forgery value it was given. */
export type Browser = {
  call: (name: EndpointName, sent?: Sent) => Promise<Answer>;
  /** Cookies by name; a test may take one away or put an old one back. */
  cookies: Map<string, string>;
  /** The anti-forgery value of the last sign-in; null sends none. */
  token: string | null;
};

/** A browser without any cookie. `language` is its Accept-Language, `ip` the address it calls from. */
export function openBrowser(app: FastifyInstance, { language = 'en', ip = '203.0.113.7' } = {}): Browser {
  const browser: Browser = { cookies: new Map(), token: null, call };
  async function call(name: EndpointName, sent: Sent = {}): Promise<Answer> {
    const { method } = addressOf(name);
    const isSafe = method === 'GET';
    const raw = await app.inject({
      method: isSafe ? 'GET' : 'POST',
      url: urlOf(name, sent.params, sent.query),
      remoteAddress: ip,
      headers: {
        'accept-language': language,
        'sec-fetch-site': 'same-origin',
        cookie: [...browser.cookies].map(([key, value]) => `${key}=${value}`).join('; '),
        ...(isSafe ? {} : { origin: 'http://localhost', 'content-type': 'application/json' }),
        ...(browser.token === null ? {} : { 'x-csrf-token': browser.token }),
        ...sent.headers,
      },
      ...(isSafe ? {} : { payload: JSON.stringify(sent.body ?? {}) }),
    });
    for (const { name: key, value } of raw.cookies) {
      if (value === '') browser.cookies.delete(key);
      else browser.cookies.set(key, value);
    }
    const body: unknown = raw.body === '' ? {} : raw.json();
    const answer = { status: raw.statusCode, body: isRecord(body) ? body : {}, raw };
    if (typeof answer.body['token'] === 'string') browser.token = answer.body['token'];
    return answer;
  }
  return browser;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
