import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StaffReply } from '@exam/contract/staff/client';
import { openItem, type WorkKind } from '#office/work-items';
import { readNow } from '#platform/clock';
import { inTransaction } from '#platform/database';
import { askStaff, givenStaff, rowsOf, type SignedInStaff } from '#testing';
import { type Family, givenFamily } from './family.testing.ts';
import { meddle, openWorld, type World } from './world.testing.ts';

type Item = StaffReply<'today.search'>['list'][number];

let world: World;
let officer: SignedInStaff;
let family: Family;
beforeAll(async () => {
  world = await openWorld();
  officer = await givenStaff(world.consoleUrl);
  family = await givenFamily(world);
});
afterAll(() => world.close());

async function onBoard(kind: WorkKind, objectKind: Item['objectKind'], objectId: string): Promise<void> {
  await inTransaction(async (tx) => {
    await openItem(tx, { kind, objectKind, objectId, officeId: null, dueAt: await readNow(tx), label: null });
  });
}

/** What the board says of an object, in a language. */
async function shown(
  objectId: string,
  language: 'en' | 'zh' = 'en',
  staff = officer,
): Promise<Item['about'] | undefined> {
  const { text } = await askStaff(staff, 'today.search', {
    body: { pageIndex: 1, pageSize: 100 },
    headers: { 'accept-language': language },
  });
  const { list }: { list: Item[] } = JSON.parse(text);
  return list.find((item) => item.objectId === objectId)?.about;
}

describe('a line of the board', () => {
  it('says who, which exam, on which day and how much, whatever kind of work it is', async () => {
    const { applicationId, bookingId, cancellationId, refundId, sessionId, postTestId, examDate, marks } = family;
    await onBoard('letterFailed', 'application', applicationId);
    await onBoard('bookingToPrice', 'booking', bookingId);
    await onBoard('cancellationToDecide', 'cancellation', cancellationId);
    await onBoard('refundFailed', 'refund', refundId);
    await onBoard('venueMissing', 'session', sessionId);
    await onBoard('postTestToSend', 'postTest', postTestId);
    const [booking] = await rowsOf('select amount from booking where id = $1', [bookingId]);
    const name = marks.join(' ');
    const exam = expect.stringContaining(' · ') as unknown;

    const state = expect.any(String) as unknown;
    expect(await shown(applicationId)).toEqual({ candidateName: name, exam, examDate, amount: null, state });
    expect(await shown(bookingId)).toMatchObject({ candidateName: name, amount: booking?.['amount'] ?? null });
    expect(await shown(cancellationId)).toEqual({ candidateName: name, exam, examDate, amount: 0, state: null });
    expect(await shown(refundId)).toEqual({ candidateName: name, exam, examDate, amount: 0, state });
    expect(await shown(sessionId)).toEqual({ candidateName: null, exam, examDate, amount: null, state: null });
    expect(await shown(postTestId)).toMatchObject({ candidateName: name, exam, amount: 100 });
    expect((await shown(applicationId, 'zh'))?.exam).not.toBe((await shown(applicationId))?.exam);
  });

  it('says of a proposal what it is about, and so does its page', async () => {
    const { proposalId, applicationId, marks } = family;
    const { text } = await askStaff(officer, 'approvals.get', { params: { id: proposalId } });

    expect(await shown(proposalId)).toEqual(await shown(applicationId));
    expect(JSON.parse(text).about).toMatchObject({ candidateName: marks.join(' '), examDate: family.examDate });
  });

  it('masks a minor for whoever has no approval', async () => {
    const newcomer = await givenStaff(world.consoleUrl, { opensMinors: false });
    const [first = '', second = ''] = family.marks;

    expect((await shown(family.applicationId, 'en', newcomer))?.candidateName).toBe(
      `${first} ${second.slice(0, 1)}***`,
    );
  });

  it('says nothing of what is out of use [PIPL-47]', async () => {
    await meddle('update application set restricted_at = app_now(), deleted_at = app_now() where id = $1', [
      family.applicationId,
    ]);

    const abouts = [await shown(family.applicationId), await shown(family.cancellationId)];
    await meddle('update application set restricted_at = null, deleted_at = null where id = $1', [
      family.applicationId,
    ]);

    expect(abouts).toEqual([null, null]);
  });
});
