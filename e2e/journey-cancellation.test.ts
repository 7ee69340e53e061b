import { expect, describe, it } from 'vitest';
import { signIn } from './stage/account.ts';
import { axeFindings } from './stage/findings.ts';
import { staffProgram } from './stage/officers.ts';
import { messageWith, minutesLater, trades } from './stage/outside.ts';
import { newAccount, pay, placeOrder, type Program, tktIntoCart } from './stage/programs.ts';
import { appears, goTo, inEnglish, phone, toast, useVisitors, type Visitor } from './stage/visitors.ts';

const visit = useVisitors();

const twoDays = 2 * 24 * 60;
const note = {
  name: 'note.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n%%EOF\n'),
};

type Paid = { account: Program; applicationId: string; orderId: string; code: string; tradeNo: string };

/** A paid exam whose registration closes within two days and that is at least twelve days away. */
async function givenPaidExam(): Promise<Paid> {
  const account = await newAccount();
  const applicationId = await tktIntoCart(account, 'MING');
  const orderId = await placeOrder(account, [applicationId]);
  const tradeNo = await pay(account, orderId);
  const { code } = await account.call('application.get', { params: { id: applicationId } });
  return { account, applicationId, orderId, code, tradeNo };
}

const examPage = ({ applicationId }: Paid) => `/candidate/application/${applicationId}`;

/** Opens the quote on the exam's page and writes a reason. */
async function writeRequest(visitor: Visitor): Promise<void> {
  const { page, words } = visitor;
  await page.getByRole('button', { name: words.cancel.ask }).click();
  await page.getByText(words.cancel.rule).waitFor();
  await page.getByLabel(words.cancel.reason).fill(words.cancel.words);
}

async function chooseFile(visitor: Visitor, file: typeof note): Promise<void> {
  const chooser = visitor.page.waitForEvent('filechooser');
  await visitor.page.getByRole('button', { name: visitor.words.cancel.files }).click();
  await (await chooser).setFiles(file);
}

async function send(visitor: Visitor): Promise<void> {
  await visitor.page.getByRole('button', { name: visitor.words.cancel.submit }).click();
  await toast(visitor, visitor.words.cancel.sent);
  await visitor.page.getByText(visitor.words.cancel.waiting).waitFor();
}

/** The request of a registration as the office finds it. */
async function openRequest(officer: Awaited<ReturnType<typeof staffProgram>>, { code }: Paid) {
  const { list } = await officer('cancellations.search', {
    body: { pageIndex: 1, pageSize: 10, search: code, outcome: 'Open' },
  });
  const request = list[0];
  if (!request) throw new Error('The office has no such request.');
  return await officer('cancellations.get', { params: { id: request.id } });
}

describe('an exam that somebody cannot take', () => {
  it.each(inEnglish)(
    'is cancelled with a document, and its money comes back, %s [9.1#10 9.1#12 9.5#7 R-72 R-74 C28 route:/candidate/application/{id} screen:candidate_centre.cancel_an_exam screen:candidate_centre.refund]',
    async (_, who) => {
      const paid = await givenPaidExam();
      const visitor = await visit(who);
      const { page, words } = visitor;
      await signIn(visitor, paid.account.phone);
      await minutesLater(twoDays, async () => {
        await signIn(visitor, paid.account.phone, { at: examPage(paid) });

        await page.getByRole('button', { name: words.cancel.ask }).click();
        await page.getByText(words.cancel.rule).waitFor();
        await page.getByText(words.cancel.needed).waitFor();
        await page.getByRole('button', { name: words.cancel.submit }).click();
        await page.getByRole('heading', { name: words.problems }).waitFor();
        expect(await axeFindings(page)).toEqual([]);
        await page.getByLabel(words.cancel.reason).fill(words.cancel.words);
        await chooseFile(visitor, { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('ill') });
        await appears(page.getByText(words.cancel.wrongFile));
        await chooseFile(visitor, note);
        await page.getByText('note.pdf', { exact: true }).waitFor();
        const button = page.getByRole('button', { name: words.cancel.submit });
        const amount = /¥[\d,.]+/.exec((await button.textContent()) ?? '')?.[0] ?? '';
        await send(visitor);
        expect(await axeFindings(page)).toEqual([]);
        const saved = page.waitForEvent('download');
        await page.getByRole('button', { name: words.cancel.save('note.pdf') }).click();
        expect((await saved).suggestedFilename()).toBe('note.pdf');

        const officer = await staffProgram('approver');
        const request = await openRequest(officer, paid);
        expect(request.documents.map(({ fileName }) => fileName)).toEqual(['note.pdf']);
        await officer('cancellations.approve', { params: { id: request.id }, body: { version: request.version } });

        await expect
          .poll(async () => (await trades()).find(({ tradeNo }) => tradeNo === paid.tradeNo)?.refunds.length)
          .toBe(1);
        await expect
          .poll(async () => {
            await goTo(visitor, examPage(paid));
            await appears(page.getByRole('list'));
            return await page.getByText(words.cancel.refunded).count();
          })
          .toBeGreaterThan(0);
        expect(await axeFindings(page)).toEqual([]);
        await goTo(visitor, `/candidate/order/${paid.orderId}`);
        await page.getByText(words.cancel.returned).waitFor();
        await goTo(visitor, '/candidate/application');
        await page.getByText(words.cancel.backTag(amount)).waitFor();
        const [refund] = (await trades()).find(({ tradeNo }) => tradeNo === paid.tradeNo)?.refunds ?? [];
        expect(`¥${((refund?.amountFen ?? 0) / 100).toFixed(2)}`).toBe(amount);
      });
    },
  );

  it('may be kept: papers come late, the request is taken back, asked again and rejected with a reason [9.1#11 9.1#13 R-74 R-77 R-78 call:POST /api/application/{id}/cancellation-documents]', async () => {
    const paid = await givenPaidExam();
    const visitor = await visit({ language: 'zh', screen: phone });
    const { page, words } = visitor;
    await signIn(visitor, paid.account.phone);
    await minutesLater(twoDays, async () => {
      await signIn(visitor, paid.account.phone, { at: examPage(paid) });

      await writeRequest(visitor);
      await send(visitor);
      await page.getByText(words.cancel.missing).waitFor();
      await page.getByRole('button', { name: words.cancel.add }).click();
      await chooseFile(visitor, note);
      await page.getByRole('button', { name: words.cancel.sendOne }).click();
      await toast(visitor, words.cancel.added);
      await page.getByRole('button', { name: words.cancel.save('note.pdf') }).waitFor();
      expect(await page.getByText(words.cancel.missing).count()).toBe(0);
      await page.getByRole('button', { name: words.cancel.takeBack }).click();
      await page.getByRole('dialog').getByRole('button', { name: words.cancel.takeBack }).click();
      await toast(visitor, words.cancel.takenBack);
      await page.getByText('您已撤回').waitFor();
      await writeRequest(visitor);
      await send(visitor);

      const officer = await staffProgram('approver');
      const request = await openRequest(officer, paid);
      const reason = 'The certificate names another person.';
      await officer('cancellations.reject', { params: { id: request.id }, body: { version: request.version, reason } });

      await messageWith(paid.account.phone, /was not approved/);
      await goTo(visitor, examPage(paid));
      await page.getByText(words.cancel.rejected).waitFor();
      await appears(page.getByText(reason));
      await page.getByText(words.cancel.twoMore).waitFor();
      await page.getByRole('button', { name: words.cancel.askAgain }).waitFor();
      expect(await axeFindings(page)).toEqual([]);
    });
  });

  it('of the demonstration has a refund that the channel refused; sent again by the clerk it arrives [9.5#9 C31]', async () => {
    const clerk = await staffProgram('clerk');
    const { list } = await clerk('refunds.search', { body: { pageIndex: 1, pageSize: 10, status: 'Failed' } });
    const [failed] = list;
    if (!failed) throw new Error('The demonstration has no failed refund.');
    const reason = 'The merchant account is filled again.';

    await clerk('refunds.retry', { params: { id: failed.id }, body: { version: failed.version, reason } });

    const statusNow = async () => (await clerk('refunds.get', { params: { id: failed.id } })).status;
    await expect.poll(statusNow).toBe('Completed');
    const returned = (await trades()).flatMap(({ refunds }) => refunds.map(({ amountFen }) => amountFen));
    expect(returned).toContain(failed.amount);
  });
});
