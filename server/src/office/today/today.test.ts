import { addSeconds, instantOf } from '@exam/contract/rules';
import { permissionsOf, type RoleName } from '@exam/contract/staff';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closeItem, openItem, type Sweep, tasks, useSweeps, type WorkKind } from '#office/work-items';
import { randomId } from '#platform/chance';
import { databasePool, inTransaction, reading } from '#platform/database';
import type { StaffActor } from '#platform/staff-http';
import { openTestPlatform, sweeps } from '#testing/app';
import { moveClockTo } from '#testing';
import { colleaguesFor, reassignItem, releaseItem, snoozeItem, takeItem, wakeItem } from './change.ts';
import { type BoardFilters, countItems, findItems } from './queries.ts';

/** A Friday afternoon before a weekend. */
const friday = instantOf('2026-11-20', '15:00');
const monday = instantOf('2026-11-23', '15:00');

let close: () => Promise<void>;
let office: string;
let otherOffice: string;
let overdue: string[] = [];
beforeAll(async () => {
  close = await openTestPlatform();
  [office, otherOffice] = [await givenOffice(), await givenOffice()];
  const refundOverdue: Sweep = async () =>
    overdue.map((objectId) => ({ objectKind: 'refund', objectId, officeId: office, dueAt: friday }));
  useSweeps({ ...sweeps, refundOverdue });
});
afterAll(async () => {
  useSweeps(sweeps);
  await close();
});
beforeEach(async () => {
  await databasePool().query('delete from work_item');
  await moveClockTo(friday);
});

async function givenOffice(): Promise<string> {
  const id = randomId();
  await databasePool().query(
    `insert into office (id, code, name_en, name_zh, email, phone, sort) values ($1, $1::uuid::text, 'Beijing', '北京', 'a@b.c', '1', 1)`,
    [id],
  );
  return id;
}

function staffOf(role: RoleName, offices: StaffActor['offices']): StaffActor {
  return { id: randomId(), name: role, permissions: permissionsOf([role]), offices, language: 'en' };
}

async function open(kind: WorkKind, dueAt: string, officeId: string | null = office): Promise<string> {
  const objectId = randomId();
  await inTransaction((tx) => openItem(tx, { kind, objectKind: 'booking', objectId, officeId, dueAt, label: 'B1' }));
  return objectId;
}

const page = { pageIndex: 1, pageSize: 100 };
const board = async (staff: StaffActor, filters: Partial<BoardFilters> = {}) =>
  (await reading((tx) => findItems(tx, staff, { ...page, language: 'en', ...filters }))).list;
const objectsOn = async (staff: StaffActor, filters: Partial<BoardFilters> = {}) =>
  (await board(staff, filters)).map((item) => item.objectId);
const counts = (staff: StaffActor) => reading((tx) => countItems(tx, staff));

describe('the Today board', () => {
  it('puts the least working time first, and does not count a weekend', async () => {
    const officer = staffOf('examOfficer', [office]);
    const later = await open('cancellationToDecide', monday);
    const late = await open('bookingToPrice', addSeconds(friday, -60));
    const soon = await open('bookingToPrice', addSeconds(friday, 3600));

    const items = await board(officer);

    expect(items.map(({ objectId, workingSecondsLeft }) => [objectId, Math.round(workingSecondsLeft / 60)])).toEqual([
      [late, -1],
      [soon, 60],
      [later, 24 * 60],
    ]);
    expect(await objectsOn(officer, { sort: '-dueAt' })).toEqual([later, soon, late]);
    expect(await objectsOn(officer, { isOverdue: true })).toEqual([late]);
  });

  it('shows each their own offices and what their rights let them read, the rest to the head office [T32]', async () => {
    const here = await open('bookingToPrice', friday);
    const there = await open('bookingToPrice', friday, otherOffice);
    const central = await open('paymentException', friday, null);

    expect(await objectsOn(staffOf('examOfficer', [office]))).toEqual([here]);
    expect(await objectsOn(staffOf('examOfficer', [otherOffice]))).toEqual([there]);
    expect(await objectsOn(staffOf('financeClerk', [office]))).toEqual([]);
    expect(await objectsOn(staffOf('financeClerk', 'all'))).toEqual([central]);
    expect((await objectsOn(staffOf('auditor', 'all'))).toSorted()).toEqual([here, there, central].toSorted());
  });

  it('keeps one open item per kind and object, takes a new due time and forgets what is closed', async () => {
    const officer = staffOf('examOfficer', [office]);
    const objectId = await open('bookingToPrice', friday);
    const again = { kind: 'bookingToPrice', objectKind: 'booking', objectId, officeId: office, dueAt: monday } as const;

    await Promise.all([1, 2, 3].map(() => inTransaction((tx) => openItem(tx, again))));
    expect((await board(officer)).map((item) => item.dueAt)).toEqual([monday]);

    await inTransaction((tx) => closeItem(tx, { kind: 'bookingToPrice', objectId }));
    expect(await board(officer)).toEqual([]);
    await inTransaction((tx) => openItem(tx, again));
    expect(await objectsOn(officer)).toEqual([objectId]);
  });

  it('opens and closes by itself what only time makes due', async () => {
    const finance = staffOf('financeClerk', 'all');
    const [first, second] = [randomId(), randomId()];
    overdue = [first, second];
    await tasks['workItems.sweep']?.({});
    await tasks['workItems.sweep']?.({});
    expect((await objectsOn(finance)).toSorted()).toEqual([first, second].toSorted());

    overdue = [second];
    await tasks['workItems.sweep']?.({});

    expect(await objectsOn(finance)).toEqual([second]);
  });
});

describe('an item', () => {
  it('is taken by one of two who reach for it at once; the other is told [S-1]', async () => {
    const [one, two] = [staffOf('examOfficer', [office]), staffOf('examOfficer', [office])];
    await open('bookingToPrice', monday);
    const [item] = await board(one);
    const seen = { id: item?.id ?? '', version: item?.version ?? 0 };

    const answers = await Promise.allSettled(
      [one, two].map((staff) => inTransaction((tx) => takeItem(tx, staff, seen))),
    );

    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const [told] = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
    expect(told).toMatchObject({ code: 'VERSION_CONFLICT', status: 409 });
    expect((await counts(one)).mine + (await counts(two)).mine).toBe(1);
  });

  it('goes back to the team, or to a colleague who may work on it, each act in the audit', async () => {
    const officer = staffOf('examOfficer', [office]);
    const objectId = await open('bookingToPrice', monday);
    const [item] = await board(officer);
    const taken = await inTransaction((tx) => takeItem(tx, officer, { id: item?.id ?? '', version: 1 }));
    const released = await inTransaction((tx) => releaseItem(tx, officer, taken));
    expect(await objectsOn(officer, { whose: 'free' })).toEqual([objectId]);

    const colleague = await givenColleague('examOfficer', office);
    const stranger = await givenColleague('examOfficer', otherOffice);
    const clerk = await givenColleague('financeClerk', office);
    for (const staffId of [stranger, clerk, randomId()])
      await expect(inTransaction((tx) => reassignItem(tx, officer, { ...released, staffId }))).rejects.toMatchObject({
        code: 'COLLEAGUE_CANNOT',
      });
    const handed = await inTransaction((tx) => reassignItem(tx, officer, { ...released, staffId: colleague }));

    expect(handed.assignedTo).toEqual({ id: colleague, name: 'examOfficer' });
    const { rows } = await databasePool().query('select action from audit_entry where object_id = $1 order by action', [
      objectId,
    ]);
    expect(rows.map(({ action }) => action)).toEqual(['today.reassign', 'today.release', 'today.take']);
  });

  it('sleeps until its instant and wakes by itself, or when it is woken', async () => {
    const officer = staffOf('examOfficer', [office]);
    const objectId = await open('bookingToPrice', monday);
    const [item] = await board(officer);
    const seen = { id: item?.id ?? '', version: 1 };
    const until = addSeconds(friday, 7200);
    const reason = 'the university answers at five';

    const asleep = await inTransaction((tx) => snoozeItem(tx, officer, { ...seen, until, reason }));

    expect(asleep).toMatchObject({ snoozedUntil: until, snoozeReason: reason });
    expect(await board(officer)).toEqual([]);
    expect(await objectsOn(officer, { isSnoozed: true })).toEqual([objectId]);
    expect(await counts(officer)).toMatchObject({ open: 0, snoozed: 1, byKind: [] });

    await moveClockTo(addSeconds(until, 1));
    expect(await board(officer)).toMatchObject([{ objectId, snoozedUntil: null, snoozeReason: null }]);
    expect(await counts(officer)).toMatchObject({
      open: 1,
      snoozed: 0,
      byKind: [{ kind: 'bookingToPrice', open: 1, overdue: 0 }],
    });

    await moveClockTo(friday);
    await inTransaction((tx) => wakeItem(tx, officer, asleep));
    expect(await objectsOn(officer)).toEqual([objectId]);
  });

  it('does not sleep into the past, nor for more than thirty days', async () => {
    const officer = staffOf('examOfficer', [office]);
    await open('bookingToPrice', monday);
    const [item] = await board(officer);
    const seen = { id: item?.id ?? '', version: 1, reason: 'some reason' };

    for (const until of [addSeconds(friday, -2), addSeconds(friday, -86_400), addSeconds(friday, 31 * 86_400)])
      await expect(inTransaction((tx) => snoozeItem(tx, officer, { ...seen, until }))).rejects.toMatchObject({
        code: 'SNOOZE_TOO_LONG',
        status: 412,
      });
  });

  it('may be handed to those who see it, by name, and to nobody of another office', async () => {
    const officer = staffOf('examOfficer', [office]);
    await open('bookingToPrice', monday);
    const [item] = await board(officer);
    const here = await givenColleague('examOfficer', office);
    const elsewhere = await givenColleague('examOfficer', otherOffice);
    const clerk = await givenColleague('financeClerk', office);

    const { list } = await reading((tx) => colleaguesFor(tx, officer, item?.id ?? ''));
    const ids = list.map(({ id }) => id);

    expect(ids).toContain(here);
    expect(ids.filter((id) => [elsewhere, clerk, officer.id].includes(id))).toEqual([]);
    const stranger = staffOf('examOfficer', [otherOffice]);
    await expect(reading((tx) => colleaguesFor(tx, stranger, item?.id ?? ''))).rejects.toMatchObject({ status: 404 });
  });

  it('of another office, or already closed, is absent for every act [T32]', async () => {
    const objectId = await open('bookingToPrice', monday);
    const [item] = await board(staffOf('examOfficer', [office]));
    const seen = { id: item?.id ?? '', version: 1 };

    await expect(
      inTransaction((tx) => takeItem(tx, staffOf('examOfficer', [otherOffice]), seen)),
    ).rejects.toMatchObject({ status: 404 });
    await inTransaction((tx) => closeItem(tx, { kind: 'bookingToPrice', objectId }));
    await expect(inTransaction((tx) => takeItem(tx, staffOf('examOfficer', [office]), seen))).rejects.toMatchObject({
      status: 404,
    });
  });
});

async function givenColleague(role: RoleName, officeId: string): Promise<string> {
  const id = randomId();
  await databasePool().query(
    `insert into staff_account (id, email, name, status, roles, password_hash, totp_sealed, created_at)
     values ($1, $1::uuid::text, $2::text, 'Active', array[$2::text], 'none', '', app_now())`,
    [id, role],
  );
  await databasePool().query('insert into staff_office values ($1, $2)', [id, officeId]);
  return id;
}
