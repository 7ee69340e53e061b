import { addDays, weekdayOf } from '@exam/contract/rules';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestApp } from '#testing/app';
import { askStaff, givenStaff, openTestConsole, type SignedInStaff } from '#testing';
import { dayIn, givenForeignVenue, givenGround, type Ground, paperOf, planOf, row } from '#testing/sessions-desk';
import { staffRoutes } from '../index.ts';

let server: TestApp;
let ground: Ground;
let officer: SignedInStaff;
let date: string;
beforeAll(async () => {
  server = await openTestConsole({ staffRoutes });
});
afterAll(() => server.close());
beforeEach(async () => {
  ground = await givenGround();
  officer = await givenStaff(server.consoleUrl, { roles: ['examOfficer'], offices: [ground.officeId] });
  date = await dayIn(90);
});

describe('many sessions at once', () => {
  const pattern = () => ({
    productId: ground.productId,
    from: date,
    to: addDays(date, 13),
    weekdays: [6, 0],
    venueIds: [ground.venueId],
    skipsHolidays: true,
    opensDaysBefore: 60,
    opensAt: '09:00',
    closesDaysBefore: 10,
    closesAt: '17:00',
    late: { daysBefore: 20, fee: 130_000 },
    papers: [{ ...paperOf(ground.subjectIds[0] ?? ''), lateCharges: undefined }],
    seat: 30,
  });
  type Rows = { plan: ReturnType<typeof planOf> | null; problems: { code: string }[]; row: number }[];
  const rowsOf = (body: Record<string, unknown>) => body['rows'] as Rows;

  it('by a pattern are shown in a dry run that writes nothing, holidays left out, then made all together', async () => {
    const days = Array.from({ length: 14 }, (_, at) => addDays(date, at));
    const holiday = days.find((day) => weekdayOf(day) === 6) ?? '';
    await row(
      `insert into calendar_day (date, kind, name_en, name_zh, source) values ($1, 'Holiday', 'Feast', '节', 'Official') on conflict do nothing`,
      [holiday],
    );
    const before = await row('select count(*)::int as n from exam_session');

    const { body } = await askStaff(officer, 'sessions.previewPattern', { body: pattern() });
    const rows = rowsOf(body);
    const plans = rows.map(({ plan }) => plan);

    expect(rows).toHaveLength(3);
    expect(plans.map((plan) => plan?.examDate)).not.toContain(holiday);
    expect(body).toMatchObject({ good: 3, faulty: 0 });
    expect(plans[0]?.papers[0]?.lateCharges).toHaveLength(2);
    expect(await row('select count(*)::int as n from exam_session')).toEqual(before);

    const made = await askStaff(officer, 'sessions.createMany', { body: { sessions: plans, isPublished: true } });
    const again = await askStaff(officer, 'sessions.previewPattern', { body: pattern() });

    expect(made.body['ids']).toHaveLength(3);
    expect(rowsOf(again.body).flatMap(({ problems }) => problems.map(({ code }) => code))).toEqual(
      Array.from({ length: 3 }, () => 'SESSION_EXISTS'),
    );
  });

  it('are made all or none: one wrong row is named and nothing is left behind', async () => {
    const good = planOf(ground, date);
    const before = await row('select count(*)::int as n from exam_session');

    const answer = await askStaff(officer, 'sessions.createMany', {
      body: { sessions: [good, { ...planOf(ground, addDays(date, 1)), venueId: await givenForeignVenue() }] },
    });

    expect([answer.status, answer.body['code']]).toEqual([412, 'SESSION_ROW']);
    expect(answer.body['userMessage']).toContain('2');
    expect(await row('select count(*)::int as n from exam_session')).toEqual(before);
  });

  it('come from a spreadsheet with each row’s mistakes named, and only what is right is offered [S-4]', async () => {
    const headings = [
      'Product code',
      '考点代码',
      'Exam date (yyyy-mm-dd)',
      'Subject codes (comma between)',
      'Starts (hh:mm)',
      'Ends (hh:mm)',
      'Seats',
      'Registration opens (yyyy-mm-dd hh:mm)',
      'Registration closes (yyyy-mm-dd hh:mm)',
      'Local fee (CNY)',
      'Awarding-body fee (CNY)',
      'VAT (CNY)',
    ];
    const good = [
      ground.productCode,
      ground.venueCode,
      date,
      'S1、S2',
      '9:00',
      '12:00',
      '24',
      `${addDays(date, -60)} 09:00`,
      `${addDays(date, -10)} 17:00`,
      '450',
      '953.34',
      '96.66',
    ];
    const bad = [
      ground.productCode,
      'NOWHERE',
      date,
      'S9',
      '9:00',
      '12:00',
      'many',
      `${addDays(date, -60)} 09:00`,
      '',
      '4.505',
      '0',
      '0',
    ];
    const file = Buffer.from(await writeXlsx({ sheets: [{ name: 'A', rows: [headings, good, bad] }] }));
    const answer = await upload(officer, file);
    const rows = rowsOf(answer.body);

    expect(answer.body).toMatchObject({ good: 1, faulty: 1 });
    expect(rows[0]?.plan).toMatchObject({
      examDate: date,
      seat: 24,
      papers: [{ localFee: 45_000, boardFee: 95_334, vat: 9666 }, {}],
    });
    expect(rows[1]?.plan).toBeNull();
    expect(rows[1]?.problems.map(({ code }) => code)).toEqual([
      'SESSION_ID_UNKNOWN',
      'SUBJECT_NOT_OFFERED',
      'INVALID_FORMAT',
      'INVALID_FORMAT',
      'INVALID_FORMAT',
    ]);
    expect((await upload(officer, Buffer.from('PK\u0003\u0004 not a zip at all'))).body['code']).toBe('IMPORT_FORMAT');
  });
});

async function upload(browser: SignedInStaff, content: Buffer) {
  const me = await askStaff(browser, 'staff.me');
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(content)]), 'sessions.xlsx');
  const response = await globalThis.fetch(`${server.consoleUrl}/api/staff/exam-sessions/file`, {
    method: 'POST',
    headers: {
      origin: server.consoleUrl,
      'sec-fetch-site': 'same-origin',
      'accept-language': 'en',
      'x-csrf-token': String(me.body['token']),
      cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
    body: form,
  });
  const body = (await response.json()) as Record<string, unknown>;
  return { status: response.status, body };
}
