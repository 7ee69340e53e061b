import { describe, expect, it } from 'vitest';
import { composeMail, composeSms, placesOf, smsTemplates } from './compose.ts';
import type { Message } from './kinds.ts';
import { messageKinds, sampleOf } from './samples.ts';

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
const placed: Message = {
  kind: 'orderPlaced',
  values: { orderId: 'o', orderCode: 'O1', amount: 150_000, payBefore: now, lines: [{ ...exam, amount: 150_000 }] },
};

const sites = { publicUrl: 'https://exams.example', consoleUrl: 'https://console.example' };

describe('the words of messages', () => {
  it('fill every slot of the text that the provider keeps, in both languages [C39]', () => {
    const templates = new Map(smsTemplates(sites.publicUrl).map(({ code, text }) => [code, text]));

    const examples = messageKinds.map(sampleOf);
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
    const [en, zh] = (['en', 'zh'] as const).map((language) => composeMail(placed, language, sites));

    expect(en?.subject).toBe('Order O1: please pay by 21 November 2026, 12:00');
    expect(zh?.subject).toBe('订单 O1：请在 2026年11月21日 12:00 前付款');
    expect(en?.text).toContain('Please pay ¥1,500.00 by then.');
    expect(en?.text).toContain('https://exams.example/candidate/order/o');
    expect(zh?.text.replace(/https\S+|TKT <b>|Module 1|WANG XIAOMING|O1/g, '')).not.toMatch(/[A-Za-z]/);
  });

  it('carry values as text and never as markup or a second header [T23]', () => {
    const wicked = { ...exam, applicationCode: 'P1', productName: 'X\r\nBcc: a@b.cn <img src=x>' };
    const mail = composeMail({ kind: 'letterReady', values: wicked }, 'en', sites);

    expect(mail?.subject).not.toMatch(/[\r\n]/);
    expect(mail?.html).toContain('&lt;img src=x&gt;');
    expect(mail?.html).not.toContain('<img');
    expect(composeMail(placed, 'en', sites)?.html).toContain('TKT &lt;b&gt;');
  });
});
