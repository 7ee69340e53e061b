import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databasePool, reading } from '#platform/database';
import type { TestApp } from '#platform/testing/app';
import { askStaff, givenStaff, openTestConsole, type SignedInStaff } from '#testing';
import { tasks } from '#office/worklist';
import { readWorkingCalendar, staffRoutes } from './index.ts';

let server: TestApp;
let officer: SignedInStaff;
const reason = 'announced by the State Council';
beforeAll(async () => {
  server = await openTestConsole({ staffRoutes });
  officer = await givenStaff(server.consoleUrl, { roles: ['examOfficer'] });
});
afterAll(() => server.close());

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

  it('says of a year that it is provisional until somebody confirms it', async () => {
    await set('2031-01-01', 'Holiday');
    expect(await year('2031')).toMatchObject({ isOfficial: false, isOverdue: false });
    expect(await year('2026')).toMatchObject({ isOverdue: true });

    await askStaff(officer, 'calendar.confirmYear', { params: { year: '2031' }, body: { reason } });

    expect(await year('2031')).toMatchObject({ isOfficial: true, isOverdue: false });
    expect(await auditOf('2031', 'calendar.confirmYear')).toMatchObject({ before: { provisional: ['2031-01-01'] } });
  });

  it('has a year that nobody entered or confirmed on the board, until somebody has [3-domain:5.2]', async () => {
    const { rows } = await databasePool().query<{ year: string }>(
      `select to_char(app_now() at time zone 'Asia/Shanghai', 'YYYY') as year`,
    );
    const thisYear = rows[0]?.year ?? '';
    await databasePool().query(`delete from calendar_day where to_char(date, 'YYYY') = $1`, [thisYear]);
    const waits = async () => {
      await tasks['worklist.sweep']?.({});
      const open = await databasePool().query<{ label: string }>(
        `select label from work_item where kind = 'holidaysToConfirm' and closed_at is null and label = $1`,
        [thisYear],
      );
      return open.rows.length === 1;
    };

    const empty = await waits();
    await set(`${thisYear}-10-01`, 'Holiday');
    const provisional = await waits();
    await askStaff(officer, 'calendar.confirmYear', { params: { year: thisYear }, body: { reason } });

    expect([empty, provisional, await waits()]).toEqual([true, true, false]);
  });

  it('refuses a make-up working day within the week, an absent day, and whoever only reads', async () => {
    const monday = await set('2029-02-19', 'MakeupWorkday');
    const absent = await askStaff(officer, 'calendar.removeDay', { params: { date: '2029-03-01' }, body: { reason } });
    const empty = await askStaff(officer, 'calendar.confirmYear', { params: { year: '2040' }, body: { reason } });
    const reader = await givenStaff(server.consoleUrl, { roles: ['auditor'] });
    const body = { date: '2029-02-20', kind: 'Holiday', ...names, reason };

    expect([monday.status, absent.status, empty.body['code']]).toEqual([412, 404, 'CALENDAR_EMPTY']);
    expect((await askStaff(reader, 'calendar.setDay', { body })).status).toBe(403);
  });
});
