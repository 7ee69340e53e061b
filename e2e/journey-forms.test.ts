import { buffer } from 'node:stream/consumers';
import { addDays, chinaDateOf } from '@exam/contract/rules';
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { signIn } from './stage/account.ts';
import { axeFindings, foreignWords, stickingOut } from './stage/findings.ts';
import { staffProgram } from './stage/officers.ts';
import { addAdult, newAccount } from './stage/programs.ts';
import {
  agree,
  atStep,
  chooseCandidate,
  chooseSession,
  chooseSubject,
  confirmEverything,
} from './stage/registration.ts';
import { appears, inChinese, useVisitors, type Visitor } from './stage/visitors.ts';

const visit = useVisitors();
const daysAhead = 120;

const own = {
  guide: '下载填写指南（PDF）',
  guideTitle: /报名表填写指南/,
  course: '课程代码',
  oneCourse: /只能填写一个课程代码。/,
  cambridge: '剑桥大学',
  other: '其他大学',
  others: '其他大学的名称',
  yes: '是',
  what: '请说明所需安排及原因',
  add: '选择文件',
  broken: /连接中断/,
  again: '重新上传 letter.pdf',
  unreadable: /当前浏览器无法读取照片/,
  dismiss: '移除 camera.heic',
  subject: 'STEP 2 试卷',
  city: '北京',
  title: '购物车',
};

const reason = '右手骨折，需要延长四分之一的时间';
const pdf = (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n'),
});

async function isWhole(visitor: Visitor): Promise<void> {
  const { page, language } = visitor;
  expect([...(await axeFindings(page)), ...(await stickingOut(page))]).toEqual([]);
  if (language === 'zh') expect(await foreignWords(page)).toEqual([]);
}

/** An officer opens a STEP session in Beijing, open for registration at once. */
async function givenStep(): Promise<void> {
  const officer = await staffProgram('officer');
  const { products, venues } = await officer('sessions.choices', {});
  const step = products.find(({ code }) => code === 'step');
  const now = new Date();
  const at = { startTime: '15:00', endTime: '18:00' };
  const { offList } = await officer('sessions.createMany', {
    body: {
      sessions: [
        {
          productId: step?.id ?? '',
          venueId: venues.find(({ code }) => code === 'BJ-01')?.id ?? '',
          examDate: addDays(chinaDateOf(now.toISOString()), daysAhead),
          publishStartAt: new Date(now.getTime() - 3_600_000).toISOString(),
          publishEndAt: new Date(now.getTime() + 60 * 86_400_000).toISOString(),
          papers: [
            {
              subjectId: step?.subjects.find(({ code }) => code === 'STEP2')?.id ?? '',
              ...at,
              localFee: 200_000,
              boardFee: 60_500,
              vat: 7_815,
            },
          ],
          seat: 30,
        },
      ],
      isPublished: true,
    },
  });
  // No session of it has been published yet, so no price is on the list.
  const publisher = await staffProgram('publisher');
  for (const id of offList) {
    const { version } = await officer('sessions.get', { params: { id } });
    const { proposalId } = await officer('sessions.publish', {
      params: { id },
      body: { version, reason: 'The first of the year.' },
    });
    await publisher('approvals.approve', { params: { id: proposalId ?? '' }, body: {} });
  }
}

async function readGuide({ page }: Visitor): Promise<void> {
  await page.getByText(/^(Before you register|报名须知)/).click();
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: own.guide }).click();
  const bytes = await buffer(await (await started).createReadStream());
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
  expect(text).toMatch(own.guideTitle);
  expect(text).toContain(own.others);
}

/** A picture of one colour, as a screenshot would be. */
async function picture({ page }: Visitor): Promise<Buffer> {
  return await page.screenshot({ type: 'png' });
}

/** Adds a letter whose first sending breaks off, a screenshot that becomes a JPEG, and a photo that this browser cannot read. */
async function addFiles(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  const input = page.locator('input[type=file]');
  await page.route('**/api/registrationformattachment', (route) => route.abort('connectionreset'));
  await input.setInputFiles([pdf('letter.pdf')]);
  await page.getByText(own.broken).waitFor();
  // The browser says of the broken connection what the person has been told.
  expect(visitor.complaints.splice(0)).toHaveLength(1);
  await page.unroute('**/api/registrationformattachment');
  await page.getByRole('button', { name: own.again }).click();
  await page.getByText('letter.pdf', { exact: true }).waitFor();
  await input.setInputFiles([
    { name: 'screen.png', mimeType: 'image/png', buffer: await picture(visitor) },
    { name: 'camera.heic', mimeType: 'image/heic', buffer: Buffer.from('no picture') },
  ]);
  await page.getByText('screen.jpg', { exact: true }).waitFor();
  await page.getByText(own.unreadable).waitFor();
  await page.getByRole('button', { name: own.dismiss }).click();
}

async function fillForm(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  expect(await page.getByLabel(own.others).count()).toBe(0);
  await page.getByLabel(own.course, { exact: true }).fill('G100, G101');
  await page.getByRole('checkbox', { name: own.cambridge }).check();
  await page.getByRole('checkbox', { name: own.other }).check();
  await page.getByLabel(own.others).fill('LSE');
  await page.getByRole('radio', { name: own.yes, exact: true }).check();
  await page.getByLabel(own.what).fill(reason);
  await addFiles(visitor);
  await page.getByRole('button', { name: visitor.words.wizard.order }).click();
  await appears(page.getByText(own.oneCourse));
  await isWhole(visitor);
  await page.getByLabel(own.course, { exact: true }).fill('g100');
}

describe('a registration with the form of an admission test', () => {
  it.each(inChinese)(
    '%s, with a special arrangement and its evidence, comes to the cart [R-55 R-91 R-39 R-12 R-35 screen:public_wizard.* error:account.only_one_course_code]',
    async (_, who) => {
      await givenStep();
      const account = await newAccount();
      await addAdult(account, 'FORM');
      const visitor = await visit(who);
      const { page } = visitor;
      await signIn(visitor, account.phone, { at: '/exam-registration?product=step' });
      await atStep(visitor, 'needToKnow');

      await readGuide(visitor);
      await agree(visitor);
      await chooseSubject(visitor, own.subject);
      await chooseSession(visitor, daysAhead, own.city);
      await chooseCandidate(visitor, 'ZHAO FORM');
      await fillForm(visitor);
      await page.getByRole('button', { name: /letter\.pdf/ }).waitFor();
      await isWhole(visitor);
      const stored = await page.evaluate<string | null>("sessionStorage.getItem('steps')");
      expect(stored).not.toContain('骨折');
      await confirmEverything(visitor);
      await page.getByRole('link', { name: visitor.words.wizard.toCart }).click();
      await page.getByRole('heading', { level: 1, name: own.title }).waitFor();

      const { list } = await account.call('application.cart', { body: {} });
      const kept = await account.call('application.get', { params: { id: list[0]?.applicationId ?? '' } });
      expect(kept.testRelatedInfo).toMatchObject({ templateNumber: 'rt1012', templateVersion: 1 });
      expect(JSON.parse(kept.testRelatedInfo?.json ?? '')).toMatchObject({
        courseCode: 'G100',
        universities: ['Cambridge', 'Other'],
        specialArrangement: { yes: true, reason },
      });
      const files = kept.testRelatedInfo?.registrationFormAttachments.map(({ fileName }) => fileName);
      expect(files?.toSorted()).toEqual(['letter.pdf', 'screen.jpg']);
    },
  );
});
