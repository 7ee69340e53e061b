import { addDays, addMonths, chinaDateOf, instantOf, maskIdNumber, maskMinorName } from '@exam/contract/rules';
import { staffCalls, type StaffCall } from '@exam/contract/staff';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { writeApproval } from '#office/access';
import { notedUntil } from '#platform/birth';
import { randomId } from '#platform/chance';
import { readNowAlone } from '#platform/clock';
import { databasePool, inTransaction } from '#platform/database';
import { ask, askStaff, givenBirth, givenExam, givenStaff, type SignedInStaff } from '#testing';
import { type Family, givenFamily } from './family.testing.ts';
import { masked, ofNobody } from './minors-table.testing.ts';
import { isObject } from './requests.testing.ts';
import { meddle, openWorld, placeOrder, submission, type World } from './world.testing.ts';

/** The calls that give a minor’s name to whoever has an approval; the rest name nobody, or mask everybody. */
const naming = [
  'applications.search',
  'approvals.get',
  'approvals.search',
  'arrangements.search',
  'candidates.search',
  'cancellations.search',
  'bookings.search',
  'bodyEntries.preview',
  'holds.get',
  'incidents.seen',
  'incidents.export',
  'orders.search',
  'orders.get',
  'orders.queryChannel',
  'postTests.search',
  'postTests.previewExport',
  'refunds.search',
  'refunds.get',
  'sessions.holds',
  'sessions.previewMove',
  'sessions.previewWithdrawal',
  'search.find',
  'today.search',
] as const satisfies readonly (keyof typeof masked)[];

let world: World;
let newcomer: SignedInStaff;
let colleague: SignedInStaff;
let family: Family;
let givenName: string;
beforeAll(async () => {
  world = await openWorld();
  newcomer = await givenStaff(world.consoleUrl, { opensMinors: false, name: 'Newcomer' });
  colleague = await givenStaff(world.consoleUrl, { name: 'Colleague' });
  family = await givenListed(colleague);
  givenName = givenNameOf(family);
});
afterAll(() => world.close());

const givenNameOf = ({ marks }: Family) => marks[1] ?? '';
const fullNameOf = ({ marks }: Family) => marks.join(' ');

/** A child whom every list of the table names: with a place that waits, another exam on the day of a move, and somebody who looked. */
async function givenListed(seer: SignedInStaff): Promise<Family> {
  const child = await givenFamily(world);
  await registerOn(child, child.moveDate);
  await meddle(
    `update seat_allocation set state = 'Held', held_until = app_now() + interval '1 hour' where application_id = $1`,
    [child.applicationId],
  );
  await askStaff(seer, 'applications.get', { params: { id: child.applicationId } });
  return { ...child, officerId: seer.staff.id };
}

async function registerOn({ browser, candidateId }: Family, date: string): Promise<void> {
  const exam = await givenExam();
  const { body } = await ask(browser, 'application.submit', { body: submission(exam, candidateId, 'child') });
  await placeOrder(browser, { exam, candidateId, applicationId: String(body['id']) });
  await meddle('update exam_session set exam_date = $2, starts_at = $3, ends_at = $4 where id = $1', [
    exam.sessionId,
    date,
    instantOf(date, '08:00'),
    instantOf(date, '18:00'),
  ]);
}

const maskedNames = Object.keys(masked) as (keyof typeof masked)[];
const tells = (text: string) => text.toUpperCase().includes(givenName) || text.includes(family.nameZh);
const masksOf = ({ idNos }: Family) => idNos.map((idNo) => maskIdNumber(idNo));

/** Every path of a list's row that a column may show. */
function pathsOf(name: keyof typeof masked): string[] {
  const { reply }: StaffCall = staffCalls[name];
  const schema = reply ? z.toJSONSchema(reply, { unrepresentable: 'any' }) : {};
  const within = (value: unknown, key: string) => (isObject(value) && isObject(value[key]) ? value[key] : {});
  const row = within(within(within(schema, 'properties'), 'list'), 'items');
  return Object.entries(within(row, 'properties')).flatMap(([key, value]) => {
    const inner = Object.keys(within(value, 'properties'));
    return inner.length > 0 ? inner.map((each) => `${key}.${each}`) : [key];
  });
}

async function exportOf(browser: SignedInStaff, name: keyof typeof masked, format: 'csv' | 'xlsx' = 'csv') {
  const { body } = masked[name](family) as { body?: object };
  const { pageIndex: _, pageSize: __, ...filters } = { pageIndex: 0, pageSize: 0, ...body };
  const columns = pathsOf(name).map((path) => ({ path, heading: path, kind: 'text' }));
  return await askStaff(browser, 'lists.export', {
    body: { list: name, body: filters, columns, format, reason: 'The yearly count of the lists.' },
  });
}

/** What the log of looks says that an export of registrations showed of the child. */
async function exportedOf({ staff }: SignedInStaff): Promise<unknown> {
  const { rows } = await databasePool().query(
    `select fields from record_view where staff_id = $1 and record_id = $2 and purpose = 'lists.export' order by at limit 1`,
    [staff.id, family.applicationId],
  );
  return rows[0]?.fields;
}

/** What the log of looks says that lists showed of the family; of how many rows a record has more than one. */
async function listedOf({ staff }: SignedInStaff): Promise<string[]> {
  const { rows } = await databasePool().query<{ fields: string; most: number }>(
    `select array_to_string(fields, ',') as fields, count(*)::integer as most from record_view
     where staff_id = $1 and account_id = $2 and act = 'Listed' and is_minor group by record_id, fields`,
    [staff.id, family.browser.accountId],
  );
  return [...new Set(rows.map(({ fields, most }) => (most === 1 ? fields : `${most} of ${fields}`)))];
}

describe('the name of a minor in a list', () => {
  it('is masked in every answer to who has no approval, and whole to who has one [3-domain 6.3 T32]', async () => {
    const whole: string[] = [];

    for (const name of maskedNames) {
      const asked = await askStaff(newcomer, name, masked[name](family));
      expect([name, asked.status, tells(asked.text)], asked.text).toEqual([name, 200, false]);
      expect([name, masksOf(family).filter((mask) => asked.text.includes(mask))]).toEqual([name, []]);
      const answer = await askStaff(colleague, name, masked[name](family));
      expect([name, answer.status], answer.text).toEqual([name, 200]);
      if (!tells(answer.text)) continue;
      whole.push(name);
      expect([name, asked.text.includes(`${givenName.slice(0, 1)}***`)]).toEqual([name, true]);
    }

    expect(whole.toSorted()).toEqual(naming.toSorted());
  });

  it('is a look of who is shown it in any of them: by name or masked, once a day however often they are asked [3-domain 6.3 PIPL-57]', async () => {
    for (const name of naming.filter((each) => each !== 'incidents.export')) {
      const looks = [];
      for (const opensMinors of [false, true]) {
        const reader = await givenStaff(world.consoleUrl, { opensMinors });
        for (let time = 0; time < 2; time++) await askStaff(reader, name, masked[name](family));
        looks.push(await listedOf(reader));
      }
      expect([name, looks]).toEqual([name, [['maskedName'], ['name,maskedIdNo']]]);
    }
  });

  it('never comes with who leaves the exam alone, or with whom: that is on the exam day’s list and the registration’s own page [3-domain 6.3 R-30]', async () => {
    for (const name of maskedNames) {
      const { text } = await askStaff(colleague, name, masked[name](family));
      expect([name, /"leave(Choice|Alone)"|LeavesAlone|PicksUp/.exec(text)?.[0]]).toEqual([name, undefined]);
    }
    const filtered = await askStaff(colleague, 'applications.search', { body: { leaveChoice: 'LeavesAlone' } });
    const own = await askStaff(colleague, 'applications.get', { params: { id: family.applicationId } });

    expect([filtered.status, own.body['leaveChoice']]).toEqual([400, 'GuardianPicksUp']);
  });

  it('stands in no other list at all, approval or none [3-domain 6.3 T32]', async () => {
    const read: string[] = [];

    for (const name of ofNobody) {
      const call: StaffCall = staffCalls[name];
      if (call.params || !/\.(search|list|choices|filters|offices|users|days|exports|sources|counts)$/.test(name))
        continue;
      const { status, text } = await askStaff(colleague, name, { body: {} });
      expect([name, tells(text)]).toEqual([name, false]);
      if (status === 200) read.push(name);
    }

    expect(read.length).toBeGreaterThan(15);
  });

  it('is masked in every export of a list alike [3-domain 6.3 T32]', async () => {
    const whole: string[] = [];

    for (const name of maskedNames.filter((each) => pathsOf(each).length > 0)) {
      const asked = await exportOf(newcomer, name);
      expect([name, tells(asked.text)]).toEqual([name, false]);
      const answer = await exportOf(colleague, name);
      expect([name, answer.status], answer.text).toEqual([name, asked.status]);
      if (tells(answer.text)) whole.push(name);
    }

    expect(whole).toEqual([
      'applications.search',
      'bookings.search',
      'incidents.seen',
      'orders.search',
      'postTests.search',
      'refunds.search',
    ]);
    expect(await exportedOf(newcomer)).toEqual(['maskedName', 'arrangement']);
    expect(await exportedOf(colleague)).toEqual(['name', 'maskedIdNo', 'arrangement']);
    const noted = `select distinct record_kind as kind from record_view where staff_id = $1 and purpose = 'lists.export'`;
    const { rows } = await databasePool().query<{ kind: string }>(noted, [colleague.staff.id]);
    expect(rows.map(({ kind }) => kind).toSorted()).toEqual(['application', 'booking', 'candidate', 'postTest']);
  });

  it('is noted as masked of who exports what an account saw, and as a name of who may read it [3-domain 6.3 PIPL-57]', async () => {
    const body = { staffId: colleague.staff.id, reason: 'The password was on a note.' };

    for (const staff of [newcomer, colleague]) {
      const { status, text } = await askStaff(staff, 'incidents.export', { body });
      expect(status, text).toBe(200);
    }

    const noted = async ({ staff }: SignedInStaff) => {
      const { rows } = await databasePool().query<{ fields: string[] }>(
        `select distinct fields from record_view where staff_id = $1 and purpose = 'incidents.export' and is_minor`,
        [staff.id],
      );
      return rows.map(({ fields }) => fields);
    };
    expect(await noted(newcomer)).toEqual([['maskedName']]);
    expect(await noted(colleague)).toEqual([['name']]);
  });

  it('is noted by what lists have alone, when a column is asked for that none has [3-domain 6.3 T32]', async () => {
    const reader = await givenStaff(world.consoleUrl);
    const columns = ['code', 'toString', '__proto__'].map((path) => ({ path, heading: path, kind: 'text' }));

    const { status } = await askStaff(reader, 'lists.export', {
      body: { list: 'applications.search', body: {}, columns, format: 'csv', reason: 'The yearly count of the lists.' },
    });

    expect([status, await exportedOf(reader)]).toEqual([200, []]);
  });

  it('is whole to who has an approval for the case of the child, and that of another is not [3-domain 6.3]', async () => {
    const other = await givenFamily(world);
    const helper = await givenStaff(world.consoleUrl, { opensMinors: false });
    await giveCase(helper, family);

    const { text } = await askStaff(helper, 'applications.search', { body: { pageIndex: 1, pageSize: 100 } });
    const people = await askStaff(helper, 'candidates.search', { body: { pageIndex: 1, pageSize: 100 } });
    // Between known names the place of a hidden one would tell it.
    const byName = await askStaff(helper, 'candidates.search', { body: { sort: 'name' } });
    const sorted = await askStaff(helper, 'applications.search', { body: { sort: 'candidateName' } });

    expect([byName.status, sorted.status]).toEqual([400, 400]);
    expect([text.includes(fullNameOf(family)), text.includes(givenNameOf(other))]).toEqual([true, false]);
    expect(text).toContain(maskMinorName(fullNameOf(other)));
    expect([people.text.includes(givenName), people.text.includes(givenNameOf(other))]).toEqual([true, false]);
  });

  it('is masked again once the approval has ended [3-domain 6.3]', async () => {
    const helper = await givenStaff(world.consoleUrl, { opensMinors: false });
    await giveCase(helper, family);
    await meddle(`update minor_approval set expires_at = app_now() where staff_id = $1`, [helper.staff.id]);

    const { text } = await askStaff(helper, 'applications.search', { body: { pageIndex: 1, pageSize: 100 } });

    expect(tells(text)).toBe(false);
  });

  it.each([
    ['was eighteen by the last Monday', 0, true],
    ['is eighteen by the next', 7, false],
  ])('of somebody who %s is decided as the record is [3-domain 6.3]', async (_, days, isNamed) => {
    const young = await givenFamily(world);
    // Birthdays are noted on Mondays alone (decision 0058).
    const monday = notedUntil(chinaDateOf(await readNowAlone()));
    await givenBirth('application', young.applicationId, addMonths(addDays(monday, days), -12 * 18));

    const list = await askStaff(newcomer, 'applications.search', {
      body: { pageIndex: 1, pageSize: 100, search: fullNameOf(young) },
    });
    const page = await askStaff(newcomer, 'applications.get', { params: { id: young.applicationId } });

    expect(list.body['recordCount']).toBe(1);
    expect([list.text.includes(fullNameOf(young)), page.status === 200]).toEqual([isNamed, isNamed]);
  });

  it('is found by a search for it, and shown masked [3-domain 6.3]', async () => {
    const { body, text } = await askStaff(newcomer, 'applications.search', {
      body: { pageIndex: 1, pageSize: 10, search: fullNameOf(family) },
    });

    expect([body['recordCount'], tells(text)]).toEqual([2, false]);
  });
});

async function giveCase(staff: SignedInStaff, { applicationId }: Family): Promise<void> {
  const { rows } = await databasePool().query<{ person_key: Buffer }>(
    'select person_key from application where id = $1',
    [applicationId],
  );
  const personKey = rows[0]?.person_key;
  if (!personKey) throw new Error('There is no such registration.');
  const about = { recordKind: 'application', recordId: applicationId, personKey } as const;
  await inTransaction((tx) =>
    writeApproval(tx, { staffId: staff.staff.id, givenBy: randomId(), reason: 'The parents asked.', about }),
  );
}
