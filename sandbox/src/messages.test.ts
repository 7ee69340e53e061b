import { createHash, randomUUID } from 'node:crypto';
import { createTransport } from 'nodemailer';
import { describe, expect, it } from 'vitest';
import { acs3Signature } from './sms/signature.ts';
import { callJson, sandboxForTest } from './witness.testing.ts';
import type { Sandbox } from './main.ts';

const access = { keyId: 'test-key', keySecret: 'test-secret' };

async function sendSms(sandbox: Sandbox, parameters: Record<string, string>, keySecret = access.keySecret) {
  const body = new URLSearchParams(parameters).toString();
  const headers: Record<string, string> = {
    host: new URL(sandbox.url).host,
    'content-type': 'application/x-www-form-urlencoded',
    'x-acs-action': 'SendSms',
    'x-acs-version': '2017-05-25',
    'x-acs-date': new Date().toISOString().replace(/\.\d{3}/, ''),
    'x-acs-signature-nonce': randomUUID(),
    'x-acs-content-sha256': createHash('sha256').update(body).digest('hex'),
  };
  const names = Object.keys(headers).toSorted();
  const signature = acs3Signature({ method: 'POST', path: '/', query: '', headers, body }, names, keySecret);
  headers['authorization'] =
    `ACS3-HMAC-SHA256 Credential=${access.keyId},SignedHeaders=${names.join(';')},Signature=${signature}`;
  const answer = await fetch(`${sandbox.url}/`, { method: 'POST', headers, body });
  return { status: answer.status, json: await answer.json() };
}

const sms = {
  PhoneNumbers: '13800138000',
  SignName: '考途',
  TemplateCode: 'SMS_1',
  TemplateParam: '{"code":"123456"}',
};

describe('the SMS service', () => {
  it('computes the signature of the published example of the service', () => {
    const headers = {
      host: 'ecs.cn-shanghai.aliyuncs.com',
      'x-acs-action': 'RunInstances',
      'x-acs-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      'x-acs-date': '2023-10-26T10:22:32Z',
      'x-acs-signature-nonce': '3156853299f313e23d1673dc12e1703d',
      'x-acs-version': '2014-05-26',
    };
    const query = 'ImageId=win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd&RegionId=cn-shanghai';

    const signature = acs3Signature(
      { method: 'POST', path: '/', query, headers, body: '' },
      Object.keys(headers),
      'YourAccessKeySecret',
    );

    expect(signature).toBe('06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0');
  });

  it('delivers a rightly signed message, rendered from its stored template', async () => {
    await using sandbox = await sandboxForTest({ smsAccess: access });
    await callJson(sandbox, '/api/sms-templates', 'PUT', [
      { code: 'SMS_1', text: '您的验证码是 ${code}，5 分钟内有效。' },
    ]);

    const answer = await sendSms(sandbox, sms);

    expect(answer).toMatchObject({ status: 200, json: { Code: 'OK' } });
    expect((await callJson(sandbox, '/api/messages?to=%2B8613800138000')).list).toMatchObject([
      { channel: 'sms', to: '13800138000', text: '【考途】您的验证码是 123456，5 分钟内有效。' },
    ]);
  });

  it('refuses a wrong signature and a switched limit, delivering nothing', async () => {
    await using sandbox = await sandboxForTest({ smsAccess: access });

    const forged = await sendSms(sandbox, sms, 'other-secret');
    await callJson(sandbox, '/api/faults', 'POST', { dependency: 'sms', mode: 'limit', times: 1 });
    const limited = await sendSms(sandbox, sms);

    expect(forged).toMatchObject({ status: 400, json: { Code: 'SignatureDoesNotMatch' } });
    expect(limited).toMatchObject({ status: 200, json: { Code: 'isv.BUSINESS_LIMIT_CONTROL' } });
    expect((await callJson(sandbox, '/api/messages')).list).toEqual([]);
  });
});

describe('the mail server', () => {
  it('takes a mail with its attachment, newest first, and hands the attachment out', async () => {
    await using sandbox = await sandboxForTest();
    const post = createTransport({ host: '127.0.0.1', port: sandbox.smtpPort });
    const letter = {
      from: 'exam@example.com',
      to: 'li@example.com',
      subject: '准考证',
      text: '请查收',
      html: '<p>请查收</p>',
    };

    await post.sendMail({ ...letter, subject: 'first' });
    await post.sendMail({ ...letter, attachments: [{ filename: '准考证.pdf', content: Buffer.from('%PDF-1.7') }] });
    const { list } = await callJson(sandbox, '/api/messages?to=LI@example.com');
    const file = await fetch(`${sandbox.url}/api/messages/${String(list[0]?.['id'])}/attachments/0`);

    expect(list).toMatchObject([
      { channel: 'mail', to: 'li@example.com', subject: '准考证', attachments: [{ name: '准考证.pdf', size: 8 }] },
      { subject: 'first' },
    ]);
    expect(await file.text()).toBe('%PDF-1.7');
  });

  it('shows a hostile mail only as escaped text and in a frame without rights [T23]', async () => {
    await using sandbox = await sandboxForTest();
    const post = createTransport({ host: '127.0.0.1', port: sandbox.smtpPort });
    const attack = '<script>alert(1)</script>';

    await post.sendMail({
      from: 'a@example.com',
      to: 'b@example.com',
      subject: attack,
      text: attack,
      html: `"${attack}`,
    });
    const { list } = await callJson(sandbox, '/api/messages');
    const page = await (await fetch(`${sandbox.url}/messages/${String(list[0]?.['id'])}`)).text();
    const inbox = await (await fetch(`${sandbox.url}/?to=${encodeURIComponent(`"><script>`)}`)).text();

    expect(page).toContain('&lt;script&gt;alert(1)');
    expect(page).toMatch(/<iframe[^>]*sandbox="allow-popups/);
    expect(page + inbox).not.toContain('<script');
  });

  it('is away while it is switched off, and takes mail again afterwards', async () => {
    await using sandbox = await sandboxForTest();
    const post = createTransport({ host: '127.0.0.1', port: sandbox.smtpPort });
    const letter = { from: 'a@example.com', to: 'b@example.com', subject: 's', text: 't' };
    await callJson(sandbox, '/api/faults', 'POST', { dependency: 'mail', mode: 'down', times: 1 });

    await expect(post.sendMail(letter)).rejects.toThrow();
    await post.sendMail(letter);

    expect((await callJson(sandbox, '/api/messages')).list).toHaveLength(1);
  });
});
