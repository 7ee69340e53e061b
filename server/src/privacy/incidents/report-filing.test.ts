import { addSeconds, endOfDay } from '@exam/contract/rules';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databasePool } from '#platform/database';
import { startTestApp, type TestApp } from '#testing/app';
import { askStaff, givenStaff, moveClockTo, type SignedInStaff, rowsOf } from '#testing';
import { tasks } from '#office/work-items';

let server: TestApp;
let year: number;
beforeAll(async () => {
  server = await startTestApp();
  const [first] = await rowsOf(
    `select extract(year from min(ran_at) at time zone 'Asia/Shanghai')::integer as year from migration`,
  );
  year = Number(first?.['year']);
});
afterAll(() => server.close());
beforeEach(async () => {
  await databasePool().query('delete from minors_report_filing');
  await databasePool().query('delete from work_item');
});

const newYear = () => endOfDay(`${year}-12-31`);
const february = () => endOfDay(`${year + 1}-01-31`);
const sweep = () => tasks['workItems.sweep']?.({});
const page = { pageIndex: 1, pageSize: 20 };

/** The reports on the board of somebody, and how many of them are late. */
async function boardOf(browser: SignedInStaff) {
  const { body } = await askStaff(browser, 'today.search', { body: { ...page, kind: 'minorsReportDue' } });
  const late = await askStaff(browser, 'today.search', {
    body: { ...page, kind: 'minorsReportDue', isOverdue: true },
  });
  const list = body['list'] as { label: string; dueAt: string; objectKind: string }[];
  return { list: list.map(({ label, dueAt }) => [label, dueAt]), late: late.body['recordCount'] };
}

/** Signed in at a moment: the clock is there, and a session does not outlast a year. */
async function at(instant: string, role: 'privacyOfficer' | 'auditor' = 'privacyOfficer') {
  await moveClockTo(instant);
  await sweep();
  return await givenStaff(server.consoleUrl, { roles: [role], name: 'Ding Yi' });
}

const record = (browser: SignedInStaff, of: number, filedOn: string) =>
  askStaff(browser, 'minors.recordFiling', { params: { year: String(of) }, body: { filedOn } });

describe('the yearly report on minors', () => {
  it('stands on the board of those who may take it from the first of January in China, once, and late from February [3-domain 6.3 S-9]', async () => {
    const before = await boardOf(await at(addSeconds(newYear(), -30)));
    const first = await boardOf(await at(newYear()));
    await sweep();
    const inTime = await boardOf(await at(addSeconds(february(), -30)));
    const late = await boardOf(await at(february()));
    const auditor = await boardOf(await at(february(), 'auditor'));

    const item = [[String(year), february()]];
    expect([before, first, inTime, late, auditor]).toEqual([
      { list: [], late: 0 },
      { list: item, late: 0 },
      { list: item, late: 0 },
      { list: item, late: 1 },
      { list: [], late: 0 },
    ]);
    expect(await rowsOf(`select from work_item where kind = 'minorsReportDue'`)).toHaveLength(1);
  });

  it('leaves the board when somebody records that it was filed, and stays away; who and when is kept [3-domain 6.3 call:minors.recordFiling]', async () => {
    const officer = await at(addSeconds(newYear(), 20 * 86_400));
    const answer = await record(officer, year, `${year + 1}-01-18`);
    const corrected = await record(officer, year, `${year + 1}-01-19`);
    const empty = await boardOf(officer);
    await sweep();

    const { body } = await askStaff(officer, 'minors.report', { params: { year: String(year) } });

    expect([answer.status, corrected.status, empty.list, (await boardOf(officer)).list]).toEqual([204, 204, [], []]);
    const recorded = { recordedBy: 'Ding Yi', recordedAt: expect.any(String), id: expect.any(String) };
    expect(body['filed']).toEqual([
      {
        year: String(year),
        dueOn: `${year + 1}-01-31`,
        isOverdue: false,
        filings: [
          { filedOn: `${year + 1}-01-18`, ...recorded },
          { filedOn: `${year + 1}-01-19`, ...recorded },
        ],
      },
    ]);
    expect(
      await rowsOf(
        `select object_id, after from audit_entry where action = 'minors.recordFiling' order by at, after->>'filedOn'`,
      ),
    ).toEqual(
      [`${year + 1}-01-18`, `${year + 1}-01-19`].map((filedOn) => ({ object_id: String(year), after: { filedOn } })),
    );
  });

  it('is asked for again the next January, and the page keeps the years before [3-domain 6.3]', async () => {
    await record(await at(addSeconds(newYear(), 86_400)), year, `${year + 1}-01-01`);

    const officer = await at(endOfDay(`${year + 1}-12-31`));
    const { body } = await askStaff(officer, 'minors.report', { params: { year: String(year + 1) } });

    expect((await boardOf(officer)).list).toEqual([[String(year + 1), endOfDay(`${year + 2}-01-31`)]]);
    expect(body['filed']).toMatchObject([
      { year: String(year + 1), filings: [] },
      { year: String(year), filings: [{ filedOn: `${year + 1}-01-01` }] },
    ]);
  });

  it('is not recorded for a year that runs, for one before the installation, for a day that cannot be, or by whom it does not concern [3-domain 6.3 T32]', async () => {
    const officer = await at(addSeconds(newYear(), 86_400 * 9));
    const auditor = await at(addSeconds(newYear(), 86_400 * 9), 'auditor');

    const running = await record(officer, year + 1, `${year + 1}-01-10`);
    const before = await record(officer, year - 1, `${year}-01-10`);
    const tooEarly = await record(officer, year, `${year}-12-31`);
    const tomorrow = await record(officer, year, `${year + 1}-01-11`);
    const stranger = await record(auditor, year, `${year + 1}-01-10`);

    expect([running.status, before.status, stranger.status]).toEqual([404, 404, 403]);
    for (const { status, body } of [tooEarly, tomorrow])
      expect([status, body['fieldCodes']]).toEqual([412, { filedOn: 'FILED_ON_WRONG' }]);
    expect(await rowsOf('select from minors_report_filing')).toEqual([]);
  });
});
