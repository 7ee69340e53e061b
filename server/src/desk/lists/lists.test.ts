import type { AuditAct } from '@exam/contract/staff';
import * as fc from 'fast-check';
import { parseCsv, writeCsv } from 'hucre/csv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audit, staffRoutes as auditRoutes } from '#office/audit';
import { randomId } from '#platform/chance';
import { databasePool, inTransaction } from '#platform/database';
import type { TestApp } from '#testing/app';
import { askStaff, givenStaff, openTestConsole, type SignedInStaff } from '#testing';
import { cellsOf } from './cells.ts';
import { staffRoutes, useListHandlers } from './index.ts';

const routes = [...staffRoutes, ...auditRoutes];
const formula = '=HYPERLINK("http://evil.example","open")';
let world: TestApp;
let auditor: SignedInStaff;
beforeAll(async () => {
  world = await openTestConsole({ staffRoutes: routes });
  useListHandlers(routes);
  auditor = await givenStaff(world.consoleUrl, { roles: ['auditor'] });
  for (let at = 0; at < 130; at++) await given({ action: 'jobs.retry', reason: `row ${at} of the test` });
  await given({ action: 'jobs.remove', reason: formula });
});
afterAll(() => world.close());

const given = ({ action, reason }: { action: AuditAct; reason: string }) =>
  inTransaction((tx) =>
    audit(tx, { staff: { id: randomId(), name: 'Ding Yi' }, action, object: { kind: 'job', id: 'one' }, reason }),
  );

const columns = [
  { path: 'at', heading: '时间', kind: 'instant' },
  { path: 'action', heading: 'Act', kind: 'words', words: { 'jobs.retry': 'An act' } },
  { path: 'reason', heading: 'Reason', kind: 'text' },
];
const wish = {
  list: 'audit.search',
  body: { action: 'jobs.retry' },
  columns,
  format: 'csv',
  reason: 'For the yearly check',
};
const exported = (browser: SignedInStaff, changes: object = {}) =>
  askStaff(browser, 'lists.export', { body: { ...wish, ...changes } });

describe('an export of a list', () => {
  it('has every row of every page, with the columns and words on screen, and leaves its trace', async () => {
    const { status, text } = await exported(auditor);

    const lines = text.trim().split(/\r?\n/);
    expect([status, lines.length]).toEqual([200, 131]);
    expect(lines[0]).toMatch(/时间,Act,Reason/);
    expect(lines[1]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d,An act,row \d+ of the test$/);
    const { rows } = await databasePool().query(`select reason, after from audit_entry where action = 'lists.export'`);
    expect(rows).toMatchObject([{ reason: 'For the yearly check', after: { rows: 130, format: 'csv' } }]);
  });

  it('holds nothing that a spreadsheet would take for a formula [T21]', async () => {
    const { text } = await exported(auditor, { body: { action: 'jobs.remove' } });

    expect(text).toContain(`'=HYPERLINK`);
    expect(text).not.toMatch(/(^|,|")=HYPERLINK/m);
  });

  it('gives any text back whole and never as a formula [T21 ASVS-1.2.10]', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom('=1+1', '+852', '-2', '@SUM(A1)', '\t=1', '＝1')), (text) => {
        const [cell] = cellsOf({ text }, [{ path: 'text', heading: 'Text', kind: 'text' }]);
        const [[read] = []] = parseCsv(writeCsv([[cell ?? '', 'end']]));
        expect(String(read)).not.toMatch(/^\s*[=+\-@]/);
        expect(String(cell).replace(/^'/, '')).toBe(text.replace(/^'/, ''));
      }),
    );
  });

  it('has what is no instant as it is, and nothing in it that a workbook cannot hold', () => {
    const columns = (['instant', 'text'] as const).map((kind) => ({ path: 'text', heading: 'x', kind }));

    expect(cellsOf({ text: 'A1' }, columns)).toEqual(['A1', 'A1']);
    expect(cellsOf({ text: '张\uFFFE三\uFFFF\uD800' }, columns)[1]).toBe('张三\uFFFD');
  });

  it('comes as a workbook too', async () => {
    const { status, headers, text } = await exported(auditor, { format: 'xlsx' });

    expect([status, text.slice(0, 2)]).toEqual([200, 'PK']);
    expect(headers.get('content-type')).toContain('spreadsheetml');
    expect(headers.get('content-disposition')).toContain('audit-search.xlsx');
  });

  it('needs the right to export, a fresh proof and a reason [T32]', async () => {
    const reader = await givenStaff(world.consoleUrl, { roles: ['administrator'] });
    const stale = await givenStaff(world.consoleUrl, { roles: ['auditor'], isFresh: false });

    expect((await exported(reader)).status).toBe(403);
    expect((await exported(stale)).body).toMatchObject({ code: 'REAUTH' });
    expect((await exported(auditor, { reason: 'x' })).status).toBe(412);
  });

  it.each([
    ['what is no list', { list: 'audit.entry' }, 404],
    ['what is not served', { list: 'nothing.here' }, 404],
    ['a filter the list does not have', { body: { password: 'x' } }, 400],
    ['a column that reaches beyond the row', { columns: [{ path: '__proto__', heading: 'x', kind: 'text' }] }, 200],
  ])('refuses %s', async (_, changes, expected) => {
    const { status, text } = await exported(auditor, changes);

    expect(status).toBe(expected);
    expect(text).not.toContain('function');
  });
});

describe('a saved view', () => {
  it('holds nobody whom somebody searched for [T33]', async () => {
    const params = {
      search: '110101199003077838',
      'Keyword ': 'WANG XIAOMING',
      status: 'Registered',
      from: '2026-11-27',
    };
    const kept = { list: 'applications.search', name: 'Found', params, isShared: true };
    await askStaff(auditor, 'savedViews.save', { body: kept });

    const { rows } = await databasePool().query(`select params from saved_view where name = 'Found'`);
    expect(rows).toEqual([{ params: { status: 'Registered', from: '2026-11-27' } }]);
  });

  const view = { list: 'audit.search', name: 'Mine', params: { action: 'jobs.retry' }, isShared: false };
  const viewsOf = async (browser: SignedInStaff) =>
    (await askStaff(browser, 'savedViews.list', { params: { list: 'audit.search' } })).body['list'];

  it('can be kept a hundred times by each, and no more', async () => {
    const collector = await givenStaff(world.consoleUrl, { roles: ['auditor'] });
    const save = (name: string) => askStaff(collector, 'savedViews.save', { body: { ...view, name } });
    await databasePool().query(
      `insert into saved_view (id, staff_id, list, name, params, is_shared, created_at)
       select gen_random_uuid(), $1, 'audit.search', number::text, '{}', false, app_now() from generate_series(1, 99) number`,
      [collector.staff.id],
    );

    const [last, beyond] = [await save('The hundredth'), await save('One more')];

    expect([last.status, beyond.body['code']]).toEqual([200, 'TOO_MANY_VIEWS']);
  });

  it('is one’s own until it is shared, replaced under its name, and deleted by its owner alone', async () => {
    const colleague = await givenStaff(world.consoleUrl, { roles: ['auditor'] });
    await askStaff(auditor, 'savedViews.save', { body: view });
    expect(await viewsOf(colleague)).toEqual([]);

    const { body } = await askStaff(auditor, 'savedViews.save', { body: { ...view, isShared: true } });
    const byColleague = await askStaff(colleague, 'savedViews.delete', { params: { id: String(body['id']) } });

    expect(await viewsOf(colleague)).toMatchObject([{ name: 'Mine', params: view.params, isOwn: false }]);
    expect(byColleague.status).toBe(404);
    await askStaff(auditor, 'savedViews.delete', { params: { id: String(body['id']) } });
    expect(await viewsOf(auditor)).toEqual([]);
  });
});
