import { recipient, type Recipient } from '@exam/contract/entities';
import { consentText, postTestConsentText, type Language } from '@exam/contract/messages';
import { consentVersion, postTestConsentVersion, statementsFor, ticksOf } from '@exam/contract/rules';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenPerson, givenProduct, request, today } from '#testing/bookings-desk';
import { confirm, givenBoard, givenDraft, ticked } from '#testing/post-test-desk';
import { forgetCatalogue } from '#offer/catalogue';
import { setClockOffset } from '#platform/clock';
import { databasePool } from '#platform/database';
import {
  type Answer,
  ask,
  giveBody,
  givenBody,
  givenExam,
  givenSignedIn,
  givenWorkingCalendar,
  moveClockTo,
  type SignedIn,
  rowsOf,
} from '#testing';
import { givenAsked, guardianCalls, tokenOf } from './guardian.testing.ts';
import { ofGroup } from '#testing/wizard';
import { addCandidate, openWorld, placeOrder, submission, type World } from './world.testing.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(() => setClockOffset(0));

const other = {
  legal_name_en: 'Other Awards Inc.',
  legal_name_zh: '另一考试局公司',
  country: 'CA',
  contact_en: 'data@other.example',
  contact_zh: 'shuju@other.example',
  purpose_en: 'to award something else',
  purpose_zh: '颁发另一证书',
  means_en: 'by courier',
  means_zh: '通过快递处理',
  data_kinds_en: 'a photograph',
  data_kinds_zh: '照片',
  rights_en: 'through its ombudsman',
  rights_zh: '通过其申诉专员',
};

/** The facts of the body of the tests, as each language has to tell them. */
const facts = {
  en: [
    'The Board of Examiners Limited (United Kingdom, outside mainland China)',
    'Contact: privacy@board.example',
    'Purpose: to hold and mark the exam',
    'How it is processed: as a file through its website',
    'Information passed on: name, birth date and paper',
    'Using rights there: by writing to the contact above',
  ],
  zh: [
    '考试局有限公司（英国，位于中国内地以外）',
    '联系方式：privacy@board.example',
    '处理目的：组织考试并评卷',
    '处理方式：通过其网站以文件形式处理',
    '个人信息种类：姓名、出生日期和科目',
    '向其行使权利的方式：向上述联系方式书面提出',
  ],
} as const;

/** What the catalogue shows of a product to somebody who reads this language. */
async function shown(browser: SignedIn, productId: string, language: Language = 'en') {
  forgetCatalogue();
  const [{ code } = { code: '' }] = await rowsOf('select code from product where id = $1', [productId]);
  const headers = { 'accept-language': language };
  const { body } = await ask(browser, 'product.byCode', { params: { code: String(code) }, headers });
  return { access: body['access'], recipient: recipient.parse(body['recipient']) };
}

/** What somebody has agreed to, by its statement: the words on the receipt, and whether they are those of the record. */
async function receipts(browser: SignedIn) {
  const sets = JSON.parse((await ask(browser, 'consent.list')).text) as { id: string }[];
  const all = await Promise.all(sets.map(({ id }) => ask(browser, 'consent.receipt', { params: { id } })));
  return all.flatMap(({ body }) => (Array.isArray(body['statements']) ? body['statements'] : [])) as {
    statementId: string;
    text: string;
    isVerified: boolean;
  }[];
}

/** The bodies of a request with another statement's version of the recipient. */
const ticks = (isMinor: boolean, named: Pick<Recipient, 'version'> | null) =>
  ticksOf(statementsFor(isMinor), { version: consentVersion, recipient: named });

const raise = (productId: string, contact = 'new@board.example') =>
  databasePool().query(
    `update awarding_body body set contact_en = $2, contact_zh = $2, version = body.version + 1
     from product where product.id = $1 and body.id = product.awarding_body_id`,
    [productId, contact],
  );

const forget = (productId: string) =>
  databasePool().query(
    `update awarding_body body set rights_zh = null from product where product.id = $1 and body.id = product.awarding_body_id`,
    [productId],
  );

const code = ({ status, body }: Answer) => [status, body['code'] ?? null];

describe('the consent to passing data on', () => {
  it.each(['en', 'zh'] as const)(
    'says in %s what the record of its own awarding body tells, and of no other, and the receipt has the words that were shown [PIPL-39]',
    async (language) => {
      const browser = await givenSignedIn(world.url);
      const exam = await givenExam();
      await giveBody(exam);
      await giveBody(await givenExam(), await givenBody(other));
      const named = (await shown(browser, exam.productId, language)).recipient;
      const candidateId = await addCandidate(browser);
      const headers = { 'accept-language': language };

      const body = { ...submission(exam, candidateId), consents: ticks(false, named) };
      const submitted = await ask(browser, 'application.submit', { body, headers });

      expect(code(submitted)).toEqual([200, expect.any(String)]);
      const kept = (await receipts(browser)).find(({ statementId }) => statementId === 'awardingBody');
      expect(kept).toMatchObject({
        text: consentText(language, 'awardingBody', { recipient: named }),
        isVerified: true,
      });
      for (const fact of facts[language]) expect(kept?.text).toContain(fact);
      const others = Object.entries(other).filter(([column]) => column !== 'country');
      for (const [, value] of others) expect(kept?.text).not.toContain(value);
    },
  );

  it('stays on the receipt as it was shown when the record changes, and the next registration asks for the new words [PIPL-14 PIPL-39]', async () => {
    const browser = await givenSignedIn(world.url);
    const exam = await givenExam();
    await giveBody(exam);
    const before = (await shown(browser, exam.productId)).recipient;
    const submit = async (named: Recipient) => {
      const candidateId = await addCandidate(browser);
      return await ask(browser, 'application.submit', {
        body: { ...submission(exam, candidateId), consents: ticks(false, named) },
      });
    };

    await submit(before);
    await raise(exam.productId);
    const outdated = await submit(before);
    const after = (await shown(browser, exam.productId)).recipient;
    const renewed = await submit(after);

    expect([code(outdated), outdated.body['fieldCodes']]).toEqual([
      [412, 'CONSENT_OUTDATED'],
      { consents: 'CONSENT_OUTDATED' },
    ]);
    expect(renewed.status).toBe(200);
    const kept = (await receipts(browser)).filter(({ statementId }) => statementId === 'awardingBody');
    expect(kept.map(({ isVerified }) => isVerified)).toEqual([true, true]);
    expect(new Set(kept.map(({ text }) => text))).toEqual(
      new Set([before, after].map((named) => consentText('en', 'awardingBody', { recipient: named }))),
    );
  });

  it('is asked for anew before an order that ended is made again, when the record has changed [R-49 PIPL-39]', async () => {
    const browser = await givenSignedIn(world.url);
    const reorder = async (change?: (productId: string) => Promise<unknown>) => {
      const exam = await givenExam();
      await giveBody(exam);
      const candidateId = await addCandidate(browser);
      const { body } = await ask(browser, 'application.submit', { body: submission(exam, candidateId) });
      const orderId = await placeOrder(browser, { exam, candidateId, applicationId: String(body['id']) });
      await ask(browser, 'order.giveUp', { params: { id: orderId, status: 'PaymentExpired' } });
      await change?.(exam.productId);
      const again = await ask(browser, 'application.reorder', { query: { orderId } });
      return [again.body['cloned'], again.body['skipped']];
    };

    expect(await reorder()).toEqual([[expect.anything()], []]);
    expect(await reorder((productId) => raise(productId))).toEqual([
      [],
      [expect.objectContaining({ reason: 'CONSENT_OUTDATED' })],
    ]);
  });

  it('cannot be given while the record does not say everything in both languages, and nothing is kept [PIPL-39]', async () => {
    const browser = await givenSignedIn(world.url);
    const exam = await givenExam();
    await giveBody(exam);
    await forget(exam.productId);
    const candidateId = await addCandidate(browser);

    const [submitted, group] = [
      await ask(browser, 'application.submit', { body: submission(exam, candidateId) }),
      await ask(browser, 'application.submitGroup', {
        body: {
          ...ofGroup(submission(exam, candidateId)),
          applicationCandidate: undefined,
          consents: undefined,
          entries: [{ candidateId, consents: ticks(false, null) }],
        },
      }),
    ];
    forgetCatalogue();
    const [{ productCode } = { productCode: '' }] = await rowsOf(
      'select code as "productCode" from product where id = $1',
      [exam.productId],
    );
    const product = await ask(browser, 'product.byCode', { params: { code: String(productCode) } });

    expect([code(submitted), code(group)]).toEqual([
      [412, 'RECIPIENT_NOT_KNOWN'],
      [412, 'RECIPIENT_NOT_KNOWN'],
    ]);
    expect(submitted.body['userMessage']).toContain('awarding body');
    expect([product.body['access'], product.body['recipient']]).toEqual(['opensSoon', null]);
    expect(
      await rowsOf('select from consent where account_id = $1 and application_id is not null', [browser.accountId]),
    ).toEqual([]);
  });
});

describe('the consent of a booking and of a request after an exam', () => {
  beforeEach(async () => {
    await moveClockTo(today);
    await givenWorkingCalendar();
  });

  it('names the body of the product in the same words, or the institution that the booking names [PIPL-39]', async () => {
    const browser = await givenSignedIn(world.url);
    const [named, unnamed] = [await givenProduct(), await givenProduct()];
    await giveBody(named);

    const answers = [
      await ask(browser, 'booking.submit', { body: request(unnamed, await givenPerson(browser)) }),
      await ask(browser, 'booking.submit', { body: request(named, await givenPerson(browser)) }),
    ];
    // It costs nothing, so it is complete at once.
    const draft = await givenDraft({ server: world }, 'uciMerge', { browser });
    const confirmed = await confirm(draft);

    expect([...answers, confirmed].map(({ status }) => status)).toEqual([200, 200, 200]);
    const record = await ask(browser, 'postTest.get', { params: { id: draft.id } });
    const kept = await receipts(browser);
    const [passed] = kept.filter(({ statementId }) => statementId === 'passToBody');
    const texts = kept.filter(({ statementId }) => statementId === 'awardingBody').map(({ text }) => text);
    const { recipient: booked } = await shown(browser, named.productId);
    expect(new Set(texts)).toEqual(
      new Set([booked, null].map((each) => consentText('en', 'awardingBody', { recipient: each }))),
    );
    for (const fact of facts.en) expect(passed?.text).toContain(fact);
    expect(record.body['consents']).toContainEqual(
      expect.objectContaining({ statementId: 'passToBody', language: 'en', text: passed?.text }),
    );
    const { recipient: board } = await shown(browser, draft.board.productId);
    expect(passed?.text).toBe(postTestConsentText('en', 'passToBody', { recipient: board }));
  });

  it('is refused without the facts, and to words that have changed since [PIPL-39]', async () => {
    const browser = await givenSignedIn(world.url);
    const product = await givenProduct();
    await giveBody(product);
    const board = await givenBoard();
    const draft = await givenDraft({ server: world }, 'review', { browser, board });
    const person = await givenPerson(browser);
    const { version } = (await shown(browser, product.productId)).recipient;
    await raise(product.productId);
    await raise(board.productId);
    const old = { version };
    const booking = await ask(browser, 'booking.submit', {
      body: request(product, person, { consents: ticks(false, old) }),
    });
    const asked = await confirm(draft, {
      consents: ticksOf(
        ticked('review').map(({ statementId }) => statementId),
        { version: postTestConsentVersion, recipient: old },
      ),
    });
    await forget(product.productId);
    await forget(board.productId);
    const unknown = [await ask(browser, 'booking.submit', { body: request(product, person) }), await confirm(draft)];

    expect([booking.body['fieldCodes'], code(asked)]).toEqual([
      { consents: 'CONSENT_OUTDATED' },
      [412, 'CONSENT_INCOMPLETE'],
    ]);
    expect(unknown.map(code)).toEqual([
      [412, 'RECIPIENT_NOT_KNOWN'],
      [412, 'RECIPIENT_NOT_KNOWN'],
    ]);
  });
});

describe('a guardian who is asked by a link', () => {
  it('reads the same facts, agrees to what was shown, and may object while there is nothing to agree to [PIPL-31 PIPL-39 call:guardian.notice]', async () => {
    const exam = await givenExam();
    await giveBody(exam);
    const line = await givenAsked(world, { exam });
    const token = await tokenOf(line);
    const calls = guardianCalls(world);

    const first = await calls.show(token);
    await raise(exam.productId);
    const old = await calls.agree(token, consentVersion, Number(first.body['recipientVersion']));
    await forget(exam.productId);
    const empty = await calls.show(token);
    const blind = await calls.agree(token);
    await databasePool().query(
      `update awarding_body body set rights_zh = '书面提出' from product where product.id = $1 and body.id = product.awarding_body_id`,
      [exam.productId],
    );
    const again = await calls.show(token);
    const agreed = await calls.agree(token, consentVersion, Number(again.body['recipientVersion']));

    for (const fact of facts.en) expect(first.body['statement']).toContain(fact);
    expect([code(old), empty.body['statement'], code(blind)]).toEqual([
      [412, 'CONSENT_OUTDATED'],
      null,
      [412, 'RECIPIENT_NOT_KNOWN'],
    ]);
    expect(agreed.status).toBe(200);
    const kept = (await receipts(line.browser)).find(({ statementId }) => statementId === 'guardianAgreed');
    expect(kept).toMatchObject({ text: again.body['statement'], isVerified: true });
    expect(kept?.text).toContain('Contact: new@board.example');
  });

  it('may object while there is nothing to agree to [PIPL-31]', async () => {
    const exam = await givenExam();
    await giveBody(exam);
    const line = await givenAsked(world, { exam });
    await forget(exam.productId);

    expect((await guardianCalls(world).object(await tokenOf(line))).status).toBe(200);
  });
});
