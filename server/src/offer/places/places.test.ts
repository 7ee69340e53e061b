import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { routes as catalogueRoutes } from '#offer/catalogue';
import { randomCode, randomId } from '#platform/chance';
import { databasePool } from '#platform/database';
import { createBrowser, type TestApp } from '#testing/app';
import {
  ask,
  askStaff,
  givenExam,
  givenOffice,
  givenStaff,
  givenVenue,
  openTestConsole,
  type SignedInStaff,
} from '#testing';
import { staffRoutes } from './index.ts';

let server: TestApp;
let officeId: string;
let officer: SignedInStaff;
let stranger: SignedInStaff;
let cityId: string;
beforeAll(async () => {
  server = await openTestConsole({ routes: catalogueRoutes, staffRoutes });
});
afterAll(() => server.close());
beforeEach(async () => {
  officeId = await givenOffice();
  officer = await givenStaff(server.consoleUrl, { roles: ['examOfficer'], offices: [officeId] });
  stranger = await givenStaff(server.consoleUrl, { roles: ['examOfficer'], offices: [await givenOffice()] });
  const city = { officeId, code: randomCode(8), nameEn: 'Lanzhou', nameZh: '兰州', status: 'Active' };
  cityId = String((await askStaff(officer, 'places.saveCity', { body: city })).body['id']);
});

const venue = (changes: object = {}) => ({
  cityId,
  code: randomCode(8),
  status: 'Active',
  nameEn: 'River Hall',
  nameZh: '河畔考试中心',
  addressEn: '1 River Road',
  addressZh: '滨河路 1 号',
  rooms: [
    { name: '101', capacity: 30 },
    { name: '102', capacity: 25, note: 'Ground floor' },
  ],
  ...changes,
});

async function auditOf(id: unknown, action: string) {
  const sql = 'select before, after from audit_entry where object_id = $1 and action = $2';
  return (await databasePool().query(sql, [id, action])).rows[0];
}

/** What candidates see of offices or cities. */
async function shown(call: 'lookup.cities' | 'lookup.offices'): Promise<{ id: string; name: string }[]> {
  return JSON.parse((await ask(createBrowser(server.url), call)).text) as { id: string; name: string }[];
}

describe('a venue', () => {
  it('is made with its names and rooms, changed, and each time written in the audit [R-89]', async () => {
    const made = await askStaff(officer, 'places.saveVenue', { body: venue() });
    const { id, version } = made.body;
    const shown = await askStaff(officer, 'places.venue', { params: { id } });
    const rooms = [{ name: '101', capacity: 40 }];
    await askStaff(officer, 'places.saveVenue', { body: venue({ id, version, rooms, nameEn: 'River House' }) });
    const listed = await askStaff(officer, 'places.venues', { body: { cityId } });

    expect(shown.body).toMatchObject({ nameZh: '河畔考试中心', roomCount: 2, capacity: 55, sessionsToCome: 0 });
    expect(listed.body['list']).toMatchObject([{ id, name: 'River House', roomCount: 1, capacity: 40 }]);
    expect(await auditOf(id, 'places.create')).toMatchObject({ after: { nameEn: 'River Hall' } });
    expect(await auditOf(id, 'places.edit')).toMatchObject({ after: { nameEn: 'River House' } });
  });

  it('changed by two at once is changed by one; the other is told [S-1]', async () => {
    const { id, version } = (await askStaff(officer, 'places.saveVenue', { body: venue() })).body;
    const colleague = await givenStaff(server.consoleUrl, { roles: ['examOfficer'], offices: [officeId] });

    const answers = await Promise.all(
      [officer, colleague].map((who) => askStaff(who, 'places.saveVenue', { body: venue({ id, version }) })),
    );

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('keeps a code of its own, and stays in use while sessions are to come', async () => {
    const first = venue();
    await askStaff(officer, 'places.saveVenue', { body: first });
    const twin = await askStaff(officer, 'places.saveVenue', { body: venue({ code: first.code }) });
    const exam = await givenExam();
    await givenVenue(exam.sessionId);
    const everywhere = await givenStaff(server.consoleUrl, { roles: ['examOfficer'] });
    const { rows } = await databasePool().query('select venue_id, city_id from exam_session where id = $1', [
      exam.sessionId,
    ]);
    const used = venue({ id: rows[0].venue_id, version: 1, cityId: rows[0].city_id, status: 'Inactive' });
    const closed = await askStaff(everywhere, 'places.saveVenue', { body: used });
    const elsewhere = { ...used, status: 'Active', cityId };
    const moved = await askStaff(everywhere, 'places.saveVenue', { body: elsewhere });

    expect([moved.status, moved.body['code']]).toEqual([412, 'VENUE_IN_USE']);
    expect([twin.status, twin.body['fields']]).toMatchObject([412, { code: expect.stringContaining('taken') }]);
    expect([closed.status, closed.body['code']]).toEqual([412, 'VENUE_IN_USE']);
  });
});

describe('a city', () => {
  it('goes out of use when no exam is to come there, is offered no more, and comes back [R-89 call:POST /api/staff/places/cities]', async () => {
    const exam = await givenExam();
    await givenVenue(exam.sessionId);
    const everywhere = await givenStaff(server.consoleUrl, { roles: ['examOfficer'] });
    const { rows } = await databasePool().query(
      `select city.id, city.code, city.office_id as "officeId", city.version from exam_session session
       join city on city.id = session.city_id where session.id = $1`,
      [exam.sessionId],
    );
    const city = { ...rows[0], nameEn: 'Hefei', nameZh: '合肥' };
    const save = (version: number, status: string) =>
      askStaff(everywhere, 'places.saveCity', { body: { ...city, version, status } });
    const offered = async () =>
      (await shown('lookup.cities')).filter(({ id }) => id === city.id).map(({ name }) => name);

    const early = await save(city.version, 'Inactive');
    await databasePool().query(`update exam_session set status = 'Withdrawn' where id = $1`, [exam.sessionId]);
    const closed = await save(city.version, 'Inactive');
    const gone = await offered();
    const listed = await askStaff(everywhere, 'places.cities', { body: { status: 'Inactive' } });
    const audited = await auditOf(city.id, 'places.edit');
    await save(city.version + 1, 'Active');

    expect([early.body['code'], closed.status]).toEqual(['CITY_IN_USE', 200]);
    expect(gone).toEqual([]);
    expect(listed.body['list']).toMatchObject([{ id: city.id, status: 'Inactive' }]);
    expect(await offered()).toEqual(['Hefei']);
    expect(audited).toMatchObject({ after: { status: 'Inactive' } });
  });
});

describe('an office', () => {
  it('is added by who works for all of them, once by each code; others may not [R-89 T32 call:POST /api/staff/places/offices]', async () => {
    const publisher = await givenStaff(server.consoleUrl, { roles: ['cataloguePublisher'] });
    const office = {
      code: randomCode(8),
      nameEn: 'Lhasa office',
      nameZh: '拉萨办事处',
      email: 'lhasa@example.cn',
      phone: '0891-5555',
    };

    const own = await askStaff(officer, 'places.addOffice', { body: office });
    const made = await askStaff(publisher, 'places.addOffice', { body: office });
    const twin = await askStaff(publisher, 'places.addOffice', { body: office });
    const listed = await askStaff(publisher, 'places.offices');

    expect([own.status, made.status, twin.status]).toEqual([403, 200, 412]);
    expect(twin.body['fields']).toMatchObject({ code: expect.stringContaining('taken') });
    const { id } = made.body;
    expect(listed.body['list']).toEqual(expect.arrayContaining([{ ...office, id, version: 1, cities: 0 }]));
    expect((await shown('lookup.offices')).map(({ name }) => name)).toContain('Lhasa office');
    expect(await auditOf(id, 'places.create')).toMatchObject({ before: null, after: { nameEn: 'Lhasa office' } });
  });
});

describe('places of another office', () => {
  it('cannot be taken into a city, or an office, of one’s own [T32]', async () => {
    const { id, version } = (await askStaff(officer, 'places.saveVenue', { body: venue() })).body;
    const offices = JSON.parse((await askStaff(stranger, 'places.offices')).text) as { list: { id: string }[] };
    const city = {
      officeId: offices.list[0]?.id,
      code: randomCode(8),
      nameEn: 'Xining',
      nameZh: '西宁',
      status: 'Active',
    };
    const theirs = (await askStaff(stranger, 'places.saveCity', { body: city })).body['id'];

    const answers = [
      await askStaff(stranger, 'places.saveVenue', { body: venue({ id, version, cityId: theirs }) }),
      await askStaff(stranger, 'places.saveCity', { body: { ...city, id: cityId, version: 1, code: randomCode(8) } }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    expect((await askStaff(officer, 'places.venues', { body: { cityId } })).body['recordCount']).toBe(1);
  });

  it('are in no list and a 404 for whoever would change them [T32]', async () => {
    const { id, version } = (await askStaff(officer, 'places.saveVenue', { body: venue() })).body;
    const names = { nameEn: 'X', nameZh: '某' };
    const answers = [
      await askStaff(stranger, 'places.venue', { params: { id } }),
      await askStaff(stranger, 'places.saveVenue', { body: venue({ id, version }) }),
      await askStaff(stranger, 'places.saveVenue', { body: venue() }),
      await askStaff(stranger, 'places.saveCity', {
        body: { id: cityId, version: 1, officeId, code: 'XY', status: 'Active', ...names },
      }),
      await askStaff(stranger, 'places.saveOffice', {
        params: { id: officeId },
        body: { version: 1, ...names, email: 'a@b.cn', phone: '010' },
      }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    for (const name of ['places.cities', 'places.venues', 'places.centres'] as const)
      expect((await askStaff(stranger, name)).body['recordCount'], name).toBe(0);
  });
});

describe('a centre of an awarding body', () => {
  it('is made once for each code of its body, and changed with its version [R-89]', async () => {
    const bodyId = randomId();
    await databasePool().query(
      `insert into awarding_body (id, code, name_en, name_zh) values ($1, $2, 'Body', '机构')`,
      [bodyId, randomCode(8)],
    );
    const centre = { officeId, awardingBodyId: bodyId, code: 'CN123', nameEn: 'A', nameZh: '甲', status: 'Active' };

    const made = await askStaff(officer, 'places.saveCentre', { body: centre });
    const twin = await askStaff(officer, 'places.saveCentre', { body: centre });
    const { id } = made.body;
    const changed = await askStaff(officer, 'places.saveCentre', { body: { ...centre, id, version: 1, nameEn: 'B' } });
    const stale = await askStaff(officer, 'places.saveCentre', { body: { ...centre, id, version: 1 } });
    const listed = await askStaff(officer, 'places.centres', { body: { awardingBodyId: bodyId } });

    expect([made.status, twin.status, changed.status, stale.status]).toEqual([200, 412, 200, 409]);
    expect(listed.body['list']).toMatchObject([{ id, code: 'CN123', nameEn: 'B', bodyName: 'Body', version: 2 }]);
  });
});
