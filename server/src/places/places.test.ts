import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { randomCode, randomId } from '#platform/chance';
import { databasePool } from '#platform/database';
import type { TestApp } from '#platform/testing/app';
import {
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
  server = await openTestConsole({ staffRoutes });
}, 60_000);
afterAll(() => server.close());
beforeEach(async () => {
  officeId = await givenOffice();
  officer = await givenStaff(server.consoleUrl, { roles: ['examOfficer'], offices: [officeId] });
  stranger = await givenStaff(server.consoleUrl, { roles: ['examOfficer'], offices: [await givenOffice()] });
  const city = { officeId, code: randomCode(8), nameEn: 'Lanzhou', nameZh: '兰州' };
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

    expect([twin.status, twin.body['fields']]).toMatchObject([412, { code: expect.stringContaining('taken') }]);
    expect([closed.status, closed.body['code']]).toEqual([412, 'VENUE_IN_USE']);
  });
});

describe('places of another office', () => {
  it('are in no list and a 404 for whoever would change them [T32]', async () => {
    const { id, version } = (await askStaff(officer, 'places.saveVenue', { body: venue() })).body;
    const names = { nameEn: 'X', nameZh: '某' };
    const answers = [
      await askStaff(stranger, 'places.venue', { params: { id } }),
      await askStaff(stranger, 'places.saveVenue', { body: venue({ id, version }) }),
      await askStaff(stranger, 'places.saveVenue', { body: venue() }),
      await askStaff(stranger, 'places.saveCity', { body: { id: cityId, version: 1, officeId, code: 'XY', ...names } }),
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
