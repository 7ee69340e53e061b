import { fieldsOf, type FormCode, type FormFieldWords, forms } from '@exam/contract/forms';
import { words as rulesEn } from '@exam/contract/messages/en';
import { words as rulesZh } from '@exam/contract/messages/zh';
import { type BookingDraft, emptyBookingDraft } from '@exam/contract/wizards';
import { describe, expect, it } from 'vitest';
import { signIn } from './stage/account.ts';
import { bookingWords } from './stage/booking-words.ts';
import { axeFindings, foreignWords, stickingOut } from './stage/findings.ts';
import { chinaDay } from './stage/people.ts';
import { addAdult, newAccount, type Program } from './stage/programs.ts';
import { agree, chooseCandidate } from './stage/registration.ts';
import { goTo, inChinese, inEnglish, useVisitors, type Visitor } from './stage/visitors.ts';

const visit = useVisitors();

/** The exams of the demonstration that are booked with a form, and the form of each; rt1001 has a journey of its own. */
const booked = {
  'university-exam-office': 'rt1002',
  'institution-exam': 'rt1003',
  'other-institution-exam': 'rt1004',
  'school-entrance-paper': 'rt1005',
  'other-school-entrance-paper': 'rt1006',
  'common-pre-test': 'rt1007',
  'university-course-codes': 'rt1009',
} as const satisfies Record<string, FormCode>;

/** What is typed into a field, by its name; the window lies around every day that can be booked. */
const typed: Readonly<Record<string, string>> = {
  universityName: 'ASHBOURNE UNIVERSITY',
  universityContact: 'HELEN MARSH',
  institutionName: 'ASHBOURNE INSTITUTE',
  institutionContact: 'TOM BELL',
  schoolName: 'ELMHURST SCHOOL',
  schoolContact: 'ANNA REID',
  contactEmail: 'exams@ashbourne.example',
  windowFrom: chinaDay(1),
  windowTo: chinaDay(180),
  nameAtSchool: 'LEE ASHBOURNE',
  portalReference: 'CPT-204817',
  courseCodes: 'MA1001',
  accaNumbers: '2345678',
};

const textsOf = ({ language }: Visitor): ReadonlyMap<string, FormFieldWords> =>
  new Map<string, FormFieldWords>(Object.entries((language === 'zh' ? rulesZh : rulesEn).fields.formFields));

type Asked = { label: string; value: string; options: readonly string[] };

/** How a field of each kind is answered by its label; gives what the confirming step has to show of it, or null. */
const answers: Readonly<Record<string, (visitor: Visitor, asked: Asked) => Promise<string | null>>> = {
  confirm: async ({ page }, { label }) => {
    await page.getByRole('checkbox', { name: label }).check();
    return null;
  },
  choice: async ({ page }, { options: [, other = ''] }) => {
    await page.getByRole('radio', { name: other, exact: true }).check();
    return other;
  },
  yesNoWithReason: async ({ page }, { label }) => {
    await page.getByRole('group', { name: label }).getByRole('radio').last().check();
    return null;
  },
  date: async ({ page, words }, { label, value }) => {
    const [year = '', month = '', day = ''] = value.split('-');
    const boxes = page.getByRole('group', { name: label });
    await boxes.getByLabel(words.year, { exact: true }).fill(year);
    await boxes.getByLabel(words.month, { exact: true }).fill(month);
    await boxes.getByLabel(words.day, { exact: true }).fill(day);
    return null;
  },
  // The month of the chosen date is there already.
  month: async () => null,
};

/** Answers a field that is one line of text, or the first of a list. */
async function typeIn({ page }: Visitor, { label, value }: Asked): Promise<string> {
  await page.getByRole('textbox', { name: label }).first().fill(value);
  return value;
}

async function isWhole(visitor: Visitor): Promise<void> {
  const { page, language } = visitor;
  expect([...(await axeFindings(page)), ...(await stickingOut(page))]).toEqual([]);
  if (language === 'zh') expect(await foreignWords(page)).toEqual([]);
}

/** Sends the empty form by `send`, answers what it asks for, and sends it again: then only statements are missing. */
async function fillForm(visitor: Visitor, form: FormCode, send: string | RegExp): Promise<void> {
  const { page, words } = visitor;
  const asked = Object.entries(fieldsOf(form, forms[form].version)).filter(([, { kind }]) => kind !== 'file');
  const sendIt = async () => await page.getByRole('button', { name: send }).click();
  await sendIt();
  await page.getByRole('heading', { name: words.problems }).waitFor();
  await isWhole(visitor);
  for (const [name, { kind }] of asked) {
    const texts = textsOf(visitor).get(name);
    const wish = { label: texts?.label ?? '', value: typed[name] ?? '', options: Object.values(texts?.options ?? {}) };
    await (answers[kind] ?? typeIn)(visitor, wish);
  }
  await sendIt();
  const left = await page.locator('.error-summary a').allInnerTexts();
  expect(left.filter((text) => !/^(Tick|Confirm|请(勾选|确认))/.test(text))).toEqual([]);
  expect(left.length).toBeGreaterThan(0);
  await isWhole(visitor);
}

/** Leaves in the browser what it keeps of a booking that has come as far as its form; the way there is that of `journey-booking`. */
async function comeToForm(
  visitor: Visitor,
  { account: { call }, code, candidateId }: { account: Program; code: string; candidateId: string },
): Promise<void> {
  const { id, registrationTemplateId, lastModifiedOn, productOfficeWBS } = await call('product.byCode', {
    params: { code },
  });
  const officeId = productOfficeWBS[0]?.officeId ?? '';
  const { dates } = await call('product.bookingServiceDates', { params: { id, officeId } });
  const draft: BookingDraft = {
    ...emptyBookingDraft,
    productId: id,
    registrationTemplateId,
    productLastModifiedOn: lastModifiedOn,
    hasReadNotice: true,
    officeId,
    expectDate: dates.find(({ status }) => status === 'Available')?.date ?? null,
    candidateId,
  };
  const kept = JSON.stringify(JSON.stringify({ product: code, draft }));
  await visitor.page.evaluate(`sessionStorage.setItem('steps', ${kept})`);
  await goTo(visitor, `/exam-registration?product=${code}&step=examInfo`);
}

describe('the form of an exam', () => {
  it.each(inChinese)(
    'that is booked asks for what it has to and shows what was answered: rt1002 to rt1007 and rt1009, %s',
    async (_, who) => {
      const visitor = await visit(who);
      const { page } = visitor;
      const own = bookingWords[visitor.language];
      const account = await newAccount();
      const candidateId = await addAdult(account, 'FORMS');
      await signIn(visitor, account.phone);

      for (const [code, form] of Object.entries(booked)) {
        await comeToForm(visitor, { account, code, candidateId });
        await page.getByRole('heading', { level: 1, name: own.headings.candidateInfo }).waitFor();
        await fillForm(visitor, form, own.send);
      }
    },
  );

  it.each(inEnglish)('of a group asks for a number of each candidate: rt1008, %s [R-51]', async (_, who) => {
    const visitor = await visit(who);
    const { page, words } = visitor;
    const account = await newAccount();
    await addAdult(account, 'FORMS');
    await signIn(visitor, account.phone, { at: '/exam-registration?product=acca-group' });
    await agree(visitor);
    await page.getByRole('radio').first().check();
    await page.getByRole('checkbox', { name: /BT ·/ }).check();
    const city = visitor.language === 'zh' ? /上海/ : /Shanghai/;
    await page.getByRole('main').getByRole('button', { name: city }).first().click();
    await chooseCandidate(visitor, 'FORMS');
    await fillForm(visitor, 'rt1008', words.wizard.order);
  });
});
