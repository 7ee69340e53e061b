import { type RoleName, roleNames } from '@exam/contract/staff';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkSecondPerson, propose } from '#office/approvals';
import { randomId } from '#platform/chance';
import { setClockOffset } from '#platform/clock';
import { inTransaction } from '#platform/database';
import type { StaffActor } from '#platform/staff-http';
import { tasks } from '#office/work-items';
import { askStaff, enterConsole, givenStaff, rowsOf, type SignedInStaff } from '#testing';
import { openWorld, type World } from './world.testing.ts';

let world: World;
let admin: SignedInStaff;
let clerk: SignedInStaff;
let approver: SignedInStaff;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  admin = await givenStaff(world.consoleUrl, { roles: ['administrator', 'financeApprover'], handsOn: roleNames });
  clerk = await givenStaff(world.consoleUrl, { roles: ['financeClerk'] });
  approver = await givenStaff(world.consoleUrl, { roles: ['financeApprover'] });
});
afterEach(() => setClockOffset(0));

const reason = 'asked for by the head of office';
const hours = (count: number) => setClockOffset(count * 3600);

const give = async ({ staff }: SignedInStaff, roles: readonly RoleName[], by = admin) =>
  await askStaff(by, 'staff.changeRights', {
    params: { id: staff.id },
    body: { roles, handsOn: [], offices: 'all', reason },
  });

const actorOf = ({ staff }: SignedInStaff): StaffActor => ({
  id: staff.id,
  name: 'A colleague',
  permissions: new Set(),
  offices: 'all',
  language: 'en',
});

/** What somebody hears who approves what another has proposed; the act itself is refused, as there is no such order. */
async function approve(second: SignedInStaff, first: SignedInStaff): Promise<unknown> {
  const kind = 'orderPaidByHand';
  const about = {
    kind,
    objectId: randomId(),
    officeId: null,
    payload: { voucher: 'BC-1', paidAt: '2026-11-30T00:00:00.000Z', amount: 1 },
    reason,
  } as const;
  const id = await inTransaction((tx) => propose(tx, { ...about, staff: actorOf(first) }));
  const here = await enterConsole(world.consoleUrl, second.staff);
  const { body } = await askStaff(here, 'approvals.approve', { params: { id }, body: { reason } });
  return body['code'];
}

describe('rights that somebody was given within a day', () => {
  it('decide nothing that a colleague proposed: the person is told from when on they do [S-21]', async () => {
    const before = await approve(approver, clerk);
    await give(approver, ['financeApprover', 'auditor']);

    const at0 = await approve(approver, clerk);
    await hours(23);
    const at23 = await approve(approver, clerk);
    await hours(25);
    const at25 = await approve(approver, clerk);

    expect([at0, at23]).toEqual(['RIGHTS_TOO_NEW', 'RIGHTS_TOO_NEW']);
    expect(at25).toBe(before);
  });

  it('are not new where nothing came to them: taking a role away leaves the rest as they were [S-21]', async () => {
    await give(approver, ['financeApprover', 'auditor']);
    await hours(25);
    await give(approver, ['financeApprover']);

    expect(await approve(approver, clerk)).not.toBe('RIGHTS_TOO_NEW');
  });

  it('propose nothing that whoever gave them decides, but others do [S-21]', async () => {
    await give(clerk, ['financeClerk', 'auditor']);

    const giver = await approve(admin, clerk);
    const other = await approve(approver, clerk);
    await hours(25);

    expect(giver).toBe('RIGHTS_GIVEN_BY_YOU');
    expect(other).not.toMatch(/RIGHTS/);
    expect(await approve(admin, clerk)).not.toMatch(/RIGHTS/);
  });

  it('are those of somebody who was invited too, and who was refused is written down [S-21]', async () => {
    const { body } = await askStaff(admin, 'staff.invite', {
      body: { name: 'Second Self', email: `${randomId()}@staff.example`, roles: ['financeApprover'], offices: 'all' },
    });
    const invited = { ...actorOf(approver), id: String(body['id']) };
    await give(approver, ['financeApprover', 'auditor']);
    await approve(approver, clerk);

    const refused = await rowsOf(`select from audit_entry where action = 'approvals.refused' and staff_id = $1`, [
      approver.staff.id,
    ]);

    expect(refused).toHaveLength(1);
    await expect(inTransaction((tx) => checkSecondPerson(tx, invited, [clerk.staff.id]))).rejects.toMatchObject({
      code: 'RIGHTS_TOO_NEW',
    });
  });

  it('stand on the board of the privacy officer for a week [S-21]', async () => {
    const privacy = await givenStaff(world.consoleUrl, { roles: ['privacyOfficer'] });
    await give(approver, ['financeApprover', 'auditor']);
    const told = async () => {
      await tasks['workItems.sweep']?.({});
      const { text } = await askStaff(await enterConsole(world.consoleUrl, privacy.staff), 'today.search', {
        body: { pageIndex: 1, pageSize: 100 },
      });
      return text.includes(approver.staff.id);
    };

    const first = await told();
    await hours(8 * 24);

    expect([first, await told()]).toEqual([true, false]);
  });
});
