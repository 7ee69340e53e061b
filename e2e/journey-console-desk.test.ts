import { addDays, chinaDateOf, instantOf } from '@exam/contract/rules';
import { expect, it } from 'vitest';
import { wrongsOfConsole } from './stage/console-crawl.ts';
import { staffProgram } from './stage/officers.ts';
import { fillMoment } from './stage/moment.ts';
import { chinaDay } from './stage/people.ts';
import { newAccount } from './stage/programs.ts';
import { goToConsole, signInStaff } from './stage/staff.ts';
import { appears, toast, useVisitors } from './stage/visitors.ts';

const visit = useVisitors();

it('an officer edits every field of a draft, and proposes fees with a tier and stages of late entry [9.7 S-16 R-51 R-59 route:/sessions/{id}]', async () => {
  const officer = await staffProgram('officer');
  const { products, venues } = await officer('sessions.choices', {});
  const product = products.find(({ code }) => code === 'tkt');
  const examDate = addDays(chinaDateOf(new Date().toISOString()), 83);
  const paper = { startTime: '16:10', endTime: '17:30', localFee: 60_000, boardFee: 35_000, vat: 5700 };
  const made = await officer('sessions.create', {
    body: {
      productId: product?.id ?? '',
      venueId: venues.find(({ code }) => code.startsWith('BJ-'))?.id ?? '',
      examDate,
      publishStartAt: instantOf(addDays(examDate, -60), '09:00'),
      publishEndAt: instantOf(addDays(examDate, -20), '17:00'),
      seat: 10,
      papers: [{ ...paper, subjectId: product?.subjects.find(({ code }) => code === 'M1')?.id ?? '' }],
    },
  });
  const visitor = await visit({ language: 'zh' });
  const { page } = visitor;
  await signInStaff(visitor, 'officer', `/sessions/${made.id}`);

  await page.getByRole('button', { name: '编辑草稿' }).click();
  const draft = page.getByRole('dialog', { name: '编辑草稿' });
  await draft.getByLabel('容量').fill('14');
  await draft.getByLabel('座位计算方式').selectOption('按考生');
  await draft.getByLabel('中文须知').fill('请携带身份证原件。');
  await draft.getByLabel('添加科目').selectOption({ index: 1 });
  const first = draft.getByRole('group', { name: /^M1 / });
  await first.getByRole('button', { name: '添加一档' }).click();
  await first.getByLabel('起始人数').fill('5');
  expect(await wrongsOfConsole(visitor)).toEqual([]);
  await draft.getByRole('button', { name: '保存' }).click();
  await toast(visitor, '场次已修改。');
  const edited = await officer('sessions.get', { params: { id: made.id } });
  expect(edited).toMatchObject({ seat: 14, seatPer: 'Candidate', noticeZh: '请携带身份证原件。' });
  expect(edited.papers).toHaveLength(2);
  expect(edited.papers[0]?.tierFees).toMatchObject([{ from: 5, to: null }]);

  await page.getByRole('button', { name: '调整费用' }).click();
  const fees = page.getByRole('dialog', { name: '调整费用' });
  await fees.getByRole('button', { name: '添加阶段' }).first().click();
  await fillMoment(fees, '自', `${addDays(examDate, -60)}T09:00`);
  await fillMoment(fees, '至', `${addDays(examDate, -20)}T17:00`);
  await fees.getByLabel('逾期费').first().fill('0.00');
  await fees.getByLabel('原因').fill('新学年的价格表。');
  expect(await wrongsOfConsole(visitor)).toEqual([]);
  await fees.getByRole('button', { name: '提交审批' }).click();
  await toast(visitor, '已提交另一位同事审批。');
  expect((await officer('sessions.get', { params: { id: made.id } })).openProposals).toMatchObject([
    { kind: 'sessionFees' },
  ]);
});

it('an officer makes an invitation code, a parent uses it, and who used it stands there; ended it opens nothing [R-52 T12 route:/exam-day/{id}]', async () => {
  const officer = await staffProgram('officer');
  const { list } = await officer('sessions.search', {
    body: { isExclusive: true, status: 'Published', from: chinaDay(1) },
  });
  const sessionId = list[0]?.id ?? '';
  const visitor = await visit({ language: 'zh' });
  const { page } = visitor;
  await signInStaff(visitor, 'officer', `/exam-day/${sessionId}?list=codes`);

  await page.getByRole('button', { name: '生成邀请码' }).click();
  const dialog = page.getByRole('dialog', { name: '生成邀请码' });
  await dialog.getByLabel('发给').fill('三年级二班');
  await dialog.getByLabel('可用账户数').fill('2');
  await dialog.getByRole('button', { name: '生成邀请码' }).click();
  const shown = page.getByRole('dialog', { name: '新邀请码' });
  const code = /[0-9A-Z]{5}-[0-9A-Z]{5}/.exec(await shown.innerText())?.[0] ?? '';
  expect(await wrongsOfConsole(visitor)).toEqual([]);
  await shown.getByRole('button', { name: '关闭' }).last().click();
  const parent = await newAccount();
  expect(await parent.call('session.verifyInvitation', { params: { id: sessionId, code } })).toEqual({ isValid: true });

  await goToConsole(visitor, `/exam-day/${sessionId}?list=codes`);
  const row = page.getByRole('row', { name: /三年级二班/ });
  await row.getByText('1 / 2').waitFor();
  await row.getByRole('button', { name: '停用' }).click();
  await page.getByRole('dialog').getByLabel('原因').fill('名单有误，改发新码。');
  await page.getByRole('dialog').getByRole('button', { name: '停用' }).click();
  await row.getByText('已停用').waitFor();
  const refused = await parent.call('session.verifyInvitation', { params: { id: sessionId, code } }).catch(() => null);
  expect(refused?.isValid ?? false).toBe(false);
});

it('support sees a number whole for a reason only, which the audit keeps [T32 route:/applications/{id}]', async () => {
  const officer = await staffProgram('officer');
  const { list } = await officer('applications.search', { body: { status: 'Registered', sort: 'examDate' } });
  const id = list[0]?.id ?? '';
  const visitor = await visit({ language: 'zh' });
  const { page } = visitor;
  await signInStaff(visitor, 'officer', `/applications/${id}`);
  const masked = (await officer('applications.get', { params: { id } })).candidate.idNo;
  await appears(page.getByText(masked));

  await page.getByRole('button', { name: '查看证件号码完整内容' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '查看', exact: true }).click();
  await dialog
    .getByText(/5 至 500/)
    .first()
    .waitFor();
  expect(await wrongsOfConsole(visitor)).toEqual([]);
  await dialog.getByLabel('为什么需要查看？').fill('家长来电核对证件。');
  await dialog.getByRole('button', { name: '查看', exact: true }).click();

  await page.getByRole('button', { name: '隐藏证件号码' }).waitFor();
  expect(await page.getByText(masked).count()).toBe(0);
  const { audit } = await officer('applications.get', { params: { id } });
  expect(audit[0]).toMatchObject({
    action: 'applications.reveal',
    reason: '家长来电核对证件。',
    after: { field: 'idNo' },
  });
});

it('an officer corrects where a candidate is reached, for a reason, and nothing that was left empty changes [R-27 route:/applications/{id}]', async () => {
  const officer = await staffProgram('officer');
  const { list } = await officer('applications.search', { body: { status: 'Registered', sort: 'examDate' } });
  const params = { id: list[0]?.id ?? '' };
  const before = (await officer('applications.get', { params })).candidate;
  const visitor = await visit({ language: 'zh' });
  const { page } = visitor;
  await signInStaff(visitor, 'officer', `/applications/${params.id}`);

  await page.getByRole('button', { name: '更正', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '更正资料' });
  await dialog.getByLabel('新手机号').fill('12');
  await dialog.getByLabel('原因').fill('家长来电更换手机号。');
  await dialog.getByRole('button', { name: '更正', exact: true }).click();
  await dialog.locator('[aria-invalid="true"]').waitFor();
  expect(await wrongsOfConsole(visitor)).toEqual([]);
  await dialog.getByLabel('新手机号').fill('13700137000');
  await dialog.getByLabel('新邮箱').fill('parent@example.com');
  await dialog.getByRole('button', { name: '更正', exact: true }).click();
  await toast(visitor, '资料已更正。');

  await appears(page.getByText('137****7000'));
  const { candidate, audit } = await officer('applications.get', { params });
  expect(candidate).toEqual({ ...before, mobile: '137****7000', email: 'pa***@example.com' });
  expect(audit[0]).toMatchObject({ action: 'applications.correct', reason: '家长来电更换手机号。' });
});

it('an officer lays down a timetable for a booking, and may take it home again [R-71 route:/bookings/{id}]', async () => {
  const visitor = await visit({ language: 'zh' });
  const { page } = visitor;
  await signInStaff(visitor, 'officer', '/bookings?bookingStatus=ToBeConfirmed');
  await page.getByRole('main').locator('tbody a').first().click();
  await page.getByRole('heading', { name: '大学考试时间表' }).waitFor();

  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /^上传(新的)?时间表$/ }).click();
  const buffer = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n%%EOF\n');
  await (await chooser).setFiles({ name: 'timetable.pdf', mimeType: 'application/pdf', buffer });
  await toast(visitor, '时间表已提供给考生。');
  const saved = page.waitForEvent('download');
  await page
    .getByRole('button', { name: /timetable\.pdf/ })
    .first()
    .click();

  expect((await saved).suggestedFilename()).toBe('timetable.pdf');
  expect(await wrongsOfConsole(visitor)).toEqual([]);
});
