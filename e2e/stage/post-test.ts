import type { Program } from './programs.ts';
import type { Visitor } from './visitors.ts';

/** The words that a post-test request is made with. */
export const postTestWords = {
  en: {
    agree: /I have read this, and the candidate knows/,
    level: 'Level',
    ial: 'International A Level',
    series: 'Exam series',
    lateCashIn: /cash-in/i,
    priority: /[Pp]riority/,
    next: 'Continue',
    goOn: 'Confirm and continue',
    code: 'Cash-in code',
    centre: 'Centre',
    number: 'Candidate number',
    uci: 'UCI number',
    wrongUci: 'The format of the UCI number is incorrect, please re-check.',
    wrongAge: 'The date of birth must give an age from 5 to 18.',
    mandatory: 'The current module is mandatory and cannot be deleted.',
    sure: 'Are you sure to delete? This action cannot be undone.',
    few: /With too few units/,
    lastName: 'Surname',
    firstName: 'Given name',
    place: 'A university place depends on this result.',
    list: 'Payment list',
    remove: (code: string) => `Delete ${code}`,
    delete: 'Delete',
    save: 'Save',
    goOnWith: /^Continue with/,
    files: 'Choose files',
    correct: 'I confirm that the above information is correct',
    pay: /^Next: pay/,
    title: 'Post-test services',
    detailsOf: /^Details of/,
    registered: 'Registered',
    seeRefund: 'See the refund and cancel',
    reason: 'Why do you want to cancel?',
    why: 'The university does not need it any more.',
    cancel: /^Request cancellation/,
    raised: 'Raised',
    gradeChanged: /^The grade changed from B to A\./,
    refund: /Refund/,
    asked: 'You asked to cancel this request. Our staff will decide soon.',
  },
  zh: {
    agree: /我已阅读以上内容/,
    level: '级别',
    ial: '国际 A Level',
    series: '考试季',
    lateCashIn: /总成绩/,
    priority: /优先复核/,
    next: '下一步',
    goOn: '确认并继续',
    code: '总成绩申请代码',
    centre: '考点',
    number: '考生号',
    uci: 'UCI 号码',
    wrongUci: 'UCI 号码格式有误，请核对。',
    wrongAge: '出生日期对应的年龄须在 5 至 18 周岁之间。',
    mandatory: '当前模块为必选项，不能删除。',
    sure: '确定要删除吗？删除后无法恢复。',
    few: /单元不齐时/,
    lastName: '姓（拼音）',
    firstName: '名（拼音）',
    place: '考生的大学录取取决于该成绩。',
    list: '付款清单',
    remove: (code: string) => `删除 ${code}`,
    delete: '删除',
    save: '保存',
    goOnWith: /^继续填写/,
    files: '选择文件',
    correct: '本人确认以上信息准确无误',
    pay: /^下一步：支付/,
    title: '考后服务',
    detailsOf: /^查看详情/,
    registered: '已登记',
    seeRefund: '查看退款并取消',
    reason: '取消原因',
    why: '大学已不再要求提供该成绩。',
    cancel: /^申请取消/,
    raised: '上升',
    gradeChanged: /B 变为 A/,
    refund: /退款/,
    asked: '您已申请取消，工作人员将尽快审核。',
  },
} as const;

/** The first steps of a request: declaration, level, series and service. */
export async function chooseService(visitor: Visitor, service: RegExp): Promise<void> {
  const { page, language } = visitor;
  const words = postTestWords[language];
  const next = page.getByRole('main').getByRole('button', { name: words.next, exact: true });
  await page.getByRole('checkbox', { name: words.agree }).check();
  await next.click();
  await page.getByLabel(words.level, { exact: true }).selectOption({ label: words.ial });
  // What is open comes first, after “please select”.
  await page.getByLabel(words.series, { exact: true }).selectOption({ index: 1 });
  await page.getByRole('radio', { name: service }).check();
  await next.click();
}

/** A date of birth in its three boxes. */
export async function fillBirth({ page, words }: Visitor, [year, month, day]: readonly [string, string, string]) {
  await page.getByLabel(words.year, { exact: true }).fill(year);
  await page.getByLabel(words.month, { exact: true }).fill(month);
  await page.getByLabel(words.day, { exact: true }).fill(day);
}

/** The account's paid requests. */
export async function requestsOf({ call }: Program) {
  const { list } = await call('postTest.search', { body: {} });
  return list;
}
