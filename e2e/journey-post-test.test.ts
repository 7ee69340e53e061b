import { describe, expect, it } from 'vitest';
import { signIn } from './stage/account.ts';
import { axeFindings } from './stage/findings.ts';
import { staffProgram } from './stage/officers.ts';
import { payAtTheChannel } from './stage/paying.ts';
import { chooseService, fillBirth, postTestWords, requestsOf } from './stage/post-test.ts';
import { newAccount } from './stage/programs.ts';
import { tickEverything } from './stage/registration.ts';
import { appears, goTo, inChinese, inEnglish, readers, useVisitors, type Visitor, whereIs } from './stage/visitors.ts';

const visit = useVisitors();

const form = {
  name: 'consent.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n%%EOF\n'),
};

/** Opens the wizard as a newly made account. */
async function begin(visitor: Visitor) {
  const account = await newAccount();
  await signIn(visitor, account.phone, { at: '/exam-registration?product=results-pearson' });
  return { account, words: postTestWords[visitor.language] };
}

const heading = ({ page }: Visitor, name: string) => page.getByRole('heading', { name, exact: true });

/** Confirms and pays, and is at the request's own page. @returns the amount paid, as the page writes it. */
async function confirmAndPay(visitor: Visitor): Promise<string> {
  const { page, language } = visitor;
  const words = postTestWords[language];
  await tickEverything(visitor);
  const next = page.getByRole('button', { name: words.pay });
  const amount = /¥[\d,.]+/.exec((await next.textContent()) ?? '')?.[0] ?? '';
  await next.click();
  await payAtTheChannel(visitor, amount);
  expect(whereIs(visitor)).toMatch(/^\/post-test-payment-success\?orderId=/);
  expect(await axeFindings(page)).toEqual([]);
  await goTo(visitor, '/candidate/posttestservice');
  await page.getByRole('link', { name: words.detailsOf }).click();
  await appears(page.getByText(words.registered, { exact: true }));
  return amount;
}

const orderIdOf = (visitor: Visitor) => whereIs(visitor).split('/').at(-1) ?? '';

/** Staff: the cancellation is not approved, the request goes to the awarding body, and comes back with one mark raised. */
async function raise(id: string): Promise<void> {
  const officer = await staffProgram('officer');
  const params = { id };
  const seen = async () => ({ version: (await officer('postTests.get', { params })).version });
  const { products } = await officer('postTests.choices', {});
  const productId = products.find(({ nameEn }) => /Pearson/.test(nameEn))?.id ?? '';
  await officer('postTests.rejectCancellation', { params, body: { ...(await seen()), reason: 'It leaves today.' } });
  // The answer is a file, which this client does not read; what it does shows in the state.
  const body = { productId, format: 'csv', reason: 'Requests of the week' } as const;
  await officer('postTests.export', { body }).catch(() => undefined);
  const { components } = await officer('postTests.get', { params });
  await officer('postTests.complete', {
    params,
    body: {
      ...(await seen()),
      components: components.map(({ position }) =>
        position === 0
          ? { position, outcome: 'Raised', markBefore: '60', markAfter: '71' }
          : { position, outcome: 'Confirmed', markBefore: '55', markAfter: '55' },
      ),
      isGradeChanged: true,
      gradeBefore: 'B',
      gradeAfter: 'A',
    },
  });
}

describe('a post-test service', () => {
  it.each(readers)('asks for the service only after the series, and offers what is open first, %s', async (_, who) => {
    const visitor = await visit(who);
    const { page } = visitor;
    const { words } = await begin(visitor);
    await page.getByRole('checkbox', { name: words.agree }).check();
    const next = page.getByRole('button', { name: words.next, exact: true });
    await next.click();
    await page.locator('#level').waitFor();
    const problems = page.getByRole('heading', { name: visitor.words.problems });
    await next.click();
    await problems.waitFor();
    await page.locator('#level').selectOption({ index: 1 });
    await problems.waitFor({ state: 'detached' });
    await next.click();
    await problems.waitFor();
    await page.locator('#series').selectOption({ index: 1 });

    await appears(page.getByRole('radio').first());
    expect(await problems.count()).toBe(0);
    expect(await page.getByRole('radio', { disabled: false }).count()).toBeGreaterThan(0);
  });

  it.each(inEnglish)(
    'is a late cash-in, confirmed part by part, saved, taken up again and paid, %s [9.6#1 9.6#2 9.6#4 9.6#5 R-82 R-83 R-84 call:GET /api/posttestservice/{productid}/services route:/post-test-payment-success route:/candidate/posttestservice screen:post-test_wizard.getReady screen:post-test_wizard.service screen:post-test_wizard.information screen:post-test_wizard.confirm screen:post-test_wizard.payment screen:candidate_centre.payment_result_for_post-test screen:candidate_centre.my_post-exam_services_list error:sentence.Mandatory_module_delete error:sentence.Delete_confirm]',
    async (_, who) => {
      const visitor = await visit(who);
      const { page } = visitor;
      const { account, words } = await begin(visitor);
      await chooseService(visitor, words.lateCashIn);
      const goOn = page.getByRole('button', { name: words.goOn });

      await goOn.click();
      await page.getByRole('heading', { name: visitor.words.problems }).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await page.locator('#cashInCodeId').selectOption({ index: 1 });
      await goOn.click();
      await page.getByLabel(words.series, { exact: true }).waitFor();
      await goOn.click();
      await page.getByLabel(words.centre, { exact: true }).selectOption({ index: 1 });
      await goOn.click();
      await page.getByLabel(words.number, { exact: true }).fill('1234');
      await goOn.click();
      await page.getByLabel(words.uci, { exact: true }).fill('92003b261234a');
      await appears(page.getByText(words.wrongUci));
      await page.getByLabel(words.uci, { exact: true }).fill('92003b261234l');
      await goOn.click();

      await page.getByRole('checkbox', { name: 'WMA11' }).check();
      await page.getByText(words.few).waitFor();
      await page.getByLabel(words.lastName, { exact: true }).fill('wang');
      await page.getByLabel(words.firstName, { exact: true }).fill('xiaoming');
      await fillBirth(visitor, ['2001', '3', '4']);
      await appears(page.getByText(words.wrongAge));
      await fillBirth(visitor, ['2010', '3', '4']);
      await page.getByRole('button', { name: words.next, exact: true }).click();

      await heading(visitor, words.list).waitFor();
      await page.getByRole('button', { name: words.remove('YMA01') }).click();
      await appears(page.getByText(words.mandatory));
      await page.getByRole('button', { name: words.remove('WMA11') }).click();
      await page.getByText(words.sure).waitFor();
      await page.getByRole('dialog').getByRole('button', { name: words.delete, exact: true }).click();
      await expect.poll(() => page.getByRole('button', { name: words.remove('WMA11') }).count()).toBe(0);
      expect(await axeFindings(page)).toEqual([]);
      await page.getByRole('button', { name: words.save, exact: true }).click();
      await page.getByRole('link', { name: words.goOnWith }).click();
      await heading(visitor, words.list).waitFor();
      await confirmAndPay(visitor);

      expect(await requestsOf(account)).toMatchObject([
        { serviceKind: 'lateCashIn', candidateName: 'WANG XIAOMING', uciNumber: '92003B261234L', status: 'Registered' },
      ]);
    },
  );

  it.each(inChinese)(
    'is a priority re-mark with its signed form, paid; its cancellation is not approved, its mark is raised and the board’s fee comes back, %s [9.6#4 9.6#8 9.6#9 9.6#10 9.6#12 R-85 route:/candidate/posttestservice/{id} route:/candidate/order/posttest/{id} screen:candidate_centre.my_post-exam_service_detail]',
    async (_, who) => {
      const visitor = await visit(who);
      const { page } = visitor;
      const { account, words } = await begin(visitor);
      await chooseService(visitor, words.priority);

      await page.getByRole('checkbox', { name: 'WMA11' }).check();
      await page.getByRole('checkbox', { name: 'WMA12' }).check();
      await page.getByLabel(words.centre, { exact: true }).selectOption({ index: 1 });
      await page.getByLabel(words.number, { exact: true }).fill('1234');
      await page.getByLabel(words.uci, { exact: true }).fill('92003B261234L');
      await page.getByLabel(words.lastName, { exact: true }).fill('LI');
      await page.getByLabel(words.firstName, { exact: true }).fill('NA');
      await fillBirth(visitor, ['2008', '5', '6']);
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: words.files }).first().click();
      await (await chooser).setFiles(form);
      await page.getByText('consent.pdf', { exact: true }).waitFor();
      await page.getByRole('button', { name: words.next, exact: true }).click();
      await page.getByRole('heading', { name: visitor.words.problems }).waitFor();
      await page.getByRole('checkbox', { name: words.place }).check();
      await page.getByRole('button', { name: words.next, exact: true }).click();
      await heading(visitor, words.list).waitFor();
      await confirmAndPay(visitor);
      expect(await axeFindings(page)).toEqual([]);

      await page.locator('a[href^="/candidate/order/posttest/"]').click();
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.locator('a[href^="/candidate/posttestservice/"]').first().click();
      await page.getByRole('button', { name: words.seeRefund }).click();
      await page.getByLabel(words.reason).fill(words.why);
      await page.getByRole('button', { name: words.cancel }).click();
      await page.getByText(words.asked).waitFor();
      const [asked] = await requestsOf(account);
      expect(asked).toMatchObject({ serviceKind: 'priorityReview', status: 'RegisteredCancellationRequested' });

      await raise(asked?.applicationID ?? '');
      await page.reload();
      await appears(page.getByText(words.raised, { exact: true }));
      await page.getByText(words.gradeChanged).waitFor();
      await page.getByText('60 → 71').waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await page.locator('a[href^="/candidate/order/posttest/"]').click();
      await appears(page.getByText(words.refund));
      await expect
        .poll(async () => (await account.call('order.get', { params: { id: orderIdOf(visitor) } })).refundInfo?.status)
        .toBe('Completed');
    },
  );
});
