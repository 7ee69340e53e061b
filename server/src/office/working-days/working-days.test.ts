import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setClockOffset } from '#platform/clock';
import { databasePool, reading } from '#platform/database';
import type { TestApp } from '#testing/app';
import { askStaff, givenStaff, moveClockTo, openTestConsole, type SignedInStaff } from '#testing';
import { tasks } from '#office/work-items';
import { readWorkingCalendar, staffRoutes } from './index.ts';

let server: TestApp;
let officer: SignedInStaff;
const reason = 'announced by the State Council';
beforeEach(() => setClockOffset(0));
beforeAll(async () => {
  server = await openTestConsole({ staffRoutes });
  officer = await givenStaff(server.consoleUrl, { roles: ['examOfficer'] });
});
afterAll(() => server.close());

/** In 2031 the Mid-Autumn Festival is on National Day. */
const holidays2031 = ['01-01', '01-23', '04-05', '05-01', '06-24', '10-01'];
const names = { nameEn: 'Spring Festival', nameZh: '春节', source: 'Provisional' };
const set = (date: string, kind: 'Holiday' | 'MakeupWorkday', changes: object = {}) =>
  askStaff(officer, 'calendar.setDay', { body: { date, kind, ...names, ...changes, reason } });
const works = async (date: string) => (await reading(readWorkingCalendar)).isWorkingDay(date);
const year = async (asked: string) => (await askStaff(officer, 'calendar.year', { params: { year: asked } })).body;

async function auditOf(id: string, action: string) {
  const { rows } = await databasePool().query(
    'select reason, before, after from audit_entry where object_id = $1 and action = $2 order by at desc',
    [id, action],
  );
  return rows[0];
}

describe('the working-day calendar', () => {
  it('counts a holiday and a make-up day from the moment they are written, and no more once they are removed [3-domain:5.2]', async () => {
    expect([await works('2029-02-13'), await works('2029-02-17')]).toEqual([true, false]);

    await set('2029-02-13', 'Holiday');
    await set('2029-02-17', 'MakeupWorkday');
    expect([await works('2029-02-13'), await works('2029-02-17')]).toEqual([false, true]);

    await askStaff(officer, 'calendar.removeDay', { params: { date: '2029-02-13' }, body: { reason } });
    expect(await works('2029-02-13')).toBe(true);
    expect(await auditOf('2029-02-13', 'calendar.setDay')).toMatchObject({ reason, before: null });
    expect(await auditOf('2029-02-13', 'calendar.removeDay')).toMatchObject({ before: { kind: 'Holiday' } });
  });

  it('takes the whole table of a year at once: what differs is set or removed, the rest stays as it was [3-domain:5.2 Q5]', async () => {
    const day = (date: string, changes: object = {}) => ({ date, kind: 'Holiday', ...names, ...changes });
    const table = (days: object[], asked = '2035') =>
      askStaff(officer, 'calendar.setYear', { params: { year: asked }, body: { days, reason } });
    const first = await table([day('2035-01-01'), day('2035-02-08'), day('2035-02-10', { kind: 'MakeupWorkday' })]);
    const second = await table([day('2035-01-01'), day('2035-02-08', { source: 'Official' }), day('2035-05-01')]);

    const wrong = [
      await table([day('2035-10-01'), day('2036-01-01')]),
      await table([day('2035-10-01'), day('2035-10-01')]),
      await table([day('2035-10-01'), day('2035-10-02', { kind: 'MakeupWorkday' })]),
    ];

    expect([first.status, second.status, ...wrong.map(({ status }) => status)]).toEqual([204, 204, 412, 412, 412]);
    const { days } = (await year('2035')) as { days: { date: string; source: string }[] };
    expect(days.map(({ date, source }) => `${date} ${source}`)).toEqual([
      '2035-01-01 Provisional',
      '2035-02-08 Official',
      '2035-05-01 Provisional',
    ]);
    const { rows } = await databasePool().query(
      `select object_id || ' ' || action as act from audit_entry where object_id like '2035-%' order by object_id, at, action desc`,
    );
    expect(rows.map(({ act }) => String(act))).toEqual([
      '2035-01-01 calendar.setDay',
      '2035-02-08 calendar.setDay',
      '2035-02-08 calendar.setDay',
      '2035-02-10 calendar.setDay',
      '2035-02-10 calendar.removeDay',
      '2035-05-01 calendar.setDay',
    ]);
  });

  it('says of a year that it is provisional until somebody confirms it', async () => {
    for (const day of holidays2031) await set(`2031-${day}`, 'Holiday');
    expect(await year('2031')).toMatchObject({ isOfficial: false, isOverdue: false });
    expect(await year('2026')).toMatchObject({ isOverdue: true });

    await askStaff(officer, 'calendar.confirmYear', { params: { year: '2031' }, body: { reason } });

    expect(await year('2031')).toMatchObject({ isOfficial: true, isOverdue: false });
    expect(await auditOf('2031', 'calendar.confirmYear')).toMatchObject({
      before: { provisional: holidays2031.map((day) => `2031-${day}`) },
    });
  });

  it('has a year on the board until each of its holidays was entered and the year confirmed [3-domain:5.2]', async () => {
    const waits = async () => {
      await tasks['workItems.sweep']?.({});
      const { rows } = await databasePool().query(
        `select from work_item where kind = 'holidaysToConfirm' and closed_at is null and label = '2031'`,
      );
      return rows.length === 1;
    };
    await databasePool().query(`delete from calendar_day where date between '2031-01-01' and '2031-12-31'`);
    await moveClockTo('2031-03-01T02:00:00.000Z');
    officer = await givenStaff(server.consoleUrl, { roles: ['examOfficer'] });
    const confirm = () => askStaff(officer, 'calendar.confirmYear', { params: { year: '2031' }, body: { reason } });

    const empty = await waits();
    await set('2031-01-01', 'Holiday', { source: 'Official' });
    const begun = [await waits(), (await year('2031'))['isOfficial'], (await confirm()).body];
    for (const day of holidays2031) await set(`2031-${day}`, 'Holiday');
    const provisional = await waits();
    const confirmed = await confirm();

    expect([empty, provisional, confirmed.status, await waits()]).toEqual([true, true, 204, false]);
    expect(begun).toMatchObject([
      true,
      false,
      {
        code: 'CALENDAR_LACKS',
        userMessage: expect.stringContaining('missing: Spring Festival, Tomb-Sweeping Day, Labour Day, Dragon Boat'),
      },
    ]);
  });

  it('refuses a make-up working day within the week, an absent day, and whoever only reads', async () => {
    const monday = await set('2029-02-19', 'MakeupWorkday');
    const absent = await askStaff(officer, 'calendar.removeDay', { params: { date: '2029-03-01' }, body: { reason } });
    const empty = await askStaff(officer, 'calendar.confirmYear', { params: { year: '2040' }, body: { reason } });
    const reader = await givenStaff(server.consoleUrl, { roles: ['auditor'] });
    const body = { date: '2029-02-20', kind: 'Holiday', ...names, reason };

    expect([monday.status, absent.status, empty.body['code']]).toEqual([412, 404, 'CALENDAR_LACKS']);
    expect((await askStaff(reader, 'calendar.setDay', { body })).status).toBe(403);
  });
});
