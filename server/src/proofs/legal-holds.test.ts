import { addDays, addSeconds, chinaDateOf, endOfDay, keptUntilAfterDate } from '@exam/contract/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomId } from '#platform/chance';
import { readNowAlone, setClockOffset } from '#platform/clock';
import { askStaff, givenStaff, moveClockTo, type SignedInStaff, rowsOf } from '#testing';
import { tasks as workTasks } from '#office/work-items';
import { givenRegistered, isNamed, type Registered, run } from './retention.testing.ts';
import { openWorld, type World } from './world.testing.ts';

let world: World;
let officer: SignedInStaff;
let second: SignedInStaff;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** Staff whose proof of identity is of the moment: sessions end when the clock moves. */
async function staffOfNow(): Promise<void> {
  officer = await givenStaff(world.consoleUrl, { roles: ['privacyOfficer'], name: 'Ding Yi' });
  second = await givenStaff(world.consoleUrl, { roles: ['privacyOfficer'], name: 'Wu Er' });
}

describe('a legal hold', () => {
  const hold = { scope: 'person', class: null, reason: 'A court asked for the record' };

  async function openHold(changes: object): Promise<string> {
    await staffOfNow();
    const reviewOn = addDays(chinaDateOf(await readNowAlone()), 100);
    const proposed = await askStaff(officer, 'holds.propose', { body: { ...hold, reviewOn, ...changes } });
    expect(proposed.status, proposed.text).toBe(200);
    const id = String(proposed.body['proposalId']);
    const approved = await askStaff(second, 'approvals.approve', { params: { id }, body: {} });
    expect(approved.status, approved.text).toBe(204);
    const [row] = await rowsOf('select object_id from proposal where id = $1', [id]);
    return String(row?.['object_id']);
  }

  async function release(id: string): Promise<void> {
    await staffOfNow();
    const proposed = await askStaff(officer, 'holds.proposeRelease', {
      params: { id },
      body: { reason: 'The court is done' },
    });
    const approved = await askStaff(second, 'approvals.approve', {
      params: { id: String(proposed.body['proposalId']) },
      body: {},
    });
    expect(approved.status, approved.text).toBe(204);
  }

  it('stands on the board from its day of review on, late from the day after, until it is released [S-18 goals:privacy]', async () => {
    await setClockOffset(0);
    const { candidateId } = await givenRegistered(world);
    const reviewOn = addDays(chinaDateOf(await readNowAlone()), 3);
    const id = await openHold({ objectId: candidateId, reviewOn });
    const onBoard = async (instant: string) => {
      await moveClockTo(instant);
      await workTasks['workItems.sweep']?.({});
      await staffOfNow();
      const query = { pageIndex: 1, pageSize: 50, kind: 'holdReview' };
      const { body } = await askStaff(officer, 'today.search', { body: query });
      const late = await askStaff(officer, 'today.search', { body: { ...query, isOverdue: true } });
      const idsOf = (list: unknown) => (list as { objectId: string }[]).map(({ objectId }) => objectId);
      return [idsOf(body['list']).includes(id), idsOf(late.body['list']).includes(id)];
    };

    const before = await onBoard(addSeconds(endOfDay(addDays(reviewOn, -1)), -30));
    const onTheDay = await onBoard(endOfDay(addDays(reviewOn, -1)));
    const after = await onBoard(endOfDay(reviewOn));
    await release(id);
    const released = await onBoard(addSeconds(endOfDay(reviewOn), 600));

    expect([before, onTheDay, after, released]).toEqual([
      [false, false],
      [true, false],
      [true, true],
      [false, false],
    ]);
  });

  it.each([
    ['person', ({ candidateId }: Registered) => ({ scope: 'person', objectId: candidateId })],
    ['order', ({ orderId }: Registered) => ({ scope: 'order', objectId: orderId })],
    ['session', ({ sessionId }: Registered) => ({ scope: 'session', objectId: sessionId })],
    ['class', () => ({ scope: 'class', objectId: null, class: 'examRecord' })],
  ] as const)('on a %s beats the end of the period until it is released [S-18]', async (_, scopeOf) => {
    const registered = await givenRegistered(world);
    await moveClockTo(addSeconds(keptUntilAfterDate('examRecord', registered.examDate), 1));
    const id = await openHold(scopeOf(registered));

    await run();
    const held = await isNamed('application', registered.applicationId);
    const preview = await askStaff(officer, 'retention.preview');
    await release(id);
    await run();

    expect([held, await isNamed('application', registered.applicationId)]).toEqual([true, false]);
    expect(preview.body['classes']).toContainEqual(expect.objectContaining({ class: 'examRecord', held: 1 }));
  });

  it('has to be released by all who hold: one of two keeps on [S-18]', async () => {
    const registered = await givenRegistered(world);
    await moveClockTo(addSeconds(keptUntilAfterDate('examRecord', registered.examDate), 1));
    const first = await openHold({ scope: 'person', objectId: registered.candidateId });
    const other = await openHold({ scope: 'order', objectId: registered.orderId });

    await release(first);
    await run();
    const stillHeld = await isNamed('application', registered.applicationId);
    await release(other);
    await run();

    expect([stillHeld, await isNamed('application', registered.applicationId)]).toEqual([true, false]);
  });

  it('is opened by two persons: nobody approves their own [S-18 S-16]', async () => {
    const { candidateId } = await givenRegistered(world);
    await staffOfNow();
    const reviewOn = addDays(chinaDateOf(await readNowAlone()), 100);
    const proposed = await askStaff(officer, 'holds.propose', { body: { ...hold, objectId: candidateId, reviewOn } });

    const own = await askStaff(officer, 'approvals.approve', {
      params: { id: String(proposed.body['proposalId']) },
      body: {},
    });

    expect([own.status, own.body['code']]).toEqual([412, 'SECOND_PERSON_NEEDED']);
    expect(await rowsOf(`select from legal_hold where reason = $1 and released_at is null`, [hold.reason])).toEqual([]);
  });

  it('is looked at again within 180 days, and is on something that exists [S-18]', async () => {
    await setClockOffset(0);
    await staffOfNow();
    const today = chinaDateOf(await readNowAlone());
    const asked = async (changes: object) => {
      const body = { ...hold, objectId: randomId(), reviewOn: addDays(today, 180), ...changes };
      return (await askStaff(officer, 'holds.propose', { body })).body['code'];
    };

    expect(await asked({ reviewOn: addDays(today, 181) })).toBe('HOLD_REVIEW_DATE');
    expect(await asked({ reviewOn: today })).toBe('HOLD_REVIEW_DATE');
    expect(await asked({})).toBe('NOT_FOUND');
    expect(await asked({ scope: 'class' })).toBe('MALFORMED');
  });

  it('opened while a run is at work waits for its batch: what it covers is whole, or was gone before [S-18]', async () => {
    const registered = await givenRegistered(world);
    await moveClockTo(addSeconds(keptUntilAfterDate('examRecord', registered.examDate), 1));
    await staffOfNow();
    const reviewOn = addDays(chinaDateOf(await readNowAlone()), 100);
    const body = { ...hold, scope: 'session', objectId: registered.sessionId, reviewOn };
    const proposed = await askStaff(officer, 'holds.propose', { body });
    const params = { id: String(proposed.body['proposalId']) };

    const [approved] = await Promise.all([askStaff(second, 'approvals.approve', { params, body: {} }), run()]);

    expect(approved.status, approved.text).toBe(204);
    const people = await rowsOf('select from application_person where application_id = $1', [registered.applicationId]);
    const named = await isNamed('application', registered.applicationId);
    expect([named, people.length > 0]).toEqual([named, named]);
  });
});
