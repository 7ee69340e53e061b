import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomId } from '#platform/chance';
import { databasePool, inTransaction } from '#platform/database';
import type { TestApp } from '#testing/app';
import { seal, unseal } from '#platform/vault';
import { runDueJobs } from '#platform/worker';
import { tasks as retention } from '#privacy/retention';
import {
  askStaff,
  givenAccount,
  givenStaff,
  openTestConsole,
  type PostOffice,
  type SignedInStaff,
  startPostOffice,
} from '#testing';
import { staffRoutes as noticeRoutes } from '#people/notices';
import { composeMail, goesBy, mailWords } from './compose.ts';
import { staffRoutes, tasks } from './index.ts';
import { messageKinds, sampleOf } from './samples.ts';
import { defaultTemplate, isEditable } from './template.ts';
import { messagePlace, writeMessage } from './write.ts';

let office: PostOffice;
let server: TestApp;
let support: SignedInStaff;
let administrator: SignedInStaff;
beforeAll(async () => {
  office = await startPostOffice();
  server = await openTestConsole({ staffRoutes: [...staffRoutes, ...noticeRoutes], environment: office.environment });
  support = await givenStaff(server.consoleUrl, { roles: ['supportAgent'] });
  administrator = await givenStaff(server.consoleUrl, { roles: ['administrator'] });
});
afterAll(async () => {
  await server.close();
  await office.close();
});

const sites = { publicUrl: 'https://exams.example', consoleUrl: 'https://console.example' };
const reason = 'The mailbox works again.';

async function expiredOrder(recipient: string): Promise<string> {
  const { id: accountId } = await givenAccount({ email: recipient });
  const id = await inTransaction((tx) =>
    writeMessage(tx, {
      kind: 'orderExpired',
      values: { orderId: randomId(), orderCode: 'EP1' },
      key: randomId(),
      objectId: randomId(),
      accountId,
      channel: 'mail',
      recipient,
      language: 'en',
    }),
  );
  return id ?? '';
}

async function rowOf(id: string) {
  const { rows } = await databasePool().query('select * from message where id = $1', [id]);
  return rows[0];
}

const resend = (id: string) => askStaff(support, 'messages.resend', { params: { id }, body: { reason } });

describe('a message, before staff', () => {
  it('that failed is sent again from what it was made of; a sent one is not, for that is wiped [T31]', async () => {
    const id = await expiredOrder('parent@example.cn');
    await databasePool().query(`update message set state = 'Failed' where id = $1`, [id]);

    const listed = await askStaff(support, 'messages.search', { body: { state: 'Failed', kind: 'orderExpired' } });
    const resent = await resend(id);
    await runDueJobs(tasks);
    const again = await resend(id);

    expect(listed.body['list']).toMatchObject([{ id, recipient: 'pa***@example.cn', canResend: true }]);
    expect(listed.text).not.toContain('parent@');
    expect(resent.status).toBe(204);
    expect(await rowOf(id)).toMatchObject({ state: 'Sent', is_wiped: true });
    expect(again.body['code']).toBe('MESSAGE_NOT_RESENDABLE');
  });

  it('that failed is sent again to where its owner is reached by now, never to an old address [S-19]', async () => {
    const [moved, gone] = [await expiredOrder('old@example.cn'), await expiredOrder('released@example.cn')];
    await databasePool().query(`update message set state = 'Failed' where id = any($1)`, [[moved, gone]]);
    const accountOf = async (id: string) => String((await rowOf(id)).account_id);
    const place = { table: 'account', row: await accountOf(moved), column: 'email' };
    const setEmail = (account: string, sealed: Buffer | null) =>
      databasePool().query('update account set email_sealed = $2, email_key = null where id = $1', [account, sealed]);
    await setEmail(place.row, seal('new@example.cn', place));
    await setEmail(await accountOf(gone), null);

    const answers = [await resend(moved), await resend(gone)];
    await runDueJobs(tasks);

    expect(answers.map(({ status, body }) => body['code'] ?? status)).toEqual([204, 'MESSAGE_NO_CONTACT']);
    expect(await office.messages('new@example.cn')).toHaveLength(1);
    expect([...(await office.messages('old@example.cn')), ...(await office.messages('released@example.cn'))]).toEqual(
      [],
    );
    expect(await rowOf(gone)).toMatchObject({ state: 'Failed' });
  });

  it('that failed keeps what it was made of for 14 days, and no longer [T31]', async () => {
    const id = await expiredOrder('wipe@example.cn');
    await databasePool().query(`update message set state = 'Failed' where id = $1`, [id]);
    const valuesOf = async () => unseal((await rowOf(id)).values_sealed, messagePlace(id, 'values'));

    await retention['retention.run']?.({});
    const kept = await valuesOf();
    await databasePool().query(
      `update message set created_at = created_at - interval '14 days 1 second' where id = $1`,
      [id],
    );
    await retention['retention.run']?.({});

    expect(kept).toContain('EP1');
    expect(await valuesOf()).toBe('{}');
    expect((await resend(id)).body['code']).toBe('MESSAGE_NOT_RESENDABLE');
  });
});

describe('the words of a mail', () => {
  it('read as a template and filled again say what they said before, for every kind that can be changed', () => {
    for (const kind of messageKinds.filter((each) => goesBy(each, 'mail') && isEditable(each)))
      for (const language of ['en', 'zh'] as const) {
        const template = defaultTemplate(kind, language, (message) => mailWords(message, language));
        const own = composeMail(sampleOf(kind), language, sites);
        expect(composeMail(sampleOf(kind), language, sites, template), `${kind} ${language}`).toEqual(own);
        expect(JSON.stringify(template), `${kind} ${language}`).not.toMatch(/⟦|209[12]/);
      }
  });

  it('are changed at once for what is sent from then on, by one of two who try, and given back', async () => {
    const params = { kind: 'orderExpired', language: 'en' };
    const words = {
      subject: 'Order {{orderCode}} is gone',
      paragraphs: ['<b>Sorry</b>, order {{orderCode}} expired.'],
    };
    const save = (version: number) =>
      askStaff(administrator, 'messages.saveTemplate', { params, body: { version, ...words, reason } });

    const [first, second] = [await save(0), await save(0)];
    const id = await expiredOrder('words@example.cn');
    await runDueJobs(tasks);
    const [mail] = await office.messages('words@example.cn');
    const shown = await askStaff(support, 'messages.template', { params });
    const reset = await askStaff(administrator, 'messages.resetTemplate', { params, body: { version: 1, reason } });

    expect([first.status, second.status, second.body['code'], reset.status]).toEqual([
      204,
      409,
      'VERSION_CONFLICT',
      204,
    ]);
    expect(await rowOf(id)).toMatchObject({ state: 'Sent' });
    expect(mail?.subject).toBe('Order EP1 is gone');
    expect(JSON.stringify(mail)).toContain('&lt;b&gt;Sorry');
    expect(shown.body).toMatchObject({ isChanged: true, version: 1, slots: ['orderCode'] });
    expect((await askStaff(support, 'messages.template', { params })).body).toMatchObject({
      isChanged: false,
      version: 0,
    });
  });

  it('name only values of their kind, keep the code of a verification, and are no business of support', async () => {
    const say = (kind: string, paragraphs: string[]) =>
      askStaff(administrator, 'messages.saveTemplate', {
        params: { kind, language: 'zh' },
        body: { version: 0, subject: '通知', paragraphs, reason },
      });
    const codes = await Promise.all([
      say('orderExpired', ['{{idNo}}']),
      say('verificationCode', ['请查收。']),
      say('registrationWithdrawn', ['已取消。']),
      say('noSuchKind', ['x']),
    ]);
    const foreign = await askStaff(support, 'messages.saveTemplate', {
      params: { kind: 'orderExpired', language: 'zh' },
      body: { version: 0, subject: 'x', paragraphs: ['x'], reason },
    });

    expect(codes.map(({ body }) => body['code'])).toEqual([
      'TEMPLATE_SLOT',
      'TEMPLATE_LACKS',
      'TEMPLATE_FIXED',
      'NOT_FOUND',
    ]);
    expect(foreign.status).toBe(403);
  });

  it('are shown with example values before they are kept', async () => {
    const params = { kind: 'orderPlaced', language: 'zh' };
    const body = { subject: '请付款 {{amount}}', paragraphs: ['请在 {{payBefore}} 前付款。'] };

    const preview = await askStaff(administrator, 'messages.preview', { params, body });
    const list = await askStaff(administrator, 'messages.templates');

    expect(preview.body).toMatchObject({ subject: '请付款 ¥1,500.00' });
    expect(preview.body['text']).toContain('请在 2026年11月21日 12:00 前付款。');
    expect(list.body['list']).toHaveLength(messageKinds.length);
  });
});
