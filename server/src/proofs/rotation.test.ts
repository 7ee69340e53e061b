import { afterAll, beforeAll, expect, it } from 'vitest';
import { reading } from '#platform/database';
import { rotateKeys, sealedColumns } from '#platform/vault/rotate-keys';
import { testConfig, testEnvironment } from '#platform/testing/config';
import { openVault } from '#platform/vault';
import { createBrowser } from '#testing/app';
import { ask, type SignedIn } from '#testing';
import { givenHousehold, openWorld, type World } from './world.testing.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** The receipt of the latest consents. */
async function receiptOf(browser: SignedIn): Promise<Record<string, unknown>> {
  const { text } = await ask(browser, 'consent.list');
  const [set]: { id: string }[] = JSON.parse(text);
  return (await ask(browser, 'consent.receipt', { params: { id: set?.id } })).body;
}

const newKey = Buffer.from(Array.from({ length: 32 }, (_, index) => (index * 53 + 7) % 256)).toString('base64');

it('everything that a household has opens after its keys were rotated and the old one is gone; a printed receipt still verifies [T34 3-domain 6.1]', async () => {
  const home = await givenHousehold(world);
  const receipt = await receiptOf(home.browser);
  openVault(testConfig({ FIELD_KEYS: `k2:${newKey},${testEnvironment['FIELD_KEYS']}` }).secrets);

  const { resealed } = await rotateKeys();

  openVault(testConfig({ FIELD_KEYS: `k2:${newKey}` }).secrets);
  const answers = [
    await ask(home.browser, 'user.current'),
    await ask(home.browser, 'candidate.get', { params: { id: home.candidateId } }),
    await ask(home.browser, 'application.get', { params: { id: home.paid.applicationId } }),
    await ask(home.browser, 'draft.get', { params: { kind: 'public' } }),
    await ask(home.browser, 'candidate.importFaults', { params: { id: home.importId } }),
    await ask(home.browser, 'application.letter', { params: { applicationId: home.paid.applicationId } }),
  ];
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  const printed = String(receipt['receiptCode']);
  const checked = await ask(createBrowser(world.url), 'consent.verify', { params: { code: printed } });
  expect(checked.body).toMatchObject({ isKnown: true, isUnchanged: true });
  expect((await receiptOf(home.browser))['receiptCode']).toBe(printed);
  const columns = (await reading(sealedColumns)).map(({ table, column }) => `${table}.${column}`);
  const used = ['account', 'application', 'application_person', 'application_step', 'candidate', 'candidate_guardian'];
  used.push('candidate_import', 'message', 'payment_event', 'wizard_draft');
  expect(used.filter((table) => !Object.keys(resealed).some((column) => column.startsWith(`${table}.`)))).toEqual([]);
  expect(
    Object.keys(resealed).filter((column) => !columns.includes(column) && !column.startsWith('idempotency')),
  ).toEqual([]);
});
