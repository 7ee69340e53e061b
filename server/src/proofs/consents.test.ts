import { readdir, readFile } from 'node:fs/promises';
import { consentText } from '@exam/contract/messages';
import { accountStatements, consentVersion, statementsFor } from '@exam/contract/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setClockOffset } from '#platform/clock';
import { givenVisitor, newPhone, receiveCode } from '#testing/visitor';
import { createBrowser } from '#testing/app';
import { ask, askStaff, giveBody, givenExam, givenSignedIn, givenStaff, type SignedIn, rowsOf } from '#testing';
import { givenChild } from './child.testing.ts';
import { addCandidate, meddle, openWorld, submission, type World } from './world.testing.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** The consents of an account, the latest set first. */
async function consentsOf(browser: SignedIn) {
  const { text } = await ask(browser, 'consent.list');
  const sets: { id: string; code: string; statements: { id: string; statementId: string; canWithdraw: boolean }[] }[] =
    JSON.parse(text);
  return sets;
}

/** The statement of the migration that keeps the words which ended with it. */
async function frozenWords(): Promise<string> {
  const folder = new URL('../../migrations/', import.meta.url);
  const name = (await readdir(folder)).find((each) => each.endsWith('_recipients_named.sql')) ?? '';
  const text = await readFile(new URL(name, folder), 'utf8');
  return text.slice(text.indexOf('insert into consent_text'));
}

async function withdraw(browser: SignedIn, statementId: string) {
  const statement = (await consentsOf(browser))
    .flatMap(({ statements }) => statements)
    .find((each) => each.statementId === statementId);
  return await ask(browser, 'consent.withdraw', { params: { id: statement?.id ?? '' } });
}

describe('what is agreed to for an account', () => {
  it('is the terms and, apart from them, the consent to the privacy notice, as evidence with a receipt [PIPL-14 6.1 call:consent.list]', async () => {
    const visitor = givenVisitor(world.url);
    const phone = newPhone();
    const verificationCode = await receiveCode(visitor, phone, 'Register');
    const body = {
      phoneNumber: phone,
      password: 'lantern@4821',
      confirmPassword: 'lantern@4821',
      verificationCode,
      dateOfBirth: '1985-04-12',
      consents: accountStatements.map((statementId) => ({ statementId, version: consentVersion })),
    };
    const headers = { ...visitor.headers, 'accept-language': 'zh' };
    const registered = await ask(visitor.browser, 'user.register', { body, headers });
    visitor.browser.signedIn(String(registered.body['token']));

    const [set, ...others]: { id: string; statements: { text: string; canWithdraw: boolean }[] }[] = JSON.parse(
      (await ask(visitor.browser, 'consent.list')).text,
    );
    const receipt = await ask(visitor.browser, 'consent.receipt', { params: { id: set?.id ?? '' } });
    const checked = await ask(visitor.browser, 'consent.verify', {
      params: { code: String(receipt.body['receiptCode']) },
    });
    const copy = await ask(visitor.browser, 'rights.copy', { body: { isWhole: false } });

    const texts = accountStatements.map((each) => consentText('zh', each, { recipient: null }));
    expect(others).toEqual([]);
    expect(set).toMatchObject({ of: 'account', code: '', candidateName: '', language: 'zh' });
    expect(set?.statements.map(({ text, canWithdraw }) => [text, canWithdraw])).toEqual(
      texts.map((text) => [text, false]),
    );
    expect(receipt.body).toMatchObject({
      version: consentVersion,
      statements: texts.map((text) => ({ text, isVerified: true, hash: expect.stringMatching(/^[0-9a-f]{64}$/) })),
    });
    expect(checked.body).toMatchObject({ isKnown: true, isUnchanged: true, code: null });
    for (const text of texts) expect(copy.text).toContain(text);
  });
});

describe('a consent', () => {
  it('is evidence of the very words that were shown, and its receipt says whether they still give the hash [3-domain 6.1 call:consent.receipt]', async () => {
    const { browser } = await givenChild(world);
    const [set] = await consentsOf(browser);

    const { body } = await ask(browser, 'consent.receipt', { params: { id: set?.id ?? '' } });
    await meddle(`alter table consent_text disable trigger user`);
    await expect(meddle(`update consent_text set text = text || '!'`)).rejects.toThrow(/check constraint/);
    await meddle(`alter table consent_text enable trigger user`);

    const statements: unknown[] = Array.isArray(body['statements']) ? body['statements'] : [];
    expect(statements).toHaveLength(5);
    for (const each of statements)
      expect(each).toMatchObject({
        isVerified: true,
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        text: expect.stringContaining(' '),
      });
    expect(body).toMatchObject({ version: consentVersion, language: 'en', guardianRelation: 'Father' });
    const stranger = await givenSignedIn(world.url);
    expect((await ask(stranger, 'consent.receipt', { params: { id: set?.id ?? '' } })).status).toBe(404);
  });

  it('has a receipt that anybody who holds it can check by its code, until the record is another [3-domain 6.1 call:consent.verify]', async () => {
    const { browser, lastName } = await givenChild(world);
    const [set] = await consentsOf(browser);
    const { body } = await ask(browser, 'consent.receipt', { params: { id: set?.id ?? '' } });
    const code = String(body['receiptCode']);
    const check = (typed: string) => ask(createBrowser(world.url), 'consent.verify', { params: { code: typed } });
    const statement = set?.statements[0]?.id;

    const good = await check(code);
    const typedOtherwise = await check(code.toLowerCase().replaceAll('-', ' '));
    const wrong = await check(`${code.slice(0, -1)}${code.endsWith('A') ? 'B' : 'A'}`);
    const invented = await check('AAAA-BBBB-CCCC-DDDD-EEEE-FFFF-GGGG-2345');
    await meddle(`alter table consent disable trigger user`);
    await meddle(`update consent set version = 'forged' where id = $1`, [statement]);
    await meddle(`alter table consent enable trigger user`);
    const forged = await check(code);

    expect(code).toMatch(/^([A-Z2-7]{4}-){7}[A-Z2-7]{4}$/);
    expect(good.body).toMatchObject({ isKnown: true, isUnchanged: true, code: set?.code });
    const statements: { isVerified: boolean }[] = Array.isArray(good.body['statements']) ? good.body['statements'] : [];
    expect(statements.map(({ isVerified }) => isVerified)).toEqual([true, true, true, true, true]);
    expect([good.text.includes(lastName), typedOtherwise.body]).toEqual([false, good.body]);
    for (const answer of [wrong, forged])
      expect(answer.body).toMatchObject({ isKnown: true, isUnchanged: false, code: null, statements: [] });
    expect(invented.body).toMatchObject({ isKnown: false, isUnchanged: false, code: null, statements: [] });
  });

  it('of the time before texts were kept has its words back, those of the day on which they ended [3-domain 6.1]', async () => {
    const { browser, exam } = await givenChild(world);
    await giveBody(exam);
    const [set] = await consentsOf(browser);
    const words = '本人作为家长或监护人，同意为孩子参加考试和取得成绩，将孩子的信息提供给考试局，包括向境外提供。';
    await meddle(`alter table consent disable trigger user`);
    await meddle(
      `update consent set version = '2026-11', language = 'zh', text_hash = sha256(convert_to($2, 'UTF8'))
       where account_id = $1 and statement_id = 'childAwardingBody'`,
      [browser.accountId, words],
    );
    await meddle(`alter table consent enable trigger user`);
    const passed = async () => {
      const { body } = await ask(browser, 'consent.receipt', { params: { id: set?.id ?? '' } });
      const statements: { statementId: string }[] = Array.isArray(body['statements']) ? body['statements'] : [];
      return statements.find(({ statementId }) => statementId === 'childAwardingBody');
    };
    const before = await passed();

    await meddle(await frozenWords());

    expect(before).toMatchObject({ text: '', isVerified: false });
    expect(await passed()).toMatchObject({ text: words, isVerified: true });
  });

  it('to an older text is asked for again: a submission with it is refused [3-domain 6.1]', async () => {
    const { browser, candidateId } = await givenChild(world);
    const exam = await givenExam();
    const consents = statementsFor(true).map((statementId) => ({ statementId, version: '2020-01' }));

    const { status, body } = await ask(browser, 'application.submit', {
      body: { ...submission(exam, candidateId, 'child'), consents },
    });

    expect([status, body['code']]).toEqual([412, 'CONSENT_OUTDATED']);
  });

  it('that was withdrawn stops the export of the entry, and the registration stands [PIPL-15 3-domain 6.2 call:consent.withdraw]', async () => {
    const parent = await givenChild(world);
    await giveBody(parent.exam);
    const staff = await givenStaff(world.consoleUrl);
    const preview = async () => {
      const { body } = await askStaff(staff, 'bodyEntries.preview', {
        body: { productId: parent.exam.productId, sessionId: parent.exam.sessionId },
      });
      return [body['rows'], body['left']].map((each) => (Array.isArray(each) ? each.length : each));
    };
    const before = await preview();

    const withdrawn = await withdraw(parent.browser, 'childSensitiveData');
    const exported = await askStaff(staff, 'bodyEntries.export', {
      body: {
        productId: parent.exam.productId,
        sessionId: parent.exam.sessionId,
        format: 'csv',
        reason: 'Entries of the week',
      },
    });

    expect(before).toEqual([1, 0]);
    expect([withdrawn.status, withdrawn.body['status'], withdrawn.body['kind']], withdrawn.text).toEqual([
      200,
      'Answered',
      'Withdrawal',
    ]);
    expect(await preview()).toEqual([0, 1]);
    expect(exported.body['code']).toBe('ENTRIES_UNCHANGED');
    expect(await rowsOf('select status from application where id = $1', [parent.applicationId])).toEqual([
      { status: 'Registered' },
    ]);
    expect((await withdraw(parent.browser, 'childSensitiveData')).body['code']).toBe('ILLEGAL_STATE');
  });

  it('that was withdrawn is asked for again: what lies in the cart cannot be ordered with it, and ticking anew makes it whole [PIPL-15]', async () => {
    await setClockOffset(0);
    const browser = await givenSignedIn(world.url);
    const exam = await givenExam();
    const candidateId = await addCandidate(browser, 'child');
    const line = await ask(browser, 'application.submit', { body: submission(exam, candidateId, 'child') });
    const applicationId = String(line.body['id']);
    const order = () =>
      ask(browser, 'order.place', { body: { applicationIds: [applicationId], totalPayAmount: 150_000 } });

    await withdraw(browser, 'childAwardingBody');
    const refused = await order();
    await ask(browser, 'application.modify', {
      body: { id: applicationId, ...submission(exam, candidateId, 'child') },
    });

    expect([refused.status, refused.body['code']]).toEqual([412, 'CONSENT_WITHDRAWN']);
    expect((await order()).status).toBe(200);
  });

  it('is not what a statement of fact is: that cannot be withdrawn, nor another’s consent [T8]', async () => {
    const { browser } = await givenChild(world);
    const stranger = await givenSignedIn(world.url);
    const [set] = await consentsOf(browser);

    expect((await withdraw(browser, 'childTruth')).body['code']).toBe('ILLEGAL_STATE');
    expect((await ask(stranger, 'consent.withdraw', { params: { id: set?.id ?? '' } })).status).toBe(404);
    expect(
      await rowsOf('select from consent_withdrawal w join consent c on c.id = w.consent_id where c.account_id = $1', [
        browser.accountId,
      ]),
    ).toEqual([]);
  });
});
