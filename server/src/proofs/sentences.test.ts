import type { EndpointName } from '@exam/contract/endpoints';
import { addMonths, chinaDateOf } from '@exam/contract/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readNowAlone } from '#platform/clock';
import { createBrowser } from '#testing/app';
import { ask, type Browser, givenHolderBorn, givenSignedIn, testPassword, trustBrowser } from '#testing';
import type { Sent } from './requests.testing.ts';
import {
  addCandidate,
  addToCart,
  candidateForm,
  meddle,
  openWorld,
  payOrder,
  placeOrder,
  price,
  submission,
  type World,
} from './world.testing.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** The same person in both languages: the sentence of a refusal, and the sentences at its fields. */
async function told(browser: Browser, name: EndpointName, sent: Sent) {
  const answers = [];
  for (const language of ['en', 'zh']) {
    const { status, body } = await ask(browser, name, { ...sent, headers: { 'accept-language': language } });
    answers.push({ status, sentence: body['userMessage'], fields: Object(body['fields']) });
  }
  return answers;
}

describe('a sentence of the specification', () => {
  it('says that seats are insufficient, word for word, and its Chinese counterpart [R-43 S-10 error:sentence.Insufficient_seats error:status.412_and_500]', async () => {
    const browser = await givenSignedIn(world.url);
    const { applicationId, exam } = await addToCart(browser);
    await meddle('update exam_session set seat = 0 where id = $1', [exam.sessionId]);

    const answers = await told(browser, 'order.place', {
      body: { applicationIds: [applicationId], totalPayAmount: price },
    });

    expect(answers).toMatchObject([
      { status: 412, sentence: 'Insufficient seats. Please go back to your shopping cart and submit again.' },
      { status: 412, sentence: '余位不足，请返回购物车重新提交。' },
    ]);
  });

  it('stands at a field that is missing [S-10 error:sentence.Required_field]', async () => {
    const browser = await givenSignedIn(world.url);
    const { gender: _, ...form } = candidateForm();
    const { firstName: __, ...without } = form;

    const [english, chinese] = await told(browser, 'candidate.add', { body: without });

    expect(english?.fields).toMatchObject({ firstName: 'Please fill in required field!' });
    expect(chinese?.fields).toMatchObject({ firstName: '请填写必填项！' });
  });

  it('tells an account of under 18 that a parent has to register [R-20 S-10 error:account.over_18_to_register]', async () => {
    const browser = await givenSignedIn(world.url);
    const candidateId = await addCandidate(browser);
    const { exam } = await addToCart(browser);
    await givenHolderBorn(browser.accountId, addMonths(chinaDateOf(await readNowAlone()), -12 * 17));

    const answers = await told(browser, 'application.submit', { body: submission(exam, candidateId) });

    expect(answers).toMatchObject([
      {
        status: 412,
        sentence: 'You must be over 18 to register for an exam. Please ask a parent or guardian to register for you.',
      },
      { status: 412, sentence: '须年满 18 周岁方可报名考试，请由家长或监护人为您报名。' },
    ]);
  });

  it('warns of the same exam within a month, and does not forbid it [R-53 error:account.repeat_registration_warning call:booking.checkRepeat]', async () => {
    const browser = await givenSignedIn(world.url);
    const line = await addToCart(browser);
    const { candidateId } = line;
    const { productId } = line.exam;
    const check = async () => (await ask(browser, 'booking.checkRepeat', { body: { candidateId, productId } })).body;

    const before = await check();
    await payOrder(browser, world.bank, await placeOrder(browser, line));

    expect([before, await check()]).toEqual([{ isValid: true }, { isValid: false }]);
  });

  it('refuses a wrong password alike in both languages, and lets the right one in [call:user.signIn]', async () => {
    const { phone, accountId } = await givenSignedIn(world.url);
    const browser = createBrowser(world.url);
    await trustBrowser(browser, accountId);
    const request = (password: string) => ({ body: { loginType: 'Password', mobileOrEmail: phone, password } });

    const answers = await told(browser, 'user.signIn', request('wrong#staple9'));
    const right = await ask(browser, 'user.signIn', request(testPassword));

    expect(answers).toMatchObject([
      { status: 412, sentence: 'The account or password is not correct.' },
      { status: 412, sentence: '账户或密码不正确。' },
    ]);
    expect(right.body).toMatchObject({ isAuthorized: true, isMfaRequire: false, tokenType: 'X-CSRF-Token' });
  });
});
