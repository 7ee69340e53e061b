import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StaffEndpointName } from '@exam/contract/staff';
import { askStaff, givenStaff, rowsOf, type SignedInStaff } from '#testing';
import { givenHousehold, type Household, openWorld, type World } from './world.testing.ts';

let world: World;
let home: Household;
let strangers: Household;
beforeAll(async () => {
  world = await openWorld();
  home = await givenHousehold(world);
  strangers = await givenHousehold(world);
});
afterAll(() => world.close());

async function found(staff: SignedInStaff, name: StaffEndpointName, body: object): Promise<string[]> {
  const { text } = await askStaff(staff, name, { body });
  const { list }: { list: { id: string }[] } = JSON.parse(text);
  return list.map(({ id }) => id).toSorted();
}

/** The saved candidate whom a registration is of, and the account. */
async function ofRegistration(id: string): Promise<{ candidateId: string; accountId: string }> {
  const [row] = await rowsOf<{ candidateId: string; accountId: string }>(
    'select candidate_id as "candidateId", account_id as "accountId" from application where id = $1',
    [id],
  );
  return row ?? { candidateId: '', accountId: '' };
}

describe('what somebody has', () => {
  it('is listed by their account, and by the person alone; to another office nothing of it', async () => {
    const all = await givenStaff(world.consoleUrl);
    const elsewhere = await givenStaff(world.consoleUrl, { roles: ['examOfficer', 'financeClerk'], offices: [] });
    const { candidateId, accountId } = await ofRegistration(home.paid.applicationId);

    expect(await found(all, 'applications.search', { accountId })).toEqual(
      [home.paid.applicationId, home.pending.applicationId].toSorted(),
    );
    expect(await found(all, 'applications.search', { candidateId })).toEqual([home.paid.applicationId]);
    expect(await found(all, 'applications.search', { candidateId: home.candidateId })).toEqual([]);
    expect(await found(all, 'orders.search', { accountId })).toEqual(
      [home.paid.orderId, home.pending.orderId].toSorted(),
    );
    for (const name of ['applications.search', 'orders.search'] as const)
      expect(await found(elsewhere, name, { accountId })).toEqual([]);
  });

  it('is led to from each case, as long as the saved candidate has its page', async () => {
    const all = await givenStaff(world.consoleUrl);
    const { candidateId, accountId } = await ofRegistration(home.paid.applicationId);
    const registration = async () =>
      (await askStaff(all, 'applications.get', { params: { id: home.paid.applicationId } })).body['candidateId'];
    const order = await askStaff(all, 'orders.get', { params: { id: home.paid.orderId } });

    const before = await registration();
    await rowsOf('update candidate set deleted_at = app_now() where id = $1', [candidateId]);
    const after = await registration();
    await rowsOf('update candidate set deleted_at = null where id = $1', [candidateId]);

    expect([before, after, order.body['accountId']]).toEqual([candidateId, null, accountId]);
  });

  it('is the same person in another account', async () => {
    const all = await givenStaff(world.consoleUrl);
    const here = await ofRegistration(home.paid.applicationId);
    const there = await ofRegistration(strangers.paid.applicationId);
    await rowsOf('update application set person_key = (select person_key from candidate where id = $1) where id = $2', [
      here.candidateId,
      strangers.paid.applicationId,
    ]);

    expect(await found(all, 'applications.search', { candidateId: here.candidateId })).toEqual(
      [home.paid.applicationId, strangers.paid.applicationId].toSorted(),
    );
    expect(await found(all, 'applications.search', { accountId: there.accountId })).not.toContain(
      home.paid.applicationId,
    );
  });
});
