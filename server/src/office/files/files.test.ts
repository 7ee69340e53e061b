import { createServer as createSocketServer, type Socket } from 'node:net';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomId, randomToken } from '#platform/chance';
import { databasePool, inTransaction } from '#platform/database';
import { openSettings, settings } from '#platform/settings';
import { givenSignedIn, openTestServer, type SignedIn } from '#testing';
import { startBucket } from './bucket.testing.ts';
import { compound, plainPdf } from './documents.testing.ts';
import { attachmentOf, routes, tasks, useFiles } from './index.ts';
import { harmlessName } from './name.ts';
import { sendFile } from './send.testing.ts';
import { createFolderStore, createS3Store, type FileStore } from './storage.ts';

let server: Awaited<ReturnType<typeof openTestServer>>;
let owner: SignedIn;
let photo: Buffer;
beforeAll(async () => {
  server = await openTestServer(routes);
  owner = await givenSignedIn(server.url);
  photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#336699' } })
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .jpeg()
    .toBuffer();
});
afterAll(() => server.close());

const send = (browser: SignedIn, name: string | null, content?: Buffer) =>
  sendFile(server.url, browser, { name, ...(content && { content }) });
const pdf = plainPdf;

describe('an uploaded file', () => {
  it('is given back to its owner alone, to be saved, without what the camera wrote [T19 T8 call:POST /api/registrationformattachment call:GET /api/registrationformattachment/{id} ASVS-3.2.1 ASVS-5.4.1 ASVS-14.2.8]', async () => {
    const kept = await send(owner, '../../etc/病假 note\u202Egpj.jpg', photo);
    const path = `/api/registrationformattachment/${String(kept.body['id'])}`;
    const own = await globalThis.fetch(server.url + path, {
      headers: {
        'sec-fetch-site': 'same-origin',
        cookie: [...owner.cookies].map(([key, value]) => `${key}=${value}`).join('; '),
      },
    });
    const stranger = await givenSignedIn(server.url);
    const foreign = await stranger.send('GET', path, { headers: { 'sec-fetch-site': 'same-origin' } });

    expect(kept.body).toMatchObject({ fileName: '病假 notegpj.jpg', fileType: 'image/jpeg' });
    const content = Buffer.from(await own.arrayBuffer());
    expect(own.headers.get('content-disposition')).toMatch(/^attachment;/);
    expect(own.headers.get('x-content-type-options')).toBe('nosniff');
    expect(own.headers.get('content-type')).toBe('application/octet-stream');
    expect(own.headers.get('content-security-policy')).toMatch(/^default-src 'none';.*; sandbox$/);
    expect(own.headers.get('cache-control')).toContain('no-store');
    expect(content.includes('secret place')).toBe(false);
    expect((await sharp(content).metadata()).width).toBe(40);
    expect(foreign.status).toBe(404);
  });

  it.each([
    ['nothing', 'a.pdf', () => Buffer.alloc(0), 'FILE_EMPTY'],
    ['a byte more than 5 MB', 'a.pdf', () => Buffer.alloc(5 * 1024 * 1024 + 1, 32), 'FILE_TOO_LARGE'],
    ['a picture called a document', 'a.pdf', () => photo, 'FILE_FORMAT'],
    ['a drawing called a picture', 'a.jpg', () => Buffer.from('<svg onload="alert(1)"/>'), 'FILE_FORMAT'],
    ['a page before a document', 'a.pdf', () => Buffer.concat([Buffer.from('<html>'), pdf()]), 'FILE_FORMAT'],
    ['a program', 'a.exe', () => Buffer.from('MZ'), 'FILE_FORMAT'],
    ['two bytes', 'a.jpg', () => Buffer.from([0xff, 0xd8]), 'FILE_FORMAT'],
    ['a document that runs a script', 'a.pdf', () => pdf('/S /JavaScript /JS (app.alert(1))'), 'FILE_UNSAFE'],
    ['a document cut off', 'a.pdf', () => pdf().subarray(0, 30), 'FILE_FORMAT'],
    [
      'a letter with macros',
      'a.doc',
      () => compound({ '/WordDocument': Buffer.alloc(9), '/_VBA_PROJECT': Buffer.alloc(9) }),
      'FILE_UNSAFE',
    ],
    ['a sheet called a letter', 'a.doc', () => compound({ '/Workbook': Buffer.alloc(9) }), 'FILE_FORMAT'],
    ['the scanners’ trial', 'a.pdf', () => pdf('/Title (EICAR-STANDARD-ANTIVIRUS-TEST-FILE)'), 'FILE_UNSAFE'],
    [
      'a container that is none',
      'a.docx',
      () => Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(200)]),
      'FILE_FORMAT',
    ],
  ])(
    'is refused when it is %s [T19 ASVS-5.2.1 ASVS-5.2.2 rule:attachment.5_MB error:sentence.Invalid_file_format]',
    async (...[, name, content, code]) => {
      const { status, body } = await send(owner, name, content());

      expect([status, body['code']]).toEqual([412, code]);
    },
  );

  it('is missed where a form has none [T19]', async () => {
    expect(await send(owner, null)).toMatchObject({ status: 412, body: { code: 'FILE_FORMAT' } });
  });

  it('has a name that does no harm [T19 ASVS-5.4.2]', () => {
    expect(harmlessName('..\\..\\a\u0000b\r\n.pdf')).toBe('ab.pdf');
    expect(harmlessName(`${'长'.repeat(300)}.docx`)).toHaveLength(120);
    expect(harmlessName('')).toBe('file');
  });

  it.each([
    ['a line that would begin a header', 'note.pdf\r\nSet-Cookie: a=b.pdf', /^[^\r\n]*$/],
    ['a quotation mark', 'a".pdf"; filename="b.exe.pdf', /^attachment; filename="[^"]*"; filename\*=UTF-8''[^";]*$/],
    ['a folder above', '..\\..\\windows\\win.pdf', /^(?!.*\.\.)(?!.*windows).*win\.pdf/],
    ['writing that turns round', 'fdp\u202Eexe.pdf', /^(?!.*%E2%80%AE).*$/],
    ['two hundred letters', `${'长'.repeat(200)}.pdf`, /^.{0,1400}\.pdf$/],
  ])('named with %s is kept under a name that does no harm, and saved under it [T19]', async (_, name, header) => {
    const kept = await send(owner, name);
    const path = `/api/registrationformattachment/${String(kept.body['id'])}`;
    const saved = await globalThis.fetch(server.url + path, {
      headers: {
        'sec-fetch-site': 'same-origin',
        cookie: [...owner.cookies].map(([key, value]) => `${key}=${value}`).join('; '),
      },
    });

    expect([kept.status, saved.status]).toEqual([200, 200]);
    expect(saved.headers.get('content-disposition')).toMatch(header);
    expect(saved.headers.get('set-cookie')).toBeNull();
    expect(Buffer.from(await saved.arrayBuffer()).equals(pdf())).toBe(true);
  });

  it('is thrown away after a day when nothing has used it [S-18]', async () => {
    const kept = await send(owner, 'a.pdf');
    const used = await send(owner, 'b.pdf');
    const ids = [kept.body['id'], used.body['id']];
    await databasePool().query(
      `update file set created_at = app_now() - interval '25 hours',
         used_by = case when id = $2 then 'cancellation' end, object_id = case when id = $2 then id end,
         used_at = case when id = $2 then app_now() end
       where id = any($1::uuid[])`,
      [ids, used.body['id']],
    );

    await tasks['files.purge']?.({});

    const { rows } = await databasePool().query<{ id: string }>('select id from file where id = any($1::uuid[])', [
      ids,
    ]);
    expect(rows.map(({ id }) => id)).toEqual([used.body['id']]);
  });
});

describe('what one account uploads in a day', () => {
  /** An account that has uploaded files of these sizes; `hours` ago. */
  async function givenUploaded(sizes: readonly number[], hours = 0): Promise<SignedIn> {
    const browser = await givenSignedIn(server.url);
    const { rows } = await databasePool().query<{ id: string }>(
      `insert into file (id, account_id, storage_key, name_sealed, kind, size, sha256, created_at)
       select gen_random_uuid(), $1, gen_random_uuid()::text, ''::bytea, 'pdf', size, ''::bytea, app_now() - make_interval(hours => $3)
       from unnest($2::integer[]) size returning id`,
      [browser.accountId, sizes, hours],
    );
    expect(rows).toHaveLength(sizes.length);
    return browser;
  }
  const largest = 5 * 1024 * 1024;
  const refused = { status: 412, body: { code: 'FILE_QUOTA' } };

  it('is fifty files, and no fifty-first; those of the day before do not count [T19]', async () => {
    const browser = await givenUploaded(Array.from({ length: 49 }, () => 1));
    const dayAfter = await givenUploaded(
      Array.from({ length: 50 }, () => 1),
      25,
    );

    expect(await send(browser, 'last.pdf')).toMatchObject({ status: 200 });
    expect(await send(browser, 'more.pdf')).toMatchObject(refused);
    expect(await send(dayAfter, 'first.pdf')).toMatchObject({ status: 200 });
  });

  it('is two hundred megabytes, and not a byte more [T19]', async () => {
    const size = pdf().length;
    const full = Array.from({ length: 39 }, () => largest);
    const browser = await givenUploaded([...full, largest - size]);
    const fuller = await givenUploaded([...full, largest - size + 1]);

    expect(await send(browser, 'last.pdf')).toMatchObject({ status: 200 });
    expect(await send(browser, 'more.pdf')).toMatchObject(refused);
    expect(await send(fuller, 'more.pdf')).toMatchObject(refused);
  });
});

describe('a file that goes with a mail', () => {
  it('is the one that is named, of what the mail is about, and no other [T19]', async () => {
    const ids = [await send(owner, 'one.pdf'), await send(owner, 'two.pdf')].map(({ body }) => String(body['id']));
    const [about, other] = [randomId(), randomId()];
    await inTransaction((tx) => useFiles(tx, { accountId: owner.accountId, ids, usedBy: 'fapiao', objectId: about }));

    const names = await Promise.all(ids.map(async (id) => (await attachmentOf(about, id)).fileName));
    const [first = ''] = ids;

    expect(names).toEqual(['one.pdf', 'two.pdf']);
    await expect(attachmentOf(other, first)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(attachmentOf(about, randomId())).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a bucket', () => {
  const busy = { status: 503, body: '<Code>SlowDown</Code>' };

  it.each([
    ['busy twice', [busy, busy]],
    ['cut off after it took it', ['lost']],
  ] as const)('that is %s is asked again [Q4]', async (_, moods) => {
    const { store, close } = await startBucket([...moods]);
    const key = randomToken(24);

    await store.put(key, Buffer.from('a'));
    const found = await store.get(key);
    close();

    expect(String(found)).toBe('a');
  });

  it('whose clock is not ours is asked again by its own [Q4]', async () => {
    const mood = { status: 403, body: '<Code>RequestTimeTooSkewed</Code>', date: 'Sat, 05 Feb 2028 04:03:02 GMT' };
    const { store, signedAt, close } = await startBucket([mood]);

    await store.put(randomToken(24), Buffer.from('a'));
    close();

    expect(signedAt[1]).toBe('20280205T040302Z');
  });

  it('that refuses the key is asked once [Q4]', async () => {
    const { s3, signedAt, close } = await startBucket();
    const store = createS3Store({ ...s3, secretKey: 'another' });

    const refused = await store.put(randomToken(24), Buffer.from('a')).catch((error: unknown) => error);
    close();

    expect([refused, signedAt.length]).toEqual([expect.objectContaining({ code: 'BUSY' }), 1]);
  });

  it('that is not there has neither nothing under a key nor removed what was there [Q4]', async () => {
    const { s3, close } = await startBucket();
    const store = createS3Store({ ...s3, url: `${s3.url}-of-nobody` });
    const code = async (answer: Promise<unknown>) =>
      await answer.then(
        () => 'done',
        (error: unknown) => Object(error)['code'],
      );

    const answers = [await code(store.get(randomToken(24))), await code(store.remove(randomToken(24)))];
    close();

    expect(answers).toEqual(['BUSY', 'BUSY']);
  });

  it('that does not take a file asks for patience, and whatever came there is removed afterwards [Q4]', async () => {
    const bucket = await startBucket([busy, busy, 'lost']);
    const { sent, storageKey, sweep } = await throughBucket(bucket, 'a.pdf');
    const came = await bucket.store.get(storageKey);
    await sweep();
    const left = await bucket.store.get(storageKey);
    bucket.close();

    expect([sent.status, sent.body['code'], came === null, left]).toEqual([503, 'BUSY', false, null]);
  });

  it('keeps what an upload that went well has put there [Q4]', async () => {
    const bucket = await startBucket();
    const { sent, storageKey, sweep } = await throughBucket(bucket, 'a.pdf');
    await sweep();
    const left = await bucket.store.get(storageKey);
    bucket.close();

    expect([sent.status, left === null]).toEqual([200, false]);
  });
});

/** Uploads into this bucket; tells the key of its bytes and how to have done there what is planned for an hour later. */
async function throughBucket({ s3 }: Pick<Awaited<ReturnType<typeof startBucket>>, 's3'>, name: string) {
  const usual = settings();
  const inBucket = async <T>(act: () => Promise<T>): Promise<T> => {
    openSettings({ ...usual, files: { ...usual.files, s3 } });
    return await act().finally(() => openSettings(usual));
  };
  const sent = await inBucket(() => send(owner, name));
  const { rows } = await databasePool().query<{ payload: { storageKey: string } }>(
    `select payload from graphile_worker._private_jobs where payload ->> 'storageKey' is not null and run_at > now() + interval '59 minutes'
     order by id desc limit 1`,
  );
  const { payload = { storageKey: '' } } = rows[0] ?? {};
  return { sent, ...payload, sweep: () => inBucket(async () => await tasks['files.sweep']?.(payload)) };
}

describe.each(['folder', 'bucket'])('the store in a %s', (kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'examport-files-'));
  let store: FileStore;
  let close = (): void => undefined;
  beforeAll(async () => {
    if (kind === 'folder') store = createFolderStore(folder);
    else ({ store, close } = await startBucket());
  });
  afterAll(() => {
    close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('gives back exactly what was put, nothing for an unknown key, and forgets what is removed [ASVS-5.3.2]', async () => {
    const key = randomToken(24);
    const content = Buffer.from([0, 255, 13, 10, 0, 128]);

    await store.put(key, content);
    const found = await store.get(key);
    await store.remove(key);
    await store.remove(key);

    expect(found?.equals(content)).toBe(true);
    expect(await store.get(key)).toBeNull();
    expect(await store.get(randomToken(24))).toBeNull();
  });
});

/** A scanner that takes one file by clamd's INSTREAM and says what it is told to, or hangs up. */
async function startScanner(answer: string | null) {
  let seen = Buffer.alloc(0);
  const scanner = createSocketServer((socket: Socket) => {
    socket.on('data', (chunk: Buffer) => {
      seen = Buffer.concat([seen, chunk]);
      if (answer === null) socket.destroy();
      else if (seen.subarray(-4).equals(Buffer.alloc(4))) socket.end(`${answer}\0`);
    });
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => scanner.listen(0, '127.0.0.1', resolve));
  const address = scanner.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { url: `tcp://127.0.0.1:${port}`, seen: () => seen, close: () => scanner.close() };
}

describe('a virus scanner, where one is configured', () => {
  it.each([
    ['finds nothing', 'stream: OK', 200, undefined],
    ['finds something', 'stream: Win.Test.EICAR_HDB-1 FOUND', 412, 'FILE_UNSAFE'],
    ['says what nobody understands', 'INSTREAM size limit exceeded. ERROR', 503, 'BUSY'],
    ['hangs up', null, 503, 'BUSY'],
  ])('that %s decides over the whole file [T19]', async (...[, answer, status, code]) => {
    const scanner = await startScanner(answer);
    const usual = settings();
    openSettings({ ...usual, files: { ...usual.files, clamdUrl: scanner.url } });
    const sent = await send(owner, 'a.pdf', pdf('/Title (looked at)')).finally(() => {
      openSettings(usual);
      scanner.close();
    });

    expect([sent.status, sent.body['code']]).toEqual([status, code]);
    expect(scanner.seen().subarray(0, 10).toString()).toBe('zINSTREAM\0');
    expect(scanner.seen().includes('looked at')).toBe(true);
  });
});

describe('the folder of files', () => {
  it('holds nothing that can be read without the key [T19]', async () => {
    const marked = pdf('/Title (a-medical-certificate)');
    await send(owner, 'certificate.pdf', marked);

    const root = join(tmpdir(), 'examport-test-data', 'files');
    const contents = readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name)));
    expect(contents.length).toBeGreaterThan(0);
    expect(contents.some((content) => content.includes('a-medical-certificate'))).toBe(false);
  });
});
