import { permissionsOf, type ProposalKindName, type RoleName } from '@exam/contract/staff';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectExactly } from '#testing';
import { randomId } from '#platform/chance';
import { setClockOffset } from '#platform/clock';
import { databasePool, inTransaction, reading } from '#platform/database';
import { refuse } from '#platform/errors';
import type { StaffActor } from '#platform/staff-http';
import { openTestPlatform, proposals } from '#testing/app';
import { decidableProposals, decide, propose, takeBack, tasks, useProposals } from './index.ts';
import { findProposals } from './queries.ts';

let close: () => Promise<void>;
const performed: { objectId: string; by: string; payload: unknown }[] = [];
beforeAll(async () => {
  close = await openTestPlatform();
  useProposals({
    ...proposals,
    orderPaidByHand: async (_tx, proposal, staff) => {
      performed.push({ objectId: proposal.objectId, by: staff.name, payload: proposal.payload });
    },
    exceptionAttach: async () => refuse('SESSION_EXPIRED'),
  });
});
afterAll(async () => {
  useProposals(proposals);
  await close();
});

function staffOf(role: RoleName, offices: StaffActor['offices'] = 'all'): StaffActor {
  return { id: randomId(), name: role, permissions: permissionsOf([role]), offices, language: 'en' };
}

const clerk = staffOf('financeClerk');
const approver = staffOf('financeApprover');
const reason = 'the bank confirmed it by telephone';
const voucher = { voucher: 'BC-1' };

function proposeFor(
  objectId: string,
  kind: ProposalKindName = 'orderPaidByHand',
  officeId: string | null = null,
): Promise<string> {
  const proposal = { kind, objectId, officeId, payload: voucher, staff: clerk, reason };
  return inTransaction((tx) => propose(tx, proposal));
}

const decideAs = (staff: StaffActor, proposalId: string, isApproved = true) =>
  inTransaction((tx) => decide(tx, { proposalId, staff, isApproved, reason: 'looked at' }));

async function one(text: string, ...values: unknown[]): Promise<unknown> {
  return (await databasePool().query(text, values)).rows[0];
}

const openItems = (proposalId: string) =>
  one('select count(*)::int as open from work_item where object_id = $1 and closed_at is null', proposalId);

async function givenOffice(): Promise<string> {
  const id = randomId();
  await one(
    `insert into office (id, code, name_en, name_zh, email, phone, sort) values ($1, $1::uuid::text, 'Beijing', '北京', 'a@b.c', '1', 1)`,
    id,
  );
  return id;
}

describe('two persons', () => {
  it('do what one proposed once the other approves, and everything is written down [S-16]', async () => {
    const objectId = randomId();
    const id = await proposeFor(objectId);
    expect(await openItems(id)).toEqual({ open: 1 });
    const due = `select item.due_at = proposal.expires_at and proposal.expires_at = proposed_at + interval '7 days' as "isInTime"
      from proposal join work_item item on item.object_id = proposal.id where proposal.id = $1`;
    expect(await one(due, id)).toEqual({ isInTime: true });

    await decideAs(approver, id);

    expect(performed.at(-1)).toEqual({ objectId, by: 'financeApprover', payload: voucher });
    expect(await openItems(id)).toEqual({ open: 0 });
    expect(await one('select status, decided_by_name from proposal where id = $1', id)).toEqual({
      status: 'Approved',
      decided_by_name: 'financeApprover',
    });
    const { rows } = await databasePool().query(
      'select action, staff_name, reason from audit_entry where object_id = $1 order by action desc',
      [id],
    );
    expect(rows).toEqual([
      { action: 'approvals.propose', staff_name: 'financeClerk', reason },
      { action: 'approvals.approve', staff_name: 'financeApprover', reason: 'looked at' },
    ]);
  });

  it('are two: who proposed can neither approve nor reject, whatever their rights [S-16]', async () => {
    const id = await proposeFor(randomId());
    const both = { ...clerk, permissions: approver.permissions };

    await expect(decideAs(both, id)).rejects.toMatchObject({ code: 'SECOND_PERSON_NEEDED', status: 412 });
    await expect(decideAs(both, id, false)).rejects.toMatchObject({ code: 'SECOND_PERSON_NEEDED' });
    expect(await reading((tx) => decidableProposals(tx, both))).not.toContain(id);
    await expect(
      one(`update proposal set status = 'Approved', decided_by = proposed_by where id = $1`, id),
      'the database says no as well',
    ).rejects.toThrow(/proposal_check/);
  });

  it('do not do what the second rejects', async () => {
    const before = performed.length;
    const id = await proposeFor(randomId());

    await decideAs(approver, id, false);

    expect(performed).toHaveLength(before);
    expect(await one('select status, decision_reason from proposal where id = $1', id)).toEqual({
      status: 'Rejected',
      decision_reason: 'looked at',
    });
  });

  it('need the right of the kind, and the office', async () => {
    const officeId = await givenOffice();
    const id = await proposeFor(randomId(), 'orderPaidByHand', officeId);

    await expect(decideAs(staffOf('examOfficer', [officeId]), id)).rejects.toMatchObject({ status: 403 });
    await expect(decideAs(staffOf('financeApprover', [randomId()]), id)).rejects.toMatchObject({ status: 404 });
    await expect(decideAs(approver, randomId())).rejects.toMatchObject({ status: 404 });
    await decideAs(staffOf('financeApprover', [officeId]), id);
  });

  it('find the proposal still open when the act itself is refused', async () => {
    const id = await proposeFor(randomId(), 'exceptionAttach');

    await expect(decideAs(approver, id)).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });

    expect(await one('select status from proposal where id = $1', id)).toEqual({ status: 'Open' });
    expect(await openItems(id)).toEqual({ open: 1 });
  });
});

describe('a proposal', () => {
  it('is the only one of its kind for its object, until it is decided', async () => {
    const objectId = randomId();
    const id = await proposeFor(objectId);

    await expect(proposeFor(objectId)).rejects.toMatchObject({ code: 'PROPOSAL_OPEN', status: 412 });

    await decideAs(approver, id, false);
    expect(await proposeFor(objectId)).not.toBe(id);
  });

  it('is decided once when two approve at the same moment: one wins, the other is told [S-1]', async () => {
    for (let round = 0; round < 10; round++) {
      const before = performed.length;
      const id = await proposeFor(randomId());

      const answers = await Promise.allSettled([
        decideAs(approver, id),
        decideAs(staffOf('financeApprover'), id, round % 2 === 0),
      ]);

      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const [told] = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
      expect(told).toMatchObject({ code: 'VERSION_CONFLICT', status: 409 });
      const { status } = (await one('select status from proposal where id = $1', id)) as { status: string };
      expectExactly(performed).toHaveLength(before + (status === 'Approved' ? 1 : 0));
    }
  });

  it('is opened once when two propose the same at the same moment', async () => {
    const objectId = randomId();

    const answers = await Promise.allSettled([proposeFor(objectId), proposeFor(objectId), proposeFor(objectId)]);

    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('is taken back by whoever proposed it, and by nobody else', async () => {
    const id = await proposeFor(randomId());

    await expect(
      inTransaction((tx) => takeBack(tx, { proposalId: id, staff: approver, reason })),
    ).rejects.toMatchObject({ status: 404 });
    await inTransaction((tx) => takeBack(tx, { proposalId: id, staff: clerk, reason }));

    await expect(decideAs(approver, id)).rejects.toMatchObject({ status: 409 });
    expect(await openItems(id)).toEqual({ open: 0 });
  });

  it('lapses after seven days: a second before it is decided, at that second it is too late', async () => {
    const [early, late] = [await proposeFor(randomId()), await proposeFor(randomId())];
    const week = 7 * 86_400;

    await setClockOffset(week - 5);
    await tasks['approvals.lapse']?.({});
    await decideAs(approver, early);
    await setClockOffset(week);
    await expect(decideAs(approver, late)).rejects.toMatchObject({ status: 409 });
    expect(await reading((tx) => decidableProposals(tx, approver))).not.toContain(late);
    await tasks['approvals.lapse']?.({});
    await setClockOffset(0);

    expect(await one('select status from proposal where id = $1', late)).toEqual({ status: 'Lapsed' });
    expect(await openItems(late)).toEqual({ open: 0 });
  });

  it('is listed to those who may decide it and to its proposer, and to nobody else', async () => {
    const id = await proposeFor(randomId());
    const page = { pageIndex: 1, pageSize: 100, status: 'Open' as const };
    const seenBy = async (staff: StaffActor) =>
      (await reading((tx) => findProposals(tx, staff, { ...page, language: 'en' }))).list.find((row) => row.id === id);

    expect(await seenBy(approver)).toMatchObject({ isOwn: false, canDecide: true, proposedBy: 'financeClerk', reason });
    expect(await seenBy(clerk)).toMatchObject({ isOwn: true, canDecide: false });
    expect(await seenBy(staffOf('financeClerk'))).toBeUndefined();
    expect(await seenBy(staffOf('financeApprover', [randomId()]))).toBeUndefined();
  });
});
