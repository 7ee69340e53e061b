import { describe, expect, it } from 'vitest';
import { checkEmail, maskEmail } from './emails.ts';
import { checkContactMobile, maskPhone, normaliseMainlandMobile } from './phones.ts';

describe('mobile numbers', () => {
  it('takes a mainland number however it is typed and keeps 11 digits [1.6]', () => {
    const typed = [
      '13800001234',
      '+86 138 0000 1234',
      '0086-138-0000-1234',
      '１３８００００１２３４',
      '8613800001234',
      '013800001234',
      '+86 (0)138 0000 1234',
      '13800001234\u200b',
      '\u202d+86 138 0000 1234\u202c',
    ];
    expect(typed.map(normaliseMainlandMobile)).toEqual(typed.map(() => '13800001234'));
  });

  it.each(['12800001234', '1380000123', '138000012345', '+85291234567', '', 'abc'])(
    'refuses %j as an account phone [1.6]',
    (typed) => {
      expect(normaliseMainlandMobile(typed)).toBeNull();
    },
  );

  it.each([
    ['138 0000 1234', '+8613800001234'],
    ['+852 9123 4567', '+85291234567'],
    ['8613800001234', '+8613800001234'],
    ['\u202d138 0000 1234\u202c', '+8613800001234'],
    ['00853 6612 3456', '+85366123456'],
    ['\u2066+852 9123 4567\u2069', '+85291234567'],
    ['+886 912-345-678', '+886912345678'],
    ['+44 7911 123456', '+447911123456'],
  ])('takes %s as a contact number [1.6]', (typed, e164) => {
    expect(checkContactMobile(typed)).toEqual({ ok: true, e164 });
  });

  it.each([
    ['', 'PHONE_REQUIRED'],
    ['91234567', 'PHONE_MAINLAND'],
    ['+8612345678901', 'PHONE_MAINLAND'],
    ['+85231234567', 'PHONE_REGION'],
    ['+85356123456', 'PHONE_REGION'],
    ['+886812345678', 'PHONE_REGION'],
    ['+44', 'PHONE_FORMAT'],
    ['+0123456789', 'PHONE_FORMAT'],
  ])('refuses %j with %s [1.6]', (typed, code) => {
    expect(checkContactMobile(typed)).toEqual({ ok: false, code });
  });

  it('shows four digits at the end and the beginning only', () => {
    expect([maskPhone('13800001234'), maskPhone('+8613800001234'), maskPhone('+85291234567')]).toEqual([
      '138****1234',
      '138****1234',
      '+852****4567',
    ]);
  });
});

describe('e-mail addresses', () => {
  it('keeps the part before the @ and lowers the domain [1.6]', () => {
    expect(checkEmail(' Li.Wei@Example.EDU.cn ')).toEqual({ ok: true, email: 'Li.Wei@example.edu.cn' });
  });

  it.each([
    ['', 'EMAIL_REQUIRED'],
    ['a@b', 'EMAIL_DOMAIN'],
    ['a@@qq.com', 'EMAIL_AT'],
    ['qq.com', 'EMAIL_AT'],
    ['a@', 'EMAIL_AT'],
    ['a b@qq.com', 'EMAIL_NAME'],
    ['.a@qq.com', 'EMAIL_NAME'],
    ['a@-qq.com', 'EMAIL_DOMAIN'],
    ['a@qq，com', 'EMAIL_DOMAIN'],
    ['a@例子', 'EMAIL_DOMAIN'],
    ['a@例子.中国/x', 'EMAIL_DOMAIN'],
    ['a@例子.中国:80', 'EMAIL_DOMAIN'],
    ['王@qq.com', 'EMAIL_NAME'],
    [`a@${'a23456789.'.repeat(30)}com`, 'EMAIL_TOO_LONG'],
    ['a'.repeat(1001), 'EMAIL_TOO_LONG'],
  ])('refuses %j with %s [1.6]', (typed, code) => {
    expect(checkEmail(typed)).toEqual({ ok: false, code });
  });

  it.each([
    ['li@qq。com', 'li@qq.com'],
    ['li@qq．com', 'li@qq.com'],
    ['ｌｉ＠ｑｑ．ｃｏｍ', 'li@qq.com'],
    ['li@qq.com\u200b', 'li@qq.com'],
    ['\u202dli@qq.com\u202c', 'li@qq.com'],
    ['li@例子.中国', 'li@xn--fsqu00a.xn--fiqs8s'],
    ['li@例子。中国', 'li@xn--fsqu00a.xn--fiqs8s'],
    ['li@Bücher.example', 'li@xn--bcher-kva.example'],
  ])('takes %j for %s [1.6]', (typed, email) => {
    expect(checkEmail(typed)).toEqual({ ok: true, email });
  });

  it.each([
    ['li@qq.con', 'li@qq.com'],
    ['li@gamil.com', 'li@gmail.com'],
    ['li@gmial.com', 'li@gmail.com'],
    ['li@outlok.com', 'li@outlook.com'],
    ['li@1633.com', 'li@163.com'],
  ])('asks about %s whether %s was meant [1.6]', (typed, suggestion) => {
    expect(checkEmail(typed)).toEqual({ ok: true, email: typed, suggestion });
  });

  it('does not question real providers [1.6]', () => {
    const real = ['li@qq.com', 'li@126.com', 'li@163.com', 'li@mail.com', 'li@139.com', 'li@foxmail.com'];
    expect(real.map((email) => checkEmail(email))).toEqual(real.map((email) => ({ ok: true, email })));
  });

  it('hides all but the beginning of the name', () => {
    expect([maskEmail('zhangwei@qq.com'), maskEmail('li@qq.com')]).toEqual(['zh***@qq.com', 'l***@qq.com']);
  });
});
