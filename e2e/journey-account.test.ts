import { describe, expect, it } from 'vitest';
import { password, signIn } from './stage/account.ts';
import { passCheck } from './stage/check.ts';
import { axeFindings, foreignWords, stickingOut } from './stage/findings.ts';
import { codeSentTo, messagesTo, messageWith, minutesLater } from './stage/outside.ts';
import { newPhone } from './stage/people.ts';
import { placeOf } from './stage/places.ts';
import { newAccount, placeOrder, type Program, tktIntoCart } from './stage/programs.ts';
import {
  appears,
  goTo,
  inChinese,
  inEnglish,
  phone,
  readers,
  toast,
  useVisitors,
  type Visitor,
  whereIs,
} from './stage/visitors.ts';

const visit = useVisitors();

const texts = {
  en: {
    title: 'Account',
    changePhone: 'Change mobile number',
    newPhone: 'New mobile number',
    addEmail: 'Add e-mail',
    email: 'E-mail address',
    code: 'Verification code',
    save: 'Save',
    emailBound: 'E-mail address added',
    isItYou: 'Is it you?',
    password: 'Password',
    confirm: 'Confirm',
    phoneChanged: 'Mobile number changed',
    phoneMessage: /mobile number (?:of your account )?was changed/,
    end: /^Sign out this device: /,
    ended: 'The device has been signed out',
    endOthers: 'Sign out all other devices',
    othersEnded: 'All other devices have been signed out',
    thisDevice: 'This device',
    promotion: 'Tell me about new exams and discounts',
    bySms: /^By SMS to /,
    byEmail: /^By e-mail/,
    channelRequired: 'We need to be able to reach you about your exams. Keep SMS or e-mail on.',
    saved: 'Saved',
    notNow: 'Not now',
    offer: 'Sign in without a password',
    takeOffer: 'Add a passkey',
    addPasskey: 'Add a passkey on this device',
    passkeyAdded: 'Passkey added',
    rename: /^Rename /,
    passkeyName: 'Name of the passkey',
    renamed: 'Passkey renamed',
    signInByPasskey: 'Sign in with a passkey',
    remove: (name: string) => `Remove ${name}`,
    removeIt: 'Remove',
    removed: 'Passkey removed',
    logOut: 'Sign out',
    close: 'Close the account',
    blocked: 'The account cannot be closed yet',
    unpaid: '1 order is not paid yet',
    understood: 'OK',
    question: 'Close the account for good?',
    agreeFirst: 'Tick this box first.',
    agree: 'I understand, and I want to close the account.',
    closeIt: 'Close it for good',
    closed: 'Your account has been closed',
    closedMessage: /account was closed on/,
    letterMail: /^Confirmation letter: /,
    changePassword: 'Change password',
    present: 'Current password',
    newPassword: 'New password',
    again: 'Password again',
    differ: 'The two passwords entered are different.',
    passwordChanged: 'Password changed',
    messageLanguage: 'Language of messages',
    other: '中文',
    changedMessage: /密码/,
  },
  zh: {
    title: '账户',
    changePhone: '修改手机号码',
    newPhone: '新手机号码',
    addEmail: '添加电子邮箱',
    email: '邮箱地址',
    code: '验证码',
    save: '保存',
    emailBound: '邮箱已绑定',
    isItYou: '请验证身份',
    password: '密码',
    confirm: '确认',
    phoneChanged: '手机号码已更换',
    phoneMessage: /手机号已(?:于|更换)/,
    end: /^退出该设备：/,
    ended: '该设备已退出登录',
    endOthers: '退出其他设备',
    othersEnded: '其他设备均已退出登录',
    thisDevice: '当前设备',
    promotion: '接收新考试和优惠活动的信息',
    bySms: /^短信通知/,
    byEmail: /^邮件通知/,
    channelRequired: '我们需要就考试事宜与您联系，请至少保留短信或邮件中的一种。',
    saved: '已保存',
    notNow: '以后再说',
    offer: '免密登录',
    takeOffer: '添加通行密钥',
    addPasskey: '在此设备上添加通行密钥',
    passkeyAdded: '通行密钥已添加',
    rename: /^重命名 /,
    passkeyName: '通行密钥名称',
    renamed: '名称已修改',
    signInByPasskey: '使用通行密钥登录',
    remove: (name: string) => `移除 ${name}`,
    removeIt: '移除',
    removed: '通行密钥已移除',
    logOut: '退出登录',
    close: '注销账户',
    blocked: '暂时无法注销账户',
    unpaid: '1 个订单待付款',
    understood: '知道了',
    question: '确定要永久注销账户吗？',
    agreeFirst: '请先阅读并勾选。',
    agree: '我已了解，并要注销账户。',
    closeIt: '永久注销',
    closed: '账户已注销',
    closedMessage: /账户已于.*注销/,
    letterMail: /^准考证：/,
    changePassword: '修改密码',
    present: '当前密码',
    newPassword: '新密码',
    again: '确认密码',
    differ: '两次输入的密码不一致。',
    passwordChanged: '密码已修改',
    messageLanguage: '消息语言',
    other: 'English',
    changedMessage: /password/i,
  },
};

type Reader = (typeof readers)[number][1];

async function wrongs({ page, language }: Visitor): Promise<string[]> {
  await expect.poll(() => page.locator('.skeleton, [aria-busy="true"]').count()).toBe(0);
  const found = await axeFindings(page);
  if (language === 'zh') found.push(...(await foreignWords(page)).map((word) => `not Chinese: ${word}`));
  const size = page.viewportSize() ?? phone;
  for (const width of [320, 390, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    found.push(...(await stickingOut(page)).map((part) => `sticks out at ${width} px: ${part}`));
  }
  await page.setViewportSize(size);
  return found;
}

/** Somebody with an account, who gets messages in the language of the page, at their account page; `call` is another device of theirs. */
async function atAccount(who: Reader): Promise<{ visitor: Visitor; account: Program }> {
  const account = await newAccount();
  const sendMessageLanguageType = who.language === 'zh' ? 'Chinese' : 'English';
  await account.call('user.saveOtherInformation', { body: { sendMessageLanguageType } });
  const visitor = await visit(who);
  await signIn(visitor, account.phone, { at: '/candidate/account' });
  return { visitor, account };
}

/** Types a new number or address and the code that comes to it, and saves. */
async function moveTo(visitor: Visitor, label: string, target: string): Promise<void> {
  const { page, language, words } = visitor;
  const form = page.locator('.account-form');
  await form.getByLabel(label, { exact: true }).fill(target);
  const before = (await messagesTo(target)).length;
  await form.getByRole('button', { name: words.send }).click();
  await passCheck(visitor);
  await form.getByLabel(texts[language].code, { exact: true }).fill(await codeSentTo(target, before));
  await form.getByRole('button', { name: texts[language].save, exact: true }).click();
}

async function bindEmail(visitor: Visitor): Promise<string> {
  const { page, language } = visitor;
  const words = texts[language];
  const email = `parent.${newPhone()}@example.com`;
  await page.getByRole('button', { name: words.addEmail, exact: true }).click();
  await moveTo(visitor, words.email, email);
  await toast(visitor, words.emailBound);
  return email;
}

const isSignedIn = ({ call }: Program): Promise<boolean> =>
  call('user.isEmailBound', {}).then(
    () => true,
    () => false,
  );

describe('the account', () => {
  it.each(inChinese)(
    'moves to another phone after a proof of identity: other devices end, both numbers and the mailbox are told; %s [R-22 R-96 route:/candidate/account screen:candidate_centre.account:_mobile screen:candidate_centre.account:_e-mail]',
    async (_, who) => {
      const { visitor, account } = await atAccount(who);
      const { page } = visitor;
      const words = texts[who.language];
      expect(await wrongs(visitor)).toEqual([]);
      const email = await bindEmail(visitor);
      const number = newPhone();

      await minutesLater(6, async () => {
        await page.getByRole('button', { name: words.changePhone, exact: true }).click();
        await moveTo(visitor, words.newPhone, number);
        const proof = page.getByRole('dialog', { name: words.isItYou });
        await proof.getByLabel(words.password, { exact: true }).waitFor();
        expect(await axeFindings(page)).toEqual([]);
        await proof.getByLabel(words.password, { exact: true }).fill(password);
        await proof.getByRole('button', { name: words.confirm, exact: true }).click();
        await toast(visitor, words.phoneChanged);
        await page
          .locator('#details')
          .getByText(`${number.slice(0, 3)}****${number.slice(-4)}`)
          .waitFor();
        expect(await isSignedIn(account)).toBe(false);
      });

      for (const told of [account.phone, number, email]) await messageWith(told, words.phoneMessage);
    },
  );

  it.each(inEnglish)(
    'ends another device, then all others; a channel stays and promotion is off; %s [R-96 ASVS-7.4.3 screen:candidate_centre.account:_receive_channel screen:candidate_centre.account:_promotion]',
    async (_, who) => {
      const { visitor, account } = await atAccount(who);
      const { page } = visitor;
      const words = texts[who.language];
      const devices = page.locator('#devices');
      await devices.getByText(words.thisDevice, { exact: true }).waitFor();
      expect(await devices.getByRole('listitem').count()).toBe(2);

      await devices.getByRole('button', { name: words.end }).click();
      await toast(visitor, words.ended);
      await expect.poll(() => devices.getByRole('listitem').count()).toBe(1);
      expect(await isSignedIn(account)).toBe(false);

      const second = await visit(who);
      await signIn(second, account.phone);
      await goTo(visitor, '/candidate/account');
      await devices.getByRole('button', { name: words.endOthers }).click();
      await page.getByRole('dialog').getByRole('button', { name: words.endOthers }).click();
      await toast(visitor, words.othersEnded);
      await second.page.goto(`${placeOf('portal')}/candidate/account`);
      await expect.poll(() => whereIs(second)).toBe('/auth/signin?callbackUrl=%2Fcandidate%2Faccount');

      expect(await page.getByRole('checkbox', { name: words.promotion }).isChecked()).toBe(false);
      expect(await page.getByRole('checkbox', { name: words.byEmail }).isDisabled()).toBe(true);
      await page.getByRole('checkbox', { name: words.bySms }).uncheck();
      await page.locator('#messages').getByRole('button', { name: words.save, exact: true }).click();
      await appears(page.getByText(words.channelRequired));
      expect(await wrongs(visitor)).toEqual([]);
      await page.getByRole('checkbox', { name: words.bySms }).check();
      await page.getByRole('checkbox', { name: words.promotion }).check();
      await page.locator('#messages').getByRole('button', { name: words.save, exact: true }).click();
      await toast(visitor, words.saved);
    },
  );

  it.each(inEnglish)(
    'takes a new password typed twice alike, and writes in the language that was chosen; %s [R-21 R-96 screen:candidate_centre.account:_password screen:candidate_centre.account:_language]',
    async (_, who) => {
      const { visitor, account } = await atAccount(who);
      const { page } = visitor;
      const words = texts[who.language];
      await page.locator('#messages').getByText(words.other, { exact: true }).click();
      await page.locator('#messages').getByRole('button', { name: words.save, exact: true }).click();
      await toast(visitor, words.saved);

      await page.getByRole('button', { name: words.changePassword, exact: true }).click();
      const form = page.locator('.account-form');
      await form.getByLabel(words.present, { exact: true }).fill(password);
      await form.getByLabel(words.newPassword, { exact: true }).fill('Qilin#2027x');
      await form.getByLabel(words.again, { exact: true }).fill('Qilin#2027y');
      await form.getByRole('button', { name: words.save, exact: true }).click();
      await appears(form.getByText(words.differ));
      expect(await axeFindings(page)).toEqual([]);
      await form.getByLabel(words.again, { exact: true }).fill('Qilin#2027x');
      await form.getByRole('button', { name: words.save, exact: true }).click();
      await toast(visitor, words.passwordChanged);

      await messageWith(account.phone, words.changedMessage);
      expect(await isSignedIn(account)).toBe(false);
      const anew = await visit(who);
      await signIn(anew, account.phone, { by: 'Qilin#2027x' });
    },
  );

  it.each(inEnglish)('is offered a passkey once, gets it, and is signed in to with it; %s', async (_, who) => {
    const { visitor } = await atAccount(who);
    const { page, context } = visitor;
    const words = texts[who.language];
    const devtools = await context.newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });

    // Offered by the way, and only where this device can unlock it; one thing is asked at a time.
    await goTo(visitor, '/candidate/application');
    await page.getByRole('complementary').getByRole('button', { name: visitor.words.close }).click();
    await page.getByRole('button', { name: words.notNow, exact: true }).click();
    const offer = page.getByRole('complementary', { name: words.offer });
    await offer.getByRole('link', { name: words.takeOffer }).click();
    await page.getByRole('button', { name: words.addPasskey }).click();
    await toast(visitor, words.passkeyAdded);
    await page.getByRole('button', { name: words.rename }).click();
    await page.getByLabel(words.passkeyName).fill('Pixel');
    await page.locator('#passkeys').getByRole('button', { name: words.save, exact: true }).click();
    await toast(visitor, words.renamed);
    await context.clearCookies();
    await goTo(visitor, '/auth/signin?callbackUrl=/candidate/account');
    await page.getByRole('button', { name: words.signInByPasskey }).click();

    await page.getByRole('heading', { level: 1, name: words.title }).waitFor();
    // Looking at the page ends the virtual authenticator, so it comes after its last use.
    expect(await wrongs(visitor)).toEqual([]);
    await page.getByRole('button', { name: words.remove('Pixel') }).click();
    await page.getByRole('dialog').getByRole('button', { name: words.removeIt, exact: true }).click();
    await toast(visitor, words.removed);
    await goTo(visitor, '/candidate/application');
    expect(await offer.count()).toBe(0);
  });

  it.each(inChinese)(
    'is not closed while an order waits to be paid, and then is, for good; %s [R-25]',
    async (_, who) => {
      const { visitor, account } = await atAccount(who);
      const { page } = visitor;
      const words = texts[who.language];
      const id = await unpaidOrder(account, 'Shanghai');
      const open = page.locator('#close').getByRole('button', { name: words.close });

      await open.click();
      const blocked = page.getByRole('dialog', { name: words.blocked });
      await blocked.getByRole('link', { name: words.unpaid }).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await blocked.getByRole('button', { name: words.understood }).click();
      await account.call('order.giveUp', { params: { id, status: 'PaymentExpired' }, body: {} });
      await open.click();
      const question = page.getByRole('dialog', { name: words.question });
      await question.getByRole('button', { name: words.closeIt }).click();
      await question.getByText(words.agreeFirst).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await question.getByRole('checkbox', { name: words.agree }).check();
      await question.getByRole('button', { name: words.closeIt }).click();

      await toast(visitor, words.closed);
      await expect.poll(() => whereIs(visitor)).toBe('/');
      await messageWith(account.phone, words.closedMessage);
      expect(await isSignedIn(account)).toBe(false);
    },
  );
});

/** An order for an adult in TKT module 1, in the nearest open session of a city. */
async function unpaidOrder(account: Program, city: string): Promise<string> {
  const id = await tktIntoCart(account, 'YI', (sessions) =>
    sessions.find(({ cityName, status }) => cityName === city && status === 'Available'),
  );
  return await placeOrder(account, [id]);
}

describe('who has paid', () => {
  it.each(inChinese)('finds the confirmation letter in the mailbox, as a PDF; %s [R-97]', async (_, who) => {
    const { visitor, account } = await atAccount(who);
    const { page, words: common } = visitor;
    const email = await bindEmail(visitor);
    const id = await unpaidOrder(account, 'Beijing');

    await goTo(visitor, `/payment/pay?orderId=${id}`);
    await page.getByRole('radio', { name: common.pay.alipay }).check();
    await page.getByRole('button', { name: common.pay.pay('¥1,007.00') }).click();
    if (visitor.isPhone) await page.getByRole('button', { name: common.outside.payNow }).click();
    else {
      const opened = page.context().waitForEvent('page');
      await page.getByRole('link', { name: common.pay.here }).click();
      await (await opened).getByRole('button', { name: common.outside.payNow }).click();
    }

    const letterMail = async () =>
      (await messagesTo(email)).find(({ subject }) => texts[who.language].letterMail.test(subject));
    await expect.poll(async () => (await letterMail())?.channel, { interval: 500 }).toBe('mail');
    const [letter] = (await letterMail())?.attachments ?? [];
    expect(letter?.type).toBe('application/pdf');
    expect(letter?.size).toBeGreaterThan(5_000);
  });
});
