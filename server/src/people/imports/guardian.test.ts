import { consentVersion, statementsFor } from '@exam/contract/rules';
import { publicStepIds } from '@exam/contract/wizards';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes as applicationRoutes } from '#registering/applications';
import { routes as orderRoutes } from '#checkout/orders';
import { tasks } from '#people/guardians';
import { routes as candidateRoutes } from '#people/candidates';
import { randomDigits } from '#platform/chance';
import { databasePool } from '#platform/database';
import { unseal } from '#platform/vault';
import {
  childConsents,
  ask,
  givenExam,
  givenSignedIn,
  openTestServer,
  type SignedIn,
  type TestExam,
  type TestServer,
  upload,
} from '#testing';
import { routes } from './index.ts';
import { adult, child, sheetOf, type TypedRow } from './sheet.testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer([...routes, ...candidateRoutes, ...applicationRoutes, ...orderRoutes]);
});
afterAll(() => server.close());

/** A child of twelve with a passport of its own. */
const childOf = (mobile: string): TypedRow => ({
  ...child,
  idType: 'Passport',
  idNo: `E${randomDigits(8)}`,
  dob: '2014-05-06',
  gender: 'Male',
  'guardianModel.mobile': mobile,
});

const previewed = async (browser: SignedIn, rows: readonly TypedRow[]) =>
  (await upload(server.url, browser, await sheetOf(rows))).body;

const save = (browser: SignedIn, { previewId }: Record<string, unknown>) =>
  ask(browser, 'candidate.saveImport', { body: { previewId: String(previewId), consents: childConsents } });

/** Registers people of the list for an exam, all in one. @returns the registrations. */
async function registerAll(browser: SignedIn, exam: TestExam, candidateIds: readonly string[]): Promise<string[]> {
  const consents = statementsFor(true).map((statementId) => ({ statementId, version: consentVersion }));
  const { status, text } = await ask(browser, 'application.submitGroup', {
    body: {
      testInfo: { productId: exam.productId },
      sittings: [{ session: { id: exam.sessionId }, subject: { id: exam.subjectIds[0] ?? '' } }],
      applicationSteps: publicStepIds
        .filter((step) => step !== 'completed')
        .map((stepName) => ({ stepName, jsonResult: '{}' })),
      isInformationConfirmed: true,
      entries: candidateIds.map((candidateId) => ({ candidateId, leaveAlone: false, consents })),
    },
  });
  expect(status, text).toBe(200);
  const made: { id: string }[] = JSON.parse(text).applications;
  return made.map(({ id }) => id);
}

/** To which numbers text messages to guardians went, in no order. */
async function told(): Promise<string[]> {
  const { rows } = await databasePool().query<{ id: string; sealed: Buffer }>(
    `select id, recipient_sealed as sealed from message where kind = 'guardianNotice'`,
  );
  return rows.map(({ id, sealed }) => unseal(sealed, { table: 'message', row: id, column: 'recipient' })).toSorted();
}

describe('a guardian in a file of candidates', () => {
  it('consents before children under 14 are kept, once for all of them, with evidence for each [PIPL-31 R-38]', async () => {
    const browser = await givenSignedIn(server.url);
    const preview = await previewed(browser, [childOf(browser.phone), { ...adult }, childOf(browser.phone)]);

    const refused = await ask(browser, 'candidate.saveImport', { body: { previewId: String(preview['previewId']) } });
    const saved = await save(browser, preview);

    const rows: { isConsentNeeded: boolean }[] = JSON.parse(JSON.stringify(preview['rows']));
    expect(rows.map(({ isConsentNeeded }) => isConsentNeeded)).toEqual([true, false, true]);
    expect([refused.status, refused.body['fieldCodes']]).toEqual([412, { childKept: 'CONSENT_INCOMPLETE' }]);
    expect(saved.status, saved.text).toBe(200);
    const { rows: kept } = await databasePool().query(
      `select candidate_id, statement_id from consent where account_id = $1`,
      [browser.accountId],
    );
    expect(kept.map((row) => row.statement_id)).toEqual(['childKept', 'childKept']);
    expect(new Set(kept.map((row) => row.candidate_id)).size).toBe(2);
  });

  it('is asked once about each registration that is ordered, of none that is not, and not when the number is the account’s [PIPL-31 R-38]', async () => {
    const browser = await givenSignedIn(server.url);
    const [one, other] = [`137${randomDigits(8)}`, `137${randomDigits(8)}`];
    const rows = [childOf(one), childOf(one), childOf(other), childOf(browser.phone)];
    const saved = await save(browser, await previewed(browser, rows));
    const candidates: { id: string }[] = JSON.parse(saved.text);
    const ids = candidates.map(({ id }) => id);
    const first = await registerAll(browser, await givenExam(), ids);
    await registerAll(browser, await givenExam(), ids);
    const beforeOrdering = await told();

    const placed = await ask(browser, 'order.place', { body: { applicationIds: first, totalPayAmount: 600_000 } });
    await tasks['guardians.ask']?.({ objectIds: first, caller: null, isAnew: false });

    expect([saved.status, candidates.length, beforeOrdering, placed.status], placed.text).toEqual([200, 4, [], 200]);
    expect(await told()).toEqual([one, one, other].toSorted());
  });

  it('has to be there for a child under 14: the row is shown as wrong, and a file of such rows is refused [PIPL-31 R-31 R-38]', async () => {
    const browser = await givenSignedIn(server.url);
    const bare = { ...adult, idType: 'Passport', idNo: `E${randomDigits(8)}`, dob: '2014-05-06', gender: 'Male' };

    const alone = await previewed(browser, [bare]);
    const refused = await save(browser, alone);
    const mixed = await save(browser, await previewed(browser, [bare, adult]));

    expect([refused.status, refused.body['code']]).toEqual([412, 'IMPORT_NOTHING_TO_SAVE']);
    const wrong = Array.isArray(alone['rows']) ? alone['rows'] : [];
    expect(wrong).toMatchObject([{ errors: { 'guardianModel.name': 'GUARDIAN_REQUIRED' } }]);
    const candidates: { dob: string }[] = JSON.parse(mixed.text);
    expect(candidates).toMatchObject([{ dob: '1990-03-07' }]);
  });
});
