import { describe, expect, it } from 'vitest';
import { composeMail, composeSms, placesOf, smsTemplates } from './compose.ts';
import type { Message } from './kinds.ts';
import { sampleOf } from './samples.ts';

const now = '2026-11-21T04:00:00.000Z';
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
    const templates = new Map(smsTemplates(sites.publicUrl).map(({ code, text }) => [code, text]));

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

  it.each(smsTemplates(sites.publicUrl))('can be registered with the services: $code [Q4]', ({ text }) => {
    // Names that Alibaba Cloud keeps for itself, and its longest text; the signature comes before it; a link is ours, and all of its place is fixed.
    expect(placesOf(text).filter((name) => /^(?:email|mobile|id|nick|site)$/i.test(name))).toEqual([]);
    expect(placesOf(text).filter((name) => !/^[a-z][a-zA-Z0-9]{0,19}$/.test(name))).toEqual([]);
    expect(text.length).toBeLessThanOrEqual(500);
    expect(text).not.toMatch(/[【】]|\$\{\w+\}\/|https?:\/\/(?!exams\.example\/)/);
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
