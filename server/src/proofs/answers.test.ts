import type { EndpointName } from '@exam/contract/endpoints';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomDigits, randomId } from '#platform/chance';
import { createBrowser } from '#testing/app';
import { ask, type Browser, givenSignedIn, trustBrowser, rounds } from '#testing';
import { requestsOf } from './generated.testing.ts';
import {
  addressesOf,
  allNames,
  callOf,
  type Ids,
  isLater,
  isObject,
  requestsWith,
  type Sent,
} from './requests.testing.ts';
import { givenPrepared } from './prepared.testing.ts';
import {
  addCandidate,
  addToCart,
  givenHousehold,
  type Household,
  openWorld,
  placeOrder,
  type World,
} from './world.testing.ts';

let world: World;
let home: Household;
beforeAll(async () => {
  world = await openWorld();
  home = await givenHousehold(world);
});
afterAll(() => world.close());

const served = allNames.filter((name) => !isLater(name));

async function say(browser: Browser, name: EndpointName, sent: Sent) {
  const [address] = addressesOf(name, sent);
  const { method = '', url = '' } = address ?? {};
  // Limits by address are proven elsewhere; here each request comes from another one.
  const headers = { 'x-forwarded-for': `10.${randomDigits(2)}.${randomDigits(2)}.${randomDigits(2)}` };
  return await browser.send(method, url, method === 'GET' ? { headers } : { body: sent.body ?? {}, headers });
}

type Said = Awaited<ReturnType<typeof say>>;

/** What is wrong with an answer by the contract; null when nothing is. */
function faultOf(name: EndpointName, answer: Said): string | null {
  const { status, headers } = answer;
  if (status >= 400) return refusalFaultOf(answer);
  if (status === 303) return headers.get('location')?.startsWith('/') ? null : 'leads elsewhere';
  if (status === 204) return isReply(name, null) ? null : 'is empty';
  if (status !== 200) return `has status ${status}`;
  const { file } = callOf(name);
  const isAsSaid = file ? headers.get('content-type')?.startsWith(file) : isReply(name, answer.body);
  return isAsSaid ? null : 'is not what the contract says';
}

/** Whether the contract allows this body; null stands for none. */
function isReply(name: EndpointName, body: unknown): boolean {
  const { reply } = callOf(name);
  return reply === null ? body === null : reply.safeParse(body).success;
}

const problem = z.strictObject({
  code: z.string().check(z.regex(/^[A-Z][A-Z_]+$/)),
  userMessage: z.string().check(z.minLength(4)),
  fields: z.optional(z.record(z.string(), z.string())),
  fieldCodes: z.optional(z.record(z.string(), z.string())),
  details: z.optional(z.looseObject({})),
  requestId: z.string(),
});

function refusalFaultOf({ status, body, headers }: Said): string | null {
  if (status >= 500 && status !== 501 && status !== 503) return `is a ${status}`;
  const read = problem.safeParse(body);
  if (!read.success) return 'has not the form of a refusal';
  if (read.data.requestId !== headers.get('x-request-id')) return 'has another request’s id';
  const mustWait = status === 429 || status === 503;
  return mustWait && !(Number(headers.get('retry-after')) > 0) ? 'does not say when to come again' : null;
}

/**
 * Whether a sentence is in the language asked for: nothing Chinese in English; in Chinese no Latin words but names in capitals
 * and an address shown as a pattern.
 */
function isIn(language: 'en' | 'zh', sentence: string): boolean {
  const isChinese = /\p{Script=Han}/u.test(sentence);
  const rest = sentence.replace(/[\w.]+@[\w.]+/g, '');
  return language === 'en' ? !isChinese : isChinese && !/[a-z]{2,}/.test(rest);
}

/** Everything in a refusal that a person reads. */
function sentencesOf(body: unknown): string[] {
  if (!isObject(body) || typeof body['userMessage'] !== 'string') return [];
  const fields = isObject(body['fields']) ? Object.values(body['fields']).map(String) : [];
  return [body['userMessage'], ...fields];
}

/** One of one's own for each call, so that nothing that another call ended is in the way. */
/** A fapiao is asked for once an order is paid. */
const ownOrder = (name: EndpointName) => (name === 'fapiao.request' ? home.paid.orderId : home.pending.orderId);

async function ownIds(name: EndpointName): Promise<Ids> {
  const { browser } = home;
  const needsFreshOrder = ['order.giveUp', 'order.delete'].includes(name);
  const needsCart = ['application.modify', 'application.delete', 'order.place', 'booking.checkRepeat'].includes(name);
  const line = needsFreshOrder || needsCart ? await addToCart(browser) : home.cart;
  const isAfterPaying = ['application.changePickup', 'application.letter', 'application.calendarFile'].includes(name);
  return {
    applicationId: isAfterPaying ? home.paid.applicationId : line.applicationId,
    candidateId: needsCart ? line.candidateId : await addCandidate(browser),
    orderId: needsFreshOrder ? await placeOrder(browser, line) : ownOrder(name),
    otherId: name.startsWith('prepared.') ? await givenPrepared(home) : randomId(),
    exam: line.exam,
  };
}

/** Calls that a plain request cannot satisfy: they need a code, a captcha or a signature, and have tests of their own. */
const needMore = [
  'candidate.previewImport',
  'candidate.correctImport',
  'candidate.importFaults',
  'candidate.saveImport',
  'user.register',
  'user.signIn',
  'user.signInSecondFactor',
  'user.provePossession',
  'user.notMe',
  'user.forgetDevice',
  'user.resetPassword',
  'user.changeAccount',
  'user.endSession',
  'user.addPasskey',
  'user.renamePasskey',
  'user.removePasskey',
  'user.signInByPasskey',
  'user.closeAccount',
  'verification.sendToPhone',
  'verification.sendToEmail',
  'captcha.verify',
  // It needs a sign-in inside WeChat; `#checkout/payments` proves it.
  'payment.sheet',
  'payment.notify',
  'guardian.notice',
  'guardian.object',
  'guardian.agree',
  'guardian.kept',
  'guardian.ask',
  // It needs an address that was made; calendar.test.ts proves it.
  'calendar.read',
  // It needs a guardian who has to agree; guardian-again.test.ts proves it.
  'guardian.sendAgain',
  'session.verifyInvitation',
  'product.byCode',
  'application.letter',
  'application.reorder',
  'lookup.citiesOfOffice',
  // They need a board of post-test services, drafts and paid requests; `#services/post-test` proves them.
  'lookup.cashInCodes',
  'lookup.centres',
  'lookup.examSeries',
  'lookup.levels',
  'postTest.get',
  'postTest.fee',
  'postTest.serviceDates',
  'postTest.services',
  'postTest.confirmPay',
  'postTest.draft',
  'postTest.saveDraft',
  'postTest.deleteDraft',
  'postTest.cancellationQuote',
  'postTest.requestCancellation',
  'postTest.file',
  // They need a consent that was given, and a candidate that nothing is under way for; `#privacy/rights` proves them.
  'consent.receipt',
  'consent.withdraw',
  'rights.askDeletion',
  // They need a paid registration and a file; `#services/cancellations` and `#office/files` prove them.
  'application.requestCancellation',
  'application.cancellationQuote',
  'application.addCancellationDocuments',
  'application.takeBackCancellation',
  // It needs a session that was moved; session-move.test.ts proves it.
  'application.chooseAfterMove',
  'formAttachment.upload',
  'formAttachment.get',
  // It needs a form; `#registering/forms` proves it.
  'attachment.guidance',
  // They need a booked product and staff; `#services/bookings` proves them.
  'booking.submit',
  'booking.get',
  'booking.reject',
  'booking.cancel',
  'booking.answerDate',
  'booking.applications',
  'order.placeForBooking',
  'product.bookingServiceDates',
];

describe('a call of the house', () => {
  it('answers a good request as the contract says [call:application.submit call:application.modify call:application.search call:application.get call:application.delete call:application.statusCounts call:application.changePickup call:application.cart call:application.price call:application.submitGroup call:application.calendarFile call:booking.checkRepeat call:candidate.types call:candidate.checkCard call:candidate.checkCardPrivately call:candidate.suggestName call:candidate.add call:candidate.modify call:candidate.get call:candidate.delete call:candidate.all call:candidate.search call:rights.held call:rights.requests call:rights.copy call:rights.askCorrection call:consent.list call:captcha.get call:lookup.cities call:lookup.citiesOfSubject call:lookup.offices call:order.search call:order.get call:order.delete call:order.place call:order.giveUp call:order.checkSeats call:payment.start call:payment.query call:payment.returned call:payment.mayStart call:payment.types call:payment.returnByGet call:payment.returnByPost call:product.lines call:product.all call:session.search call:session.calendar call:subject.all call:subject.ofSession call:user.current call:user.isEmailBound call:draft.get call:draft.save call:draft.clear call:letter.verify]', async () => {
    for (const name of served.filter((each) => !needMore.includes(each) && !each.startsWith('user.signOut'))) {
      const ids = await ownIds(name);
      const answer = await say(home.browser, name, requestsWith(ids)[name]);
      expect([200, 204, 303], `${name} ${answer.text}`).toContain(answer.status);
      expect(faultOf(name, answer), `${name} ${answer.text}`).toBeNull();
    }
  });

  it('lists what the account has by the contract, also when it is much [call:application.cart call:order.search R-92]', async () => {
    const { body } = await ask(home.browser, 'application.search', { body: { pageSize: 1 } });
    const cart = await ask(home.browser, 'application.cart', { body: { pageSize: 1 } });

    expect(body).toMatchObject({ pageSize: 1, pageIndex: 1 });
    expect(Array.isArray(body['list']) && body['list'].length).toBe(1);
    expect(Number(cart.body['recordCount'])).toBeGreaterThan(1);
  });

  it('ends the session when it is told to, by either call [call:user.signOut call:user.signOutByPost R-03]', async () => {
    for (const name of ['user.signOut', 'user.signOutByPost'] as const) {
      const browser = await givenSignedIn(world.url);
      const { status } = await ask(browser, name);
      expect([status, (await ask(browser, 'user.isEmailBound')).status], name).toEqual([204, 401]);
    }
  });

  it.each(served)(
    '%s answers whatever it is sent with an answer of the contract, in the language asked for, and never with a 500',
    async (name) => {
      const browsers = { en: await givenFuzzer('en'), zh: await givenFuzzer('zh') };
      const isGateway = callOf(name).who === 'gateway';
      const { cart, pending, paid, candidateId } = home;
      const ids = [cart, pending, paid].flatMap((line) => [
        line.applicationId,
        line.exam.sessionId,
        line.exam.productId,
        ...line.exam.subjectIds,
      ]);
      ids.push(pending.orderId, paid.orderId, candidateId);

      const property = (isWild: boolean) =>
        fc.asyncProperty(
          requestsOf(name, { isWild, ids }),
          fc.constantFrom('en' as const, 'zh' as const),
          async (sent, language) => {
            const answer = await say(browsers[language], name, sent);
            expect(faultOf(name, answer), `${JSON.stringify(sent)} ${answer.text.slice(0, 500)}`).toBeNull();
            for (const sentence of sentencesOf(answer.body))
              expect(isIn(language, sentence) || isGateway, sentence).toBe(true);
          },
        );

      const few = rounds(5, 40);
      await fc.assert(property(false), { numRuns: few, endOnFailure: true });
      await fc.assert(property(true), { numRuns: 2 * few, endOnFailure: true });
    },
  );
});

async function givenFuzzer(language: 'en' | 'zh'): Promise<Browser> {
  const { phone, accountId } = home.browser;
  const browser = createBrowser(world.url, language);
  await trustBrowser(browser, accountId);
  const body = { loginType: 'Password', mobileOrEmail: phone, password: 'horse#staple9' };
  await ask(browser, 'user.signIn', {
    body,
    headers: { 'x-forwarded-for': `10.9.${randomDigits(2)}.${randomDigits(2)}` },
  });
  return browser;
}
