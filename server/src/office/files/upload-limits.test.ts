import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noteTake } from '#platform/limits';
import { givenSignedIn, openTestServer, type SignedIn } from '#testing';
import { plainPdf as pdf } from './documents.testing.ts';
import { routes } from './index.ts';
import { sendFile } from './send.testing.ts';

let server: Awaited<ReturnType<typeof openTestServer>>;
let owner: SignedIn;
beforeAll(async () => {
  server = await openTestServer(routes);
  owner = await givenSignedIn(server.url);
});
afterAll(() => server.close());

const send = (browser: SignedIn, name: string, content = pdf()) => sendFile(server.url, browser, { name, content });

describe('what was refused', () => {
  it('counts as well: after fifty in a day nothing more is read for an account, whoever else sends [T19 T20]', async () => {
    const browser = await givenSignedIn(server.url);
    const codes: unknown[] = [];
    for (let sent = 0; sent < 51; sent++)
      codes.push((await send(browser, 'a.pdf', pdf().subarray(0, 30))).body['code']);

    expect(codes).toEqual([...Array.from({ length: 50 }, () => 'FILE_FORMAT'), 'FILE_QUOTA']);
    expect(await send(browser, 'good.pdf')).toMatchObject({ status: 412, body: { code: 'FILE_QUOTA' } });
    expect(await send(owner, 'good.pdf')).toMatchObject({ status: 200 });
  });

  it('counts by the seconds that it took, too: after thirty in a day nothing more is read [T20]', async () => {
    const browser = await givenSignedIn(server.url);
    await noteTake('upload.seconds', browser.accountId, 25);
    const before = await send(browser, 'good.pdf');
    await noteTake('upload.seconds', browser.accountId, 5);

    expect(before).toMatchObject({ status: 200 });
    expect(await send(browser, 'good.pdf')).toMatchObject({ status: 412, body: { code: 'FILE_QUOTA' } });
  });
});
