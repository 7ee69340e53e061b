import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addSeconds, maskEmail } from '@exam/contract/rules';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { randomId } from '#platform/chance';
import { inTransaction, reading } from '#platform/database';
import { openSettings } from '#platform/settings';
import { openTestPlatform } from '#testing/app';
import { testConfig } from '#platform/testing/config';
import { unseal } from '#platform/vault';
import { closeLog, openLog } from '#platform/log';
import { runDueJobs } from '#platform/worker';
import { givenAccount, moveClockTo, startPostOffice, type PostOffice } from '#testing';
import { sendCodeMessage, tasks } from './index.ts';
import { messagePlace, writeMessage, type Outgoing } from './write.ts';

const now = '2026-11-21T04:00:00.000Z';
let office: PostOffice;
let close: () => Promise<void>;

beforeAll(async () => {
  office = await startPostOffice();
  close = await openTestPlatform(office.environment);
});
beforeEach(async () => {
  await moveClockTo(now);
  await office.followClock();
  await office.fault('sms', { mode: 'ok' });
  await office.fault('mail', { mode: 'ok' });
});
afterAll(async () => {
  await close();
  await office.close();
});

async function rowOf(id: string) {
  return await reading((tx) => tx.selectFrom('message').selectAll().where('id', '=', id).executeTakeFirstOrThrow());
}

async function given(changes: Partial<Outgoing> = {}): Promise<{ id: string; recipient: string }> {
  const objectId = randomId();
  const recipient = changes.channel === 'mail' ? `${objectId}@example.cn` : (await givenAccount()).phone;
  const outgoing = {
    kind: 'orderExpired',
    values: { orderId: objectId, orderCode: 'O2611210000' },
    key: `orderExpired:${objectId}:1`,
    objectId,
    accountId: null,
    channel: 'sms',
    language: 'zh',
    recipient,
    ...changes,
  } as Outgoing;
  const id = await inTransaction((tx) => writeMessage(tx, outgoing));
  return { id: id ?? '', recipient };
}

describe('a message', () => {
  it('is sent by the provider’s real protocol [C39]', async () => {
    const { id, recipient } = await given();

    await runDueJobs(tasks);

    expect(await office.messages(recipient)).toMatchObject([
      { channel: 'sms', text: '【考途】SMS_ORDER_EXPIRED_ZH: order: O2611210000' },
    ]);
    const row = await rowOf(id);
    expect(row).toMatchObject({ state: 'Sent', attempts: 1, last_error: null, sent_at: expect.any(String) });
    expect(row.provider_id).toMatch(/^\d+\^0$/);
  });

  it('is sealed at rest and absent from the queue [T31]', async () => {
    const { id, recipient } = await given();

    const row = await rowOf(id);
    const jobs = await inTransaction((tx) =>
      sql<{ payload: unknown }>`select payload from graphile_worker._private_jobs`.execute(tx),
    );

    expect(row.recipient_sealed.toString('utf8')).not.toContain(recipient);
    expect(JSON.stringify(jobs.rows)).toContain(id);
    expect(JSON.stringify(jobs.rows)).not.toContain(recipient);
    await runDueJobs(tasks);
  });

  it('of one kind, object and version is sent at most once by each channel [C39]', async () => {
    const key = `orderExpired:${randomId()}:1`;
    const { recipient } = await given({ key });
    const twin = await given({ key, recipient });
    const anew = await given({ key: `${key}0`, recipient });

    await runDueJobs(tasks);
    await tasks['messages.send']?.({ messageId: anew.id });

    expect(twin.id).toBe('');
    expect(await office.messages(recipient)).toHaveLength(2);
  });

  it('goes by mail with a subject, a text and a page, and is then forgotten by us [T31]', async () => {
    const { id, recipient } = await given({ channel: 'mail' });

    await runDueJobs(tasks);

    const [mail] = await office.messages(recipient);
    expect(mail).toMatchObject({ channel: 'mail', subject: '订单 O2611210000 已过期' });
    expect(mail?.from).toMatch(/^Examport 考途 <.+@.+>$/);
    expect(mail?.html).toContain('<html lang="zh-CN">');
    const row = await rowOf(id);
    expect([row.state, unseal(row.values_sealed, messagePlace(id, 'values'))]).toEqual(['Sent', '{}']);
    // With the words goes whom they went to, but for the part that staff read.
    expect(unseal(row.recipient_sealed, messagePlace(id, 'recipient'))).toBe(maskEmail(recipient));
  });

  it('is tried again after five minutes, an hour and six hours, then given up [9.8 9.8#4 9.8#5]', async () => {
    const { id, recipient } = await given({ channel: 'mail' });
    await office.fault('mail', { mode: 'limit' });

    const states: string[] = [];
    let at = now;
    for (const pause of [0, 300, 3600, 21_600]) {
      at = addSeconds(at, pause + 1);
      await moveClockTo(at);
      await tasks['messages.send']?.({ messageId: id });
      const { state, attempts } = await rowOf(id);
      states.push(`${state} ${attempts}`);
    }

    expect(states).toEqual(['Waiting 1', 'Waiting 2', 'Waiting 3', 'Failed 4']);
    expect((await rowOf(id)).last_error).toBe('smtp:452');
    expect(await office.messages(recipient)).toEqual([]);
  });

  it.each([
    [535, 'Waiting'],
    [550, 'Failed'],
  ])(
    'that the mail server refuses with %i is %s: what the operator can put right is tried again [Q4]',
    async (code, state) => {
      const { id } = await given({ channel: 'mail' });
      await office.fault('mail', { mode: 'error', code: String(code), times: 1 });

      const logFile = join(mkdtempSync(join(tmpdir(), 'examport-messages-')), 'log');
      openLog('info', logFile);
      await tasks['messages.send']?.({ messageId: id });
      await closeLog();
      openLog('silent');

      expect(await rowOf(id)).toMatchObject({ state, attempts: 1, last_error: `smtp:${code}` });
      expect(readFileSync(logFile, 'utf8')).toContain(`"outcome":"smtp:${code}"`);
    },
  );

  it('that the provider refuses for good is not tried again', async () => {
    await office.fault('sms', { mode: 'error', code: 'isv.MOBILE_NUMBER_ILLEGAL', times: 1 });
    const { id } = await given();

    await runDueJobs(tasks);

    expect(await rowOf(id)).toMatchObject({ state: 'Failed', attempts: 1, last_error: 'isv.MOBILE_NUMBER_ILLEGAL' });
  });
});

describe('a reminder', () => {
  const exam = { applicationId: 'a', productName: 'TKT', subjectName: 'Module 1', candidateName: 'WANG XIAOMING' };
  const ahead = { ...exam, examDate: '2026-11-22', startTime: '09:00', cityName: '北京' };

  it.each([
    { kind: 'examGuardianOpen', values: ahead, last: '2026-11-22T15:50:00.000Z', over: '2026-11-22T16:00:00.000Z' },
    {
      kind: 'cartClosing',
      values: { closesAt: '2026-11-22T09:00:00.000Z', lines: [ahead] },
      last: '2026-11-22T08:50:00.000Z',
      over: '2026-11-22T09:00:01.000Z',
    },
  ] as const)(
    'that could not be sent in time is not sent at all: $kind [9.8]',
    async ({ kind, values, last, over }) => {
      const sentAt = async (at: string) => {
        const { id, recipient } = await given({ kind, values } as Partial<Outgoing>);
        await moveClockTo(at);
        await office.followClock();
        await tasks['messages.send']?.({ messageId: id });
        return { ...(await rowOf(id)), came: (await office.messages(recipient)).length };
      };

      expect([await sentAt(last), await sentAt(over)]).toMatchObject([
        { state: 'Sent', came: 1 },
        { state: 'Failed', last_error: 'past', attempts: 1, came: 0 },
      ]);
    },
  );
});

describe('an SMS that the service has taken', () => {
  const reports = { ...tasks, 'notices.fallBack': async () => undefined };
  const readReports = async (seconds: number) => {
    await moveClockTo(addSeconds(now, seconds));
    await office.followClock();
    await tasks['messages.readReports']?.({});
  };
  const saidBy = async (id: string) => unseal((await rowOf(id)).values_sealed, messagePlace(id, 'values'));

  it('is forgotten by us once it has arrived [C39 Q4 T31]', async () => {
    const { id } = await given();
    await runDueJobs(reports);
    const atOnce = await saidBy(id);

    await readReports(300);
    const soon = await saidBy(id);
    await readReports(900);

    expect([atOnce, soon]).toEqual([expect.stringContaining('O2611210000'), expect.stringContaining('O2611210000')]);
    expect([await saidBy(id), (await rowOf(id)).state]).toEqual(['{}', 'Sent']);
  });

  it('and the phone company gave back has failed: it is told another way, and may be sent again [C39 Q4]', async () => {
    const { id: accountId, phone: recipient } = await givenAccount();
    const { id } = await given({ accountId, recipient });
    await office.fault('sms', { mode: 'undelivered', times: 1 });
    await runDueJobs(reports);
    const before = await rowOf(id);

    await readReports(900);
    const { rows: jobs } = await inTransaction((tx) =>
      sql`select from graphile_worker._private_jobs where payload ->> 'messageId' = ${id}`.execute(tx),
    );

    expect(await office.messages(recipient)).toEqual([]);
    expect(before).toMatchObject({ state: 'Sent', is_wiped: false });
    expect(await rowOf(id)).toMatchObject({ state: 'Failed', last_error: 'undelivered', is_wiped: false });
    expect(jobs).toHaveLength(1);
  });

  it('and of which nothing is known is asked about for a day [Q4 T31]', async () => {
    const { id } = await given();
    await runDueJobs(reports);
    await office.fault('sms', { mode: 'down' });
    const kept = [];
    for (const hours of [1, 12, 23.5, 24.6]) {
      await readReports(hours * 3600);
      kept.push((await saidBy(id)) !== '{}');
    }

    expect([kept, (await rowOf(id)).state]).toEqual([[true, true, true, false], 'Sent']);
  });

  it('holds no other up where the service does not say [Q4]', async () => {
    const [first, second] = [await given(), await given()];
    await runDueJobs(reports);
    await office.fault('sms', { mode: 'down', only: first.recipient });

    await readReports(900);

    expect([await saidBy(first.id), await saidBy(second.id)]).toEqual([expect.stringContaining('O26'), '{}']);
  });
});

describe('an SMS whose answer was lost', () => {
  const again = async (id: string, seconds: number) => {
    await moveClockTo(addSeconds(now, seconds));
    await office.followClock();
    await tasks['messages.send']?.({ messageId: id });
  };

  it('comes once where the service knows it by our id: it is asked first [9.8 F17]', async () => {
    const { id, recipient } = await given();
    await office.fault('sms', { mode: 'lost', times: 1 });
    await runDueJobs(tasks);
    const before = await rowOf(id);

    await again(id, 301);

    expect(before).toMatchObject({ state: 'Waiting', last_error: 'network', unsure_tries: 1 });
    expect(await rowOf(id)).toMatchObject({ state: 'Sent', unsure_tries: 1 });
    expect(await office.messages(recipient)).toHaveLength(1);
  });

  it('is sent when the service says that it never came there, and waits while the service says nothing [9.8 F17]', async () => {
    const { id, recipient } = await given();
    await office.fault('sms', { mode: 'down' });
    await runDueJobs(tasks);

    await again(id, 301);
    const silent = await rowOf(id);
    await office.fault('sms', { mode: 'ok' });
    await again(id, 3902);

    expect(silent).toMatchObject({ state: 'Waiting', attempts: 2 });
    expect(await rowOf(id)).toMatchObject({ state: 'Sent', attempts: 3 });
    expect(await office.messages(recipient)).toHaveLength(1);
  });

  it('comes once when the process died before it could write down the answer [9.8 F17]', async () => {
    const { id, recipient } = await given();
    await office.fault('sms', { mode: 'lost', times: 1 });
    await runDueJobs(tasks);
    // The process wrote nothing after it had begun the try.
    const dead = sql`update message set last_error = null, busy_until = app_now() + interval '90 seconds' where id = ${id}`;
    await inTransaction((tx) => dead.execute(tx));

    await again(id, 91);

    expect(await rowOf(id)).toMatchObject({ state: 'Sent' });
    expect(await office.messages(recipient)).toHaveLength(1);
  });

  it('comes at most once more where the service takes no id [9.8 F17]', async () => {
    openSettings(testConfig(office.tencent));
    const { id, recipient } = await given();
    await office.fault('sms', { mode: 'lost' });
    await runDueJobs(tasks);

    for (const seconds of [301, 3902, 25_503]) await again(id, seconds);
    openSettings(testConfig(office.environment));

    expect(await office.messages(recipient)).toHaveLength(2);
    expect(await rowOf(id)).toMatchObject({ state: 'Failed', last_error: 'noAnswer', unsure_tries: 2 });
  });
});

describe('a code', () => {
  it('reaches a number without an account, and its value is wiped [R-19 T31]', async () => {
    const phone = '13744440001';
    await inTransaction((tx) =>
      sendCodeMessage(tx, {
        kind: 'verificationCode',
        values: { code: '004711' },
        to: { channel: 'sms', recipient: phone },
        language: 'en',
      }),
    );

    await runDueJobs(tasks);

    expect((await office.messages(phone))[0]?.text).toContain('004711');
    const row = await reading((tx) =>
      tx.selectFrom('message').selectAll().where('kind', '=', 'verificationCode').executeTakeFirstOrThrow(),
    );
    expect(unseal(row.values_sealed, messagePlace(row.id, 'values'))).toBe('{}');
  });

  it('is not sent any more once it has ended [R-19]', async () => {
    const { id, recipient } = await given({
      kind: 'verificationCode',
      values: { code: '123456' },
    } as Partial<Outgoing>);
    await moveClockTo(addSeconds(now, 400));

    await tasks['messages.send']?.({ messageId: id });

    expect(await rowOf(id)).toMatchObject({ state: 'Failed', last_error: 'codeExpired' });
    expect(await office.messages(recipient)).toEqual([]);
  });
});
