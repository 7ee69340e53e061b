import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databasePool } from '#platform/database';
import { ask, childConsents, givenSignedIn, openTestServer, type TestServer } from '#testing';
import { add, child, guardianModel } from '#testing/child';
import { routes } from './index.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer(routes);
});
afterAll(() => server.close());

/** What was kept of a guardian's consent to an entry. */
async function consentsFor(id: string) {
  const { rows } = await databasePool().query(
    'select statement_id, guardian_relation, language from consent where candidate_id = $1',
    [id],
  );
  return rows;
}

describe('a child under 14 in the list', () => {
  it('is not kept before the guardian has consented, and then with the evidence of it [PIPL-31]', async () => {
    const browser = await givenSignedIn(server.url);
    const { consents: _consents, ...unconsented } = child;
    const outdated = childConsents.map((each) => ({ ...each, version: '2025-01' }));

    const refused = await ask(browser, 'candidate.add', { body: unconsented });
    const late = await ask(browser, 'candidate.add', { body: { ...child, consents: outdated } });
    const before = await ask(browser, 'candidate.all');
    const id = await add(browser, child);
    const changed = await ask(browser, 'candidate.modify', { body: { ...unconsented, id, email: 'na@example.cn' } });

    expect([refused.status, refused.body['fieldCodes']]).toEqual([412, { childKept: 'CONSENT_INCOMPLETE' }]);
    expect([late.status, late.body['fieldCodes']]).toEqual([412, { childKept: 'CONSENT_OUTDATED' }]);
    expect(JSON.parse(before.text)).toEqual([]);
    expect(changed.status, changed.text).toBe(200);
    expect(await consentsFor(id)).toEqual([{ statement_id: 'childKept', guardian_relation: 'Father', language: 'en' }]);
  });

  it('is asked about when an entry turns out to be one, and at 14 no more [PIPL-31]', async () => {
    const browser = await givenSignedIn(server.url);
    const holder = { idType: 'Passport', lastName: 'LI', firstName: 'NA', gender: 'Female' };
    const id = await add(browser, { ...holder, idNo: 'A1234503', dob: '1999-05-04' });
    const young = { ...holder, id, idNo: 'A1234503', dob: '2014-05-06', guardianModel };

    const refused = await ask(browser, 'candidate.modify', { body: young });
    const passed = await ask(browser, 'candidate.modify', { body: { ...young, consents: childConsents } });
    const older = await add(browser, { ...holder, idNo: 'A1234504', dob: '2012-05-06', guardianModel });

    expect([refused.status, refused.body['fieldCodes']]).toEqual([412, { childKept: 'CONSENT_INCOMPLETE' }]);
    expect(passed.status, passed.text).toBe(200);
    expect([(await consentsFor(id)).length, (await consentsFor(older)).length]).toEqual([1, 0]);
  });
});
