import { chinaDateOf } from '@exam/contract/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readNowAlone } from '#platform/clock';
import { startTestApp, type TestApp } from '#testing/app';
import { askStaff, givenStaff, type SignedInStaff, rowsOf } from '#testing';
import { givenChild, givenFreeExam, givenRegistration } from '#testing/registrations-desk';

let server: TestApp;
let privacy: SignedInStaff;
let bystander: SignedInStaff;
let year: string;
beforeAll(async () => {
  server = await startTestApp();
  privacy = await givenStaff(server.consoleUrl, { roles: ['privacyOfficer'], name: 'Privacy' });
  bystander = await givenStaff(server.consoleUrl, { roles: ['examOfficer'], name: 'Bystander' });
  year = chinaDateOf(await readNowAlone()).slice(0, 4);
});
afterAll(() => server.close());

const reason = 'The parents asked about the papers.';
const newOfficer = (name: string) => givenStaff(server.consoleUrl, { roles: ['examOfficer'], name });
const open = (staff: SignedInStaff, id: string) => askStaff(staff, 'applications.get', { params: { id } });
const reveal = (staff: SignedInStaff, id: string, field: string) =>
  askStaff(staff, 'applications.reveal', { params: { id }, body: { field, reason } });
const sheet = (staff: SignedInStaff, id: string) =>
  askStaff(staff, 'examDay.sheet', { params: { id }, body: { sheet: 'attendance', reason } });

/** Somebody of their own: test children share one document. */
async function madeAnother(id: string, lastName: string): Promise<void> {
  await rowsOf(
    `update application set person_key = decode(md5(id::text) || md5(id::text), 'hex'), last_name = $2 where id = $1`,
    [id, lastName],
  );
}

async function givenOther(lastName: string) {
  const child = await givenChild(server.url);
  await madeAnother(child.id, lastName);
  return child;
}

type Seen = {
  record: { id: string; name: string } | null;
  fields: string[];
  acts: string[];
  isMinor: boolean;
  looks: number;
  firstAt: string;
};
async function seenBy(body: object): Promise<Seen[]> {
  const answer = await askStaff(privacy, 'incidents.seen', { body: { pageSize: 100, ...body } });
  expect(answer.status, answer.text).toBe(200);
  return answer.body['list'] as Seen[];
}

describe('after an incident', () => {
  it('is told exactly whose fields an account saw, and since when; nobody of another’s looks [PIPL 57]', async () => {
    const thief = await newOfficer('Thief');
    const [opened, revealed, listed, untouched] = [
      await givenOther('ALPHA'),
      await givenOther('BETA'),
      await givenOther('GAMMA'),
      await givenOther('DELTA'),
    ];
    const adult = await givenRegistration(server.url, await givenFreeExam());
    await open(thief, opened.id);
    await reveal(thief, revealed.id, 'guardianMobile');
    await reveal(thief, revealed.id, 'idNo');
    await sheet(thief, listed.sessionId);
    await open(thief, adult.id);
    await open(bystander, untouched.id);

    const seen = await seenBy({ staffId: thief.staff.id });
    // A list shows names and masked values, and opens nobody.
    await askStaff(thief, 'applications.search', { body: { pageSize: 100 } });
    const withListed = await seenBy({ staffId: thief.staff.id });

    expect(seen.map(({ record, fields, isMinor, looks }) => [record?.id, isMinor, looks, fields])).toEqual([
      [
        opened.id,
        true,
        1,
        ['name', 'birthDate', 'gender', 'maskedIdNo', 'maskedContacts', 'maskedGuardian', 'maskedPickup', 'answers'],
      ],
      [revealed.id, true, 2, ['idNo', 'guardianMobile']],
      [listed.id, true, 1, ['name', 'maskedIdNo']],
      [adult.id, false, 1, expect.arrayContaining(['name', 'birthDate'])],
    ]);
    expect(withListed.find(({ record }) => record?.id === untouched.id)).toMatchObject({
      looks: 1,
      acts: ['Listed'],
      fields: ['name', 'maskedIdNo'],
    });
    const [first] = await rowsOf(`select at from record_view where record_id = $1 and act = 'Opened'`, [opened.id]);
    expect(seen[0]?.firstAt).toBe(first?.['at']);
    expect(await seenBy({ staffId: thief.staff.id, to: '2020-01-01' })).toEqual([]);
    const today = chinaDateOf(await readNowAlone());
    expect(await seenBy({ staffId: thief.staff.id, from: today, to: today })).toHaveLength(withListed.length);
  });

  it('is told whom one export showed, and takes the list as a CSV without formulas; the taking is audited [PIPL 57 T29]', async () => {
    const officer = await newOfficer('Exporter');
    const listed = await givenOther('=HYPERLINK("x")');
    const other = await givenOther('EPSILON');
    await sheet(officer, listed.sessionId);
    await sheet(officer, other.sessionId);
    const [entry] = await rowsOf(`select id from audit_entry where action = 'examDay.sheet' and object_id = $1`, [
      listed.sessionId,
    ]);
    const entryId = String(entry?.['id']);

    const seen = await seenBy({ entryId });
    const file = await askStaff(privacy, 'incidents.export', { body: { entryId, reason } });

    expect(seen.map(({ record }) => record?.id)).toEqual([listed.id]);
    expect(file.status, file.text).toBe(200);
    expect(file.text.split('\n').filter((line) => line.trim() !== '')).toHaveLength(2);
    expect(file.text).toContain(`"'=HYPERLINK(""x"") XIAOMING"`);
    expect(file.text).toContain('name; document number (last two characters)');
    expect(
      await rowsOf(`select cardinality(people) as people from audit_entry where action = 'incidents.export'`),
    ).toEqual([{ people: 1 }]);
    const neither = await askStaff(privacy, 'incidents.seen', { body: {} });
    const both = await askStaff(privacy, 'incidents.seen', { body: { entryId, staffId: officer.staff.id } });
    expect([neither.status, both.status]).toEqual([400, 400]);
  });

  it('keeps the incident with its numbers', async () => {
    const officer = await newOfficer('Careless');
    const child = await givenOther('ZETA');
    await open(officer, child.id);

    const noted = await askStaff(privacy, 'incidents.note', {
      body: { staffId: officer.staff.id, reason: 'The password was on a note.' },
    });
    const list = await askStaff(privacy, 'incidents.search', { body: {} });

    expect(noted.status, noted.text).toBe(200);
    expect(list.body['list']).toMatchObject([{ staffName: 'Careless', people: 1, minors: 1, notedBy: 'Privacy' }]);
  });
});

describe('the yearly report', () => {
  it('counts what the audit and the log of looks hold of the year, and nothing of another year [3-domain 6.3]', async () => {
    const officer = await newOfficer('Reporter');
    const newcomer = await givenStaff(server.consoleUrl, { roles: ['examOfficer'], opensMinors: false });
    const child = await givenOther('ETA');
    await open(officer, child.id);
    await reveal(officer, child.id, 'idNo');
    await sheet(officer, child.sessionId);
    await open(newcomer, child.id);
    const about = { objectKind: 'application', objectId: child.id };
    await askStaff(officer, 'notes.add', { params: about, body: { text: 'Called.' } });
    await rowsOf(
      `insert into record_view (id, at, staff_id, staff_name, roles, purpose, record_kind, record_id, account_id, person_key, act, fields, is_minor)
       select gen_random_uuid(), '2024-06-01', staff_id, staff_name, roles, purpose, record_kind, record_id, account_id, person_key, act, fields, is_minor
       from record_view`,
    );

    const report = await askStaff(privacy, 'minors.report', { params: { year } });
    const rows = report.body['rows'] as { section: string; item: string; count: number }[];
    const sumOf = (section: string, not = '') =>
      rows.filter((row) => row.section === section && row.item !== not).reduce((sum, row) => sum + row.count, 0);
    const countOf = (item: string) => rows.find((row) => row.item === item)?.count;
    const number = async (text: string) => Number((await rowsOf(text))[0]?.['n']);

    const minors = `(select person_key from person_record where is_minor)`;
    expect(sumOf('Values of minors shown whole')).toBe(
      await number(`select count(*) as n from audit_entry where action like '%.reveal' and people && array${minors}`),
    );
    expect(sumOf('Exports with data of minors (persons)')).toBe(
      await number(
        `select count(*) as n from audit_entry, unnest(people) person
         where action in ('examDay.sheet', 'incidents.export', 'entries.export') and person in ${minors}`,
      ),
    );
    expect(countOf('Openings refused')).toBe(
      await number(`select count(*) as n from audit_entry where action = 'minors.refused'`),
    );
    expect(sumOf('Records of minors opened', 'Members of staff who opened any')).toBe(
      await number(`select count(*) as n from record_view where is_minor and act = 'Opened' and at > '2025-01-01'`),
    );
    expect(sumOf('Records of minors changed')).toBe(1);
    expect(countOf('Incidents noted')).toBe(await number('select count(*) as n from incident'));
    expect(countOf('Registrations made for minors in the year')).toBe(
      await number(`select count(*) as n from application where class_when_made < 18`),
    );
    const before = await askStaff(privacy, 'minors.report', { params: { year: '2023' } });
    expect(
      (before.body['rows'] as { section: string; count: number }[]).filter(
        (row) => row.section === 'Records of minors opened',
      ),
    ).toEqual([{ section: 'Records of minors opened', item: 'Members of staff who opened any', count: 0 }]);
  });

  it('is taken as a CSV with the same rows by a fresh proof and for a reason, which the audit keeps', async () => {
    const params = { year };
    const stale = await givenStaff(server.consoleUrl, { roles: ['privacyOfficer'], isFresh: false });

    const refused = await askStaff(stale, 'minors.exportReport', { params, body: { reason } });
    const file = await askStaff(privacy, 'minors.exportReport', { params, body: { reason } });
    const report = await askStaff(privacy, 'minors.report', { params });

    expect([refused.status, refused.body['code']]).toEqual([403, 'REAUTH']);
    expect(file.headers.get('content-disposition')).toContain(`minors-${year}.csv`);
    const lines = file.text.replace('\uFEFF', '').trim().split(/\r?\n/).slice(1);
    expect(lines).toHaveLength((report.body['rows'] as unknown[]).length);
    expect(await rowsOf(`select reason from audit_entry where action = 'minors.exportReport'`)).toEqual([{ reason }]);
  });
});
