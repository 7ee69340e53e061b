import { sql } from 'kysely';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { identify, routes as accountRoutes } from '#people/accounts';
import { letterCodeOf, routes as applicationRoutes, tasks as applicationTasks } from '#registering/applications';
import { routes as candidateRoutes } from '#people/candidates';
import { resendMessage, tasks as messageTasks } from '#people/messages';
import { routes as orderRoutes } from '#checkout/orders';
import { randomId } from '#platform/chance';
import { inTransaction, reading } from '#platform/database';
import { createBrowser, startTestApp } from '#testing/app';
import { runDueJobs } from '#platform/worker';
import {
  ask,
  givenSignedIn,
  moveClockTo,
  startPostOffice,
  testPassword,
  type PostOffice,
  type SignedIn,
  type TestServer,
  trustBrowser,
} from '#testing';
import { givenLettered, type Lettered } from '#testing/lettered';
import { routes, tasks } from './index.ts';

/** 60 days before the exam; letters come five days before it. */
const early = '2026-11-21T04:00:00.000Z';
const dayBefore = '2027-01-14T15:59:00.000Z';
const due = '2027-01-14T16:00:01.000Z';

const allTasks = { ...tasks, ...messageTasks, ...applicationTasks };
let office: PostOffice;
let server: TestServer;
let owner: SignedIn;

beforeAll(async () => {
  office = await startPostOffice();
  server = await startTestApp({
    routes: [...accountRoutes, ...candidateRoutes, ...orderRoutes, ...applicationRoutes, ...routes],
    identify,
    environment: { TRUSTED_PROXIES: '1', ...office.environment },
  });
});
beforeEach(async () => {
  await at(early);
});
afterAll(async () => {
  await server.close();
  await office.close();
});

/** Moves every clock; the owner signs in again, because sessions end meanwhile. */
async function at(instant: string): Promise<void> {
  await moveClockTo(instant);
  await office.followClock();
  if (!owner) return;
  const browser = createBrowser(server.url);
  await trustBrowser(browser, owner.accountId);
  await ask(browser, 'user.signIn', {
    body: { loginType: 'Password', mobileOrEmail: owner.phone, password: testPassword },
  });
  owner = { ...browser, phone: owner.phone, accountId: owner.accountId };
}

async function given(changes: Parameters<typeof givenLettered>[1] = {}, account: object = {}): Promise<Lettered> {
  owner = await givenSignedIn(server.url, account);
  return await givenLettered(owner, changes);
}

const print = (id: string, language = 'en') =>
  ask(owner, 'application.letter', { params: { applicationId: id }, headers: { 'accept-language': language } });

const row = (id: string) =>
  reading((tx) => tx.selectFrom('application').selectAll().where('id', '=', id).executeTakeFirstOrThrow());

const letterCodeIn = async (id: string) => letterCodeOf(await row(id));

describe('the confirmation letter', () => {
  it('can be printed from five days before the exam and not a second earlier [R-68 call:GET /api/application/{applicationId}/confirmation-letter/pdf]', async () => {
    const { id } = await given();

    const wait = await print(id);
    await at(dayBefore);
    const stillNot = await print(id, 'zh-CN');
    await at(due);
    const printed = await print(id);

    expect([wait.status, wait.body['code'], wait.body['userMessage']]).toEqual([
      412,
      'LETTER_NOT_YET',
      'The confirmation letter will be available from 2027-01-15.',
    ]);
    expect(stillNot.body['userMessage']).toBe('准考证 2027-01-15 起可下载。');
    expect(printed.status).toBe(200);
    expect(printed.headers.get('content-type')).toBe('application/pdf');
    expect(printed.headers.get('content-disposition')).toMatch(/^inline; filename="confirmation-letter-P261121/);
  });

  it('says what the registration says, and of the document the last two signs only', async () => {
    const { id } = await given({ isChild: true });
    await at(due);

    const { url } = server;
    const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetchPdf(`${url}/api/application/${id}/confirmation-letter/pdf`, cookie);

    const [{ code }, letterCode] = [await row(id), await letterCodeIn(id)];
    expect(answer.bytes).toBeLessThan(60_000);
    for (const part of [code, 'WANG XIAOMING', 'Paper 1', 'Chaoyang Test Centre', 'The lift serves floors 1 to 4.'])
      expect(answer.text).toContain(part.replaceAll(' ', ''));
    expect(answer.text).toContain('MainlandIDcardendingin12');
    expect(answer.text).toContain(`${letterCode}-1`);
    expect(answer.text).not.toContain('11010519491231002X');
  });

  it.each([
    ['吉𠮷', '吉𠮷', '王𠮷', '王𠮷'],
    ['買買提．艾力', '買買提·艾力', '阿卜杜.热合曼', '阿卜杜·热合曼'],
    ['王𪜀', '王〓(documentendingin2X)', '王𪜀', ''],
  ])(
    'names who may fetch a child so that they can be told: %s as %s, and the child: %s as %s [1.5]',
    async (guardian, printed, nameZh, chinese) => {
      const { id } = await given({ isChild: true, guardian, nameZh });
      await at(due);
      const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

      const { text } = await fetchPdf(`${server.url}/api/application/${id}/confirmation-letter/pdf`, cookie);
      expect(text).toContain(`:${printed}Whatyouneedtoknow`);
      expect(text).toContain(`WANGXIAOMING${chinese}Reportby`);
    },
  );

  it('does not exist before payment, for a withdrawn session, without a venue, or for anybody else [R-68 T8]', async () => {
    const [{ id, sessionId }, unpaid] = [await given(), await givenLettered(owner, { isInCart: true })];
    await at(due);
    const other = await givenSignedIn(server.url);

    const inCart = await print(unpaid.id);
    const foreign = await ask(other, 'application.letter', { params: { applicationId: id } });
    await inTransaction((tx) => sql`update exam_session set status = 'Withdrawn' where id = ${sessionId}`.execute(tx));
    const withdrawn = await print(id);

    expect([inCart.body['code'], withdrawn.body['code'], foreign.status]).toEqual([
      'LETTER_UNAVAILABLE',
      'LETTER_UNAVAILABLE',
      404,
    ]);
  });
});

/** The text layer without white space. */
async function fetchPdf(url: string, cookie: string): Promise<{ text: string; bytes: number }> {
  const response = await globalThis.fetch(url, { headers: { cookie } });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const size = bytes.byteLength;
  const { text } = await extractText(await getDocumentProxy(bytes), { mergePages: true });
  return { text: text.replaceAll(/\s/g, ''), bytes: size };
}

describe('the page behind the QR code', () => {
  const verify = async (code: string) =>
    (await ask(createBrowser(server.url), 'letter.verify', { params: { code } })).body;

  it('says valid with masked data once the letter is there, however the code is typed [T37 call:GET /api/letter/verify/{code}]', async () => {
    const { id } = await given();
    const letterCode = await letterCodeIn(id);
    const before = await verify(`${letterCode}-1`);
    await at(due);
    const after = await verify(`${letterCode}-1`.toLowerCase().replaceAll('-', ' '));

    expect(before).toEqual(await verify('forged'));
    expect(after).toMatchObject({
      isValid: true,
      isNewestVersion: true,
      candidateName: 'WANG X*******',
      productName: 'Exam',
      subjectName: 'Paper 1',
      cityName: 'Beijing',
    });
    expect(String(after['idNo'])).toMatch(/^\*{16}\d[\dX]$/);
  });

  it('says nothing at all of a forged code [T37]', async () => {
    const { id } = await given();
    await at(due);
    const letterCode = await letterCodeIn(id);
    const forged = `${letterCode.slice(0, -1)}${letterCode.endsWith('0') ? '1' : '0'}-1`;

    for (const code of [forged, letterCode, 'x', "' or 1=1"]) {
      const answer = await verify(code);
      expect([code, answer['isValid'], answer['candidateName'], answer['idNo']]).toEqual([code, false, null, null]);
    }
  });

  it('says not valid of an old version and of a cancelled registration [T37 9.1#17]', async () => {
    const { id } = await given({ isChild: true });
    await ask(owner, 'application.changePickup', { body: { applicationId: id, leaveAlone: false } });
    await at(due);
    const letterCode = await letterCodeIn(id);

    const [old, newest] = [await verify(`${letterCode}-1`), await verify(`${letterCode}-2`)];
    await inTransaction((tx) => sql`update application set status = 'Cancelled' where id = ${id}`.execute(tx));
    const cancelled = await verify(`${letterCode}-2`);

    expect([old['isValid'], old['isNewestVersion']]).toEqual([false, false]);
    expect([newest['isValid'], cancelled['isValid'], cancelled['idNo']]).toEqual([true, false, null]);
  });

  it('may be asked sixty times an hour from one address', async () => {
    const ask60 = Array.from({ length: 61 }, () =>
      ask(createBrowser(server.url), 'letter.verify', {
        params: { code: 'ABCDE' },
        headers: { 'x-forwarded-for': '198.51.100.7' },
      }),
    );

    const statuses = (await Promise.all(ask60)).map(({ status }) => status);

    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });
});

describe('telling about the letter', () => {
  it('waits for its day, then mails it once with the PDF and says by SMS where to print it [9.8 C39 9.8#2 9.8#3]', async () => {
    const email = 'parent@example.cn';
    const { id } = await given({}, { email, language: 'zh' });
    await runDueJobs(allTasks);
    const tooEarly = (await office.messages(email)).filter(({ attachments }) => attachments.length > 0);

    await at(due);
    await sweep();
    await sweep();

    expect(tooEarly).toEqual([]);
    const mails = (await office.messages(email)).filter(({ attachments }) => attachments.length > 0);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ subject: '准考证：考试 试卷1' });
    expect(mails[0]?.attachments).toMatchObject([{ type: 'application/pdf' }]);
    const texts = (await office.messages(owner.phone)).filter(({ text }) => text.includes('LETTER_READY_ZH'));
    expect(texts).toHaveLength(1);
    expect((await row(id)).email_status).toBe('Success');
  });

  it('is by SMS alone where no address is bound, and the mail stays unsent [9.8 9.8#1]', async () => {
    const { id } = await given();
    await at(due);
    await sweep();

    expect((await office.messages(owner.phone)).some(({ text }) => text.includes('LETTER_READY_EN'))).toBe(true);
    expect((await row(id)).email_status).toBe('NotSent');
  });

  it('comes again by mail with a new version, without another SMS [9.1#17 9.8 9.8#7]', async () => {
    const email = 'guardian@example.cn';
    const { id } = await given({ isChild: true }, { email });
    await at('2027-01-15T04:00:00.000Z');
    await sweep();
    await ask(owner, 'application.changePickup', { body: { applicationId: id, leaveAlone: false } });
    await runDueJobs(allTasks);

    expect((await office.messages(email)).filter(({ attachments }) => attachments.length > 0)).toHaveLength(2);
    expect((await office.messages(owner.phone)).filter(({ text }) => text.includes('LETTER_READY'))).toHaveLength(1);
    expect(await row(id)).toMatchObject({ email_status: 'Success', letter_version: 2 });
  });

  it('ends as failed when the address does not exist [9.8 9.8#5]', async () => {
    const { id } = await given({}, { email: 'nobody@example.cn' });
    await at(due);
    await office.fault('mail', { mode: 'error', code: '550' });
    await sweep();
    await office.fault('mail', { mode: 'ok' });

    expect((await row(id)).email_status).toBe('Failed');
  });

  it('that failed moves on with its mail when staff send it again [9.8]', async () => {
    const email = 'mended@example.cn';
    const { id } = await given({}, { email });
    await at(due);
    await office.fault('mail', { mode: 'error', code: '550' });
    await sweep();
    await office.fault('mail', { mode: 'ok' });
    expect((await row(id)).email_status).toBe('Failed');
    const { id: messageId } = await mailAbout(id);

    await inTransaction((tx) =>
      resendMessage(tx, staff, { id: messageId, reason: 'The mailbox works.', recipientOf: async () => email }),
    );
    await runDueJobs(allTasks);

    expect((await row(id)).email_status).toBe('Success');
    expect(await mailAbout(id)).toMatchObject({ state: 'Sent' });
  });

  it('whose registration ends while it waits is given up, not left waiting for ever [9.8]', async () => {
    const email = 'ended@example.cn';
    const { id } = await given({}, { email });
    await at(due);
    await tasks['letters.plan']?.({ applicationId: id });
    await inTransaction((tx) => sql`update application set status = 'Cancelled' where id = ${id}`.execute(tx));

    await runDueJobs(allTasks);

    expect(await mailAbout(id)).toMatchObject({ state: 'Failed', last_error: 'noLetter' });
    expect((await office.messages(email)).filter(({ attachments }) => attachments.length > 0)).toEqual([]);
  });

  const staff = {
    id: randomId(),
    name: 'Officer',
    permissions: new Set<never>(),
    offices: 'all',
    language: 'en',
  } as const;

  function mailAbout(id: string) {
    return reading((tx) =>
      tx
        .selectFrom('message')
        .selectAll()
        .where('object_id', '=', id)
        .where('kind', '=', 'letterReady')
        .where('channel', '=', 'mail')
        .executeTakeFirstOrThrow(),
    );
  }

  it('is not done for a registration that was cancelled meanwhile [9.8 9.8#8]', async () => {
    const email = 'late@example.cn';
    const { id } = await given({}, { email });
    await runDueJobs(allTasks);
    await inTransaction((tx) => sql`update application set status = 'Cancelled' where id = ${id}`.execute(tx));
    await at(due);
    await sweep();

    expect((await office.messages(email)).filter(({ attachments }) => attachments.length > 0)).toEqual([]);
  });

  async function sweep(): Promise<void> {
    await tasks['letters.sweep']?.({});
    await runDueJobs(allTasks);
  }
});

describe('a receipt', () => {
  it('is written in the account’s language, whatever the browser speaks [R-16 C39]', async () => {
    const email = 'receipt@example.cn';
    await given({}, { email, language: 'zh' });
    await runDueJobs(allTasks);

    const [mail] = await office.messages(email);
    expect(mail?.subject).toMatch(/^订单 O261121\w+ 已完成$/);
    expect(mail?.html).toContain('<html lang="zh-CN">');
    expect(mail?.text).toContain('WANG XIAOMING');
  });

  it('names a child by family name, initial and code, as the mail of its letter does', async () => {
    const email = 'mother@example.cn';
    const { id } = await given({ isChild: true }, { email });
    await runDueJobs(allTasks);
    await at(due);
    await tasks['letters.sweep']?.({});
    await runDueJobs(allTasks);

    const { code } = await row(id);
    const mails = await office.messages(email);
    const letter = mails.find(({ attachments }) => attachments.length > 0);
    const receipt = mails.find(({ subject }) => subject?.endsWith('is complete'));
    expect(receipt?.text).toContain(`WANG X*** (${code})`);
    expect(letter?.text).toContain('The confirmation letter for WANG X*** is attached.');
    expect(letter?.text).toContain(code);
    expect(mails.filter((mail) => JSON.stringify(mail).includes('XIAOMING'))).toEqual([]);
  });
});

describe('the calendar file', () => {
  it('puts the exam into a calendar, in the place that is known by then [call:GET /api/application/{id}/calendar]', async () => {
    const { id } = await given();

    const answer = await ask(owner, 'application.calendarFile', { params: { id } });

    expect(answer.headers.get('content-type')).toContain('text/calendar');
    const text = answer.text.replaceAll('\r\n ', '');
    expect(text).toContain('SUMMARY:Exam: Paper 1');
    expect(text).toContain('LOCATION:Chaoyang Test Centre\\, 18 Jianguomenwai Avenue\\, Beijing');
    expect(text).toContain(`UID:${id}@localhost`);
    expect(text).not.toContain('WANG');
  });

  it('is not for the cart, nor for anybody else [T8]', async () => {
    const waiting = await given({ isInCart: true });
    const other = await givenSignedIn(server.url);

    expect((await ask(owner, 'application.calendarFile', { params: { id: waiting.id } })).body['code']).toBe(
      'ILLEGAL_STATE',
    );
    expect((await ask(other, 'application.calendarFile', { params: { id: waiting.id } })).status).toBe(404);
  });
});
