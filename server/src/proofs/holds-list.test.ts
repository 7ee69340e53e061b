import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, chinaDateOf } from '@exam/contract/rules';
import { randomId } from '#platform/chance';
import { readNowAlone } from '#platform/clock';
import { ask, askStaff, givenOffice, givenStaff, type SignedInStaff, rowsOf } from '#testing';
import { retentionSweeps } from '#privacy/retention';
import { bookingOn, type Ground, groundOf, orderFor, postTest, registrationOn, write } from './planting.testing.ts';
import { dueAt, givenRegistered } from './retention.testing.ts';
import { meddle, openWorld, type World } from './world.testing.ts';

let world: World;
let officer: SignedInStaff;
beforeAll(async () => {
  world = await openWorld();
  officer = await givenStaff(world.consoleUrl, { roles: ['privacyOfficer'] });
});
afterAll(() => world.close());

type Covers = {
  list: { kind: string; id: string; candidateName: string | null; isOutOfUse: boolean; hasPage: boolean }[];
  recordCount: number;
};

/** A hold as two colleagues open it, and what is answered of it; it is released at once, so that the next one is alone. */
async function covering(
  scope: string,
  on: { objectId?: string; class?: string },
  { staff = officer, meanwhile }: { staff?: SignedInStaff; meanwhile?: () => Promise<void> } = {},
): Promise<Covers | null> {
  const id = randomId();
  await meddle(
    `insert into legal_hold (id, scope, object_id, person_key, class, reason, review_on, opened_at, opened_by, approved_by)
     values ($1, $2, $3, (select person_key from person_record where $2 = 'person' and id = $3), $4, 'A court asked', current_date + 100,
       app_now(), gen_random_uuid(), gen_random_uuid())`,
    [id, scope, on.objectId ?? null, on.class ?? null],
  );
  await meanwhile?.();
  const { status, text, body } = await askStaff(staff, 'holds.get', { params: { id } });
  expect(status, text).toBe(200);
  await meddle(
    `update legal_hold set released_at = app_now(), released_by = gen_random_uuid(), release_approved_by = gen_random_uuid(),
       release_reason = 'The court is done' where id = $1`,
    [id],
  );
  return body['covers'] as Covers | null;
}

/** One of every record, long over: two registrations of which one is of an open order of its own, a booking and a request after results. */
async function givenRecords(): Promise<Ground & { caseId: string }> {
  const ground = await groundOf(await givenRegistered(world));
  const other = await registrationOn(ground, '2009-03-02');
  await orderFor(ground, other);
  await bookingOn(ground, '2009-03-02');
  await postTest(ground, { status: 'Complete', saved_at: '2009-03-02T08:00:00.000Z' });
  const caseId = randomId();
  const opened = { reason: 'A second phone', opened_at: '2009-03-02T00:00:00Z', opened_by: ground.officerId };
  const closed = {
    closed_at: '2009-03-02T00:00:00Z',
    closed_by: ground.officerId,
    outcome: 'proven',
    status: 'Closed',
  };
  await write('misconduct_case', { id: caseId, application_id: other, ...opened, ...closed });
  return { ...ground, caseId };
}

const recordIds = `select id from candidate union all select id from application union all select id from booking
  union all select id from post_test union all select id from exam_order`;

/** What every run would pass over, whenever it came, because of the hold that is open. */
async function passedOver(): Promise<string[]> {
  const known = new Set((await rowsOf(recordIds)).map(({ id }) => id));
  const found = new Set<string>();
  for (const sweep of retentionSweeps)
    for (const { id, is_held: isHeld } of await dueAt(sweep, '2099-01-01T00:00:00.000Z'))
      if (isHeld && known.has(id)) found.add(id);
  return [...found].toSorted();
}

describe('what a hold covers', () => {
  it.each([
    ['person, by the saved candidate', 'person', (ground) => ground.candidateId, 7],
    ['person, by a registration', 'person', (ground) => ground.applicationId, 7],
    ['order', 'order', (ground) => ground.orderId, 2],
    ['session', 'session', (ground) => ground.sessionId, 2],
    ['case', 'case', (ground) => ground.caseId, 2],
  ] as [string, string, (ground: Ground & { caseId: string }) => string, number][])(
    'is exactly what the runs pass over because of it: %s [S-18]',
    async (_, scope, objectOf, count) => {
      const ground = await givenRecords();
      let held: string[] = [];
      const meanwhile = async () => {
        held = await passedOver();
      };

      const covers = await covering(scope, { objectId: objectOf(ground) }, { meanwhile });

      expect(covers?.list.map(({ id }) => id).toSorted()).toEqual(held);
      expect([covers?.recordCount, held.length]).toEqual([count, count]);
    },
  );

  it('is named by its class alone when it is a whole class [S-18]', async () => {
    expect(await covering('class', { class: 'examRecord' })).toBeNull();
  });

  it('stands there twenty at most, with how many there are [S-18]', async () => {
    const ground = await groundOf(await givenRegistered(world));
    for (let index = 0; index < 21; index += 1) await registrationOn(ground, '2009-03-02');

    const covers = await covering('person', { objectId: ground.candidateId });

    // The candidate, its first registration and that one’s order.
    expect([covers?.list.length, covers?.recordCount]).toEqual([20, 24]);
  });

  it('is told by the list too, as far as the reader may see it: what it was opened on [S-18 T32]', async () => {
    const { candidateId, orderId, sessionId } = await givenRecords();
    const stranger = await givenStaff(world.consoleUrl, { roles: ['privacyOfficer'], offices: [await givenOffice()] });
    const listed = async (scope: string, objectId: string, staff = officer) => {
      let on: unknown;
      const meanwhile = async () => {
        const { body } = await askStaff(staff, 'holds.search', { body: { pageIndex: 1, pageSize: 20, isOpen: true } });
        [{ on }] = body['list'] as [{ on: unknown }];
      };
      await covering(scope, { objectId }, { meanwhile });
      return on;
    };

    expect(await listed('person', candidateId)).toMatchObject({ kind: 'candidate', id: candidateId });
    expect(await listed('order', orderId)).toMatchObject({ kind: 'order', id: orderId, code: expect.any(String) });
    expect(await listed('session', sessionId)).toMatchObject({
      kind: 'session',
      id: sessionId,
      code: expect.any(String),
    });
    const foreign = [await listed('session', sessionId, stranger), await listed('person', candidateId, stranger)];
    expect(foreign).toEqual([null, null]);
  });

  it('is told of somebody taken off the list by a number of theirs, and leads to no page of them [S-18]', async () => {
    const { applicationId, candidateId, browser } = await givenRegistered(world);
    await ask(browser, 'candidate.delete', { params: { id: candidateId } });
    const [registered] = await rowsOf('select code from application where id = $1', [applicationId]);

    const reviewOn = addDays(chinaDateOf(await readNowAlone()), 100);
    const asked = { scope: 'person', objectId: candidateId, reviewOn, reason: 'A court asked' };
    const { body } = await askStaff(officer, 'holds.propose', { body: asked });
    const proposed = await askStaff(officer, 'approvals.get', { params: { id: String(body['proposalId']) } });
    const covers = await covering('person', { objectId: candidateId });

    expect(proposed.body['label']).toBe(registered?.['code']);
    expect(covers?.list.map(({ kind, hasPage }) => [kind, hasPage])).toEqual([
      ['candidate', false],
      ['application', true],
      ['order', true],
    ]);
  });

  it('is of the reader’s offices alone, and names nobody who is out of use [T32 PIPL-47]', async () => {
    const { candidateId, browser } = await givenRegistered(world);
    const stranger = await givenStaff(world.consoleUrl, { roles: ['privacyOfficer'], offices: [await givenOffice()] });
    const foreign = await covering('person', { objectId: candidateId }, { staff: stranger });
    await meddle('update candidate set restricted_at = app_now(), deleted_at = app_now() where account_id = $1', [
      browser.accountId,
    ]);

    const covers = await covering('person', { objectId: candidateId });

    expect(foreign).toEqual({ list: [], recordCount: 0 });
    const candidate = covers?.list.find(({ kind }) => kind === 'candidate');
    expect(candidate).toMatchObject({ id: candidateId, candidateName: null, isOutOfUse: true });
  });

  it('is proposed, and its release, by staff of the offices of what it is on alone [T32 S-18]', async () => {
    const { applicationId, candidateId, orderId, sessionId } = await givenRecords();
    const stranger = await givenStaff(world.consoleUrl, { roles: ['privacyOfficer'], offices: [await givenOffice()] });
    const reviewOn = addDays(chinaDateOf(await readNowAlone()), 100);
    const [registered] = await rowsOf('select code from application where id = $1', [applicationId]);
    const on: object[] = [
      { scope: 'person', objectId: candidateId },
      { scope: 'order', objectId: orderId },
      { scope: 'session', objectId: sessionId },
      { scope: 'person', code: String(registered?.['code']) },
    ];
    const answers = async (staff: SignedInStaff) => {
      const said = [];
      for (const each of on) {
        const body = { ...each, reviewOn, reason: 'A court asked' };
        said.push((await askStaff(staff, 'holds.propose', { body })).body['code'] ?? 'proposed');
      }
      return said;
    };
    let release: unknown;
    const meanwhile = async () => {
      const [hold] = await rowsOf(`select id from legal_hold where object_id = $1 and released_at is null`, [
        candidateId,
      ]);
      const params = { id: String(hold?.['id']) };
      release = (await askStaff(stranger, 'holds.proposeRelease', { params, body: { reason: 'The court is done' } }))
        .body['code'];
    };
    await covering('person', { objectId: candidateId }, { meanwhile });

    expect(await answers(stranger)).toEqual(['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND', 'HOLD_CODE_UNKNOWN']);
    expect(release).toBe('NOT_FOUND');
    expect(await answers(officer)).toEqual(['proposed', 'proposed', 'proposed', 'proposed']);
  });
});
