import { addSeconds } from '@exam/contract/rules';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { randomId } from '#platform/chance';
import { inTransaction, reading } from '#platform/database';
import { openSettings } from '#platform/settings';
import { openTestPlatform } from '#platform/testing/app';
import { testConfig } from '#platform/testing/config';
import { unseal } from '#platform/vault';
import { runDueJobs } from '#platform/worker';
import { givenAccount, moveClockTo, startPostOffice, type PostOffice } from '#testing';
import { composeMail, composeSms, smsTemplates } from './compose.ts';
import { sendCodeMessage, tasks } from './index.ts';
import type { Message } from './kinds.ts';
import { sampleOf } from './samples.ts';
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

const exam = {
  applicationId: 'a',
  productName: 'TKT <b>',
  subjectName: 'Module 1',
  candidateName: 'WANG XIAOMING',
  examDate: '2026-12-09',
  startTime: '09:00',
  cityName: '北京',
};

const booking = { bookingId: 'b', bookingCode: 'B1', productName: 'University exam', candidateName: 'WANG XIAOMING' };
const service = {
  requestId: '00000000-0000-4000-8000-000000000004',
  requestCode: 'T261121K7QRT',
  productName: 'Post-results services',
  serviceName: 'Review of marking',
  candidateName: 'WANG XIAOMING',
};
const toPay = { ...booking, amount: 153_700, payBefore: now };

const examples: Message[] = [
  { kind: 'verificationCode', values: { code: '012345' } },
  { kind: 'numberTaken', values: {} },
  { kind: 'registered', values: {} },
  {
    kind: 'orderPlaced',
    values: { orderId: 'o', orderCode: 'O1', amount: 150_000, payBefore: now, lines: [{ ...exam, amount: 150_000 }] },
  },
  {
    kind: 'paid',
    values: { orderId: 'o', orderCode: 'O1', amount: 150_000, paidAt: now, lines: [{ ...exam, amount: 150_000 }] },
  },
  { kind: 'registrationConfirmed', values: { orderId: 'o', orderCode: 'O1', lines: [{ ...exam, amount: 0 }] } },
  { kind: 'orderExpired', values: { orderId: 'o', orderCode: 'O1' } },
  { kind: 'orderSessionWithdrawn', values: { orderId: 'o', orderCode: 'O1' } },
  { kind: 'paymentReturned', values: { orderId: 'o', orderCode: 'O1', amount: 5 } },
  { kind: 'letterReady', values: { ...exam, applicationCode: 'P1' } },
  { kind: 'registrationMoved', values: { ...exam, previousDate: '2026-12-05' } },
  {
    kind: 'sessionMoved',
    values: { ...exam, previousDate: '2026-12-05', previousTime: '14:00', lastDay: '2026-11-27' },
  },
  { kind: 'sessionRetimed', values: { ...exam, previousTime: '14:00' } },
  { kind: 'venueChanged', values: exam },
  { kind: 'cancellationRequested', values: { ...exam, amount: 5, documentsDueDate: '2026-11-25' } },
  { kind: 'documentsReminder', values: { ...exam, documentsDueDate: '2026-11-25' } },
  { kind: 'documentsAsked', values: { ...exam, documentsDueDate: '2026-11-25' } },
  {
    kind: 'cancellationApproved',
    values: { ...exam, amount: 5, from: '2026-12-19', to: '2027-01-02' },
  },
  { kind: 'cancellationRejected', values: exam },
  { kind: 'registrationWithdrawn', values: { ...exam, amount: 5 } },
  { kind: 'arrangementDecided', values: { ...exam, isGranted: true } },
  {
    kind: 'circular',
    values: {
      ...exam,
      applicationId: 'a',
      title: 'Room <b>2</b>',
      text: 'Bring <img src=x onerror=alert(1)>.\nCome early.',
    },
  },
  { kind: 'refundCompleted', values: { orderId: 'o', orderCode: 'O1', amount: 5, isByHand: false } },
  { kind: 'cancelledWithoutRefund', values: { orderId: 'o', orderCode: 'O1' } },
  {
    kind: 'fapiaoIssued',
    values: { orderId: 'o', orderCode: 'O1', number: '26112000000000000001', amount: 150_000 },
  },
  { kind: 'fapiaoRefused', values: { orderId: 'o', orderCode: 'O1' } },
  {
    kind: 'fapiaoRedIssued',
    values: { orderId: 'o', orderCode: 'O1', number: '26112000000000000002', amount: 5 },
  },
  { kind: 'bookingSubmitted', values: booking },
  { kind: 'bookingConfirmed', values: toPay },
  { kind: 'bookingUpdated', values: toPay },
  { kind: 'bookingRejected', values: booking },
  { kind: 'bookingWithdrawn', values: booking },
  { kind: 'bookingExtended', values: toPay },
  { kind: 'bookingPaymentFailed', values: booking },
  { kind: 'bookingExpiring', values: toPay },
  ...(['bookingDateProposed', 'bookingDateAgreed', 'bookingDateKept'] as const).map(sampleOf),
  { kind: 'postTestLapsed', values: service },
  { kind: 'postTestCancellationRequested', values: { ...service, amount: 100 } },
  { kind: 'postTestCancelled', values: { ...service, amount: 100 } },
  { kind: 'postTestCancellationRejected', values: service },
  { kind: 'postTestSent', values: { ...service, expectedBy: '2026-12-21' } },
  { kind: 'postTestRefused', values: { ...service, amount: 0 } },
  { kind: 'postTestComplete', values: { ...service, amount: 100 } },
  { kind: 'postTestCorrected', values: service },
  { kind: 'postTestFiles', values: service },
  { kind: 'addressTaken', values: {} },
  { kind: 'numberResting', values: { from: '2027-02-19' } },
  { kind: 'addressResting', values: { from: '2027-02-19' } },
  { kind: 'newDevice', values: { at: now } },
  { kind: 'passwordChanged', values: { at: now } },
  { kind: 'phoneChanged', values: { at: now } },
  { kind: 'emailChanged', values: { at: now } },
  { kind: 'passkeyAdded', values: { at: now } },
  { kind: 'passkeyRemoved', values: { at: now } },
  { kind: 'numberReleased', values: { at: now } },
  { kind: 'accountClosed', values: { at: now } },
  { kind: 'rightsAnswered', values: { requestCode: 'D261121ABCDEF' } },
  { kind: 'claimAccepted', values: { at: now } },
  { kind: 'claimRefused', values: { at: now } },
  { kind: 'guardianObjected', values: { code: 'P261121K7QRTW' } },
  ...(
    [
      'orderExpiring',
      'cartClosing',
      'cartLapsed',
      'examSoon',
      'examTomorrow',
      'examVenueOpen',
      'examGuardianOpen',
      'guardianNotice',
    ] as const
  ).map(sampleOf),
];

const sites = { publicUrl: 'https://exams.example', consoleUrl: 'https://console.example' };

describe('the words of messages', () => {
  it('fill every slot of the text that the provider keeps, in both languages [C39]', () => {
    const templates = new Map(smsTemplates().map(({ code, text }) => [code, text]));

    for (const message of examples)
      for (const language of ['en', 'zh'] as const) {
        const sms = composeSms(message, language);
        const slots = [...(templates.get(sms?.templateCode ?? '') ?? '').matchAll(/\$\{(\w+)\}/g)].map(
          ([, name = '']) => name,
        );
        expect(Object.keys(sms?.params ?? {}).toSorted()).toEqual(slots.toSorted());
      }
    const texted = examples.filter((message) => composeSms(message, 'en') !== null);
    expect(templates.size).toBe(2 * texted.length);
  });

  it('name money and China time as each language writes them', () => {
    const [, , , placed] = examples;
    const [en, zh] = (['en', 'zh'] as const).map((language) => placed && composeMail(placed, language, sites));

    expect(en?.subject).toBe('Order O1: please pay by 21 November 2026, 12:00');
    expect(zh?.subject).toBe('订单 O1：请在 2026年11月21日 12:00 前付款');
    expect(en?.text).toContain('Please pay ¥1,500.00 by then.');
    expect(en?.text).toContain('https://exams.example/candidate/order/o');
    expect(zh?.text.replace(/https\S+|TKT <b>|Module 1|WANG XIAOMING|O1/g, '')).not.toMatch(/[A-Za-z]/);
  });

  it('carry values as text and never as markup or a second header [T23]', () => {
    const letter = examples.find(({ kind }) => kind === 'letterReady');
    const wicked = { ...exam, applicationCode: 'P1', productName: 'X\r\nBcc: a@b.cn <img src=x>' };
    const mail = composeMail({ kind: 'letterReady', values: wicked }, 'en', sites);

    expect(mail?.subject).not.toMatch(/[\r\n]/);
    expect(mail?.html).toContain('&lt;img src=x&gt;');
    expect(mail?.html).not.toContain('<img');
    expect(letter && composeMail(letter, 'en', sites)?.html).toContain('TKT &lt;b&gt;');
  });
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
  it('is sent by the provider’s real protocol and then forgotten by us [C39 T31]', async () => {
    const { id, recipient } = await given();

    await runDueJobs(tasks);

    expect(await office.messages(recipient)).toMatchObject([
      { channel: 'sms', text: '【考途】SMS_ORDER_EXPIRED_ZH: order: O2611210000' },
    ]);
    const row = await rowOf(id);
    expect(row).toMatchObject({ state: 'Sent', attempts: 1, last_error: null, sent_at: expect.any(String) });
    expect(row.provider_id).toMatch(/^\d+\^0$/);
    expect(unseal(row.values_sealed, messagePlace(id, 'values'))).toBe('{}');
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

  it('goes by mail with a subject, a text and a page', async () => {
    const { id, recipient } = await given({ channel: 'mail' });

    await runDueJobs(tasks);

    const [mail] = await office.messages(recipient);
    expect(mail).toMatchObject({ channel: 'mail', subject: '订单 O2611210000 已过期' });
    expect(mail?.html).toContain('<html lang="zh-CN">');
    expect((await rowOf(id)).state).toBe('Sent');
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
    expect((await rowOf(id)).last_error).toBe('smtp 452');
    expect(await office.messages(recipient)).toEqual([]);
  });

  it('that the provider refuses for good is not tried again', async () => {
    await office.fault('sms', { mode: 'error', code: 'isv.MOBILE_NUMBER_ILLEGAL', times: 1 });
    const { id } = await given();

    await runDueJobs(tasks);

    expect(await rowOf(id)).toMatchObject({ state: 'Failed', attempts: 1, last_error: 'isv.MOBILE_NUMBER_ILLEGAL' });
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
