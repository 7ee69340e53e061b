import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBrowser, startTestApp, type TestApp } from '#testing/app';
import { routes as verificationRoutes } from '#people/verification';

let server: TestApp;

beforeAll(async () => {
  const environment = { PUBLIC_URL: 'https://localhost', CONSOLE_URL: 'https://console.localhost' };
  server = await startTestApp({ routes: verificationRoutes, environment });
});
afterAll(() => server.close());

const ask = async () =>
  await createBrowser(server.url).send('GET', '/api/captcha?kind=pow', {
    headers: { 'sec-fetch-site': 'same-origin' },
  });

describe('over https', () => {
  it('every cookie is Secure and belongs to this host alone [T34 S-2 ASVS-3.3.1 ASVS-3.3.3]', async () => {
    const cookies = (await ask()).headers.getSetCookie();

    expect(cookies).toHaveLength(1);
    expect(cookies[0]).toMatch(/^__Host-portal-visit=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  });

  it('browsers are told to come over https only, for two years, subdomains included [T25 ASVS-3.4.1]', async () => {
    const absent = await createBrowser(server.url).send('GET', '/api/nothing');

    for (const answer of [await ask(), absent])
      expect(answer.headers.get('strict-transport-security')).toBe('max-age=63072000; includeSubDomains');
  });

  it('no other origin may read an answer, whoever asks [T25 ASVS-3.4.2]', async () => {
    for (const origin of ['https://evil.example', 'null', 'https://localhost.evil.example']) {
      const answer = await createBrowser(server.url).send('GET', '/api/product', { headers: { origin } });
      const preflight = await createBrowser(server.url).send('OPTIONS', '/api/captcha', {
        headers: { origin, 'access-control-request-method': 'POST' },
      });
      const allowed = [answer, preflight].map(({ headers }) => headers.get('access-control-allow-origin'));
      expect(allowed).toEqual([null, null]);
    }
  });
});
