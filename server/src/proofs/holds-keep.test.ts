import { retentionTable } from '@exam/contract/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileStore, tasks as fileTasks } from '#office/files';
import { randomId } from '#platform/chance';
import { setClockOffset } from '#platform/clock';
import { runDueJobs } from '#platform/worker';
import { retentionSweeps } from '#privacy/retention';
import { ask, givenExam, givenSignedIn, rowsOf } from '#testing';
import { type Ground, groundOf, orderFor, write } from './planting.testing.ts';
import { dueAt, givenRegistered, run } from './retention.testing.ts';
import type { Planting } from './planting.testing.ts';
import { plantings } from './retention-rows.testing.ts';
import { addCandidate, meddle, openWorld, submission, type World } from './world.testing.ts';

let world: World;
let ground: Ground;
beforeAll(async () => {
  world = await openWorld();
  ground = await groundOf(await givenRegistered(world));
});
afterAll(() => world.close());

type Scope = 'person' | 'order' | 'session' | 'case' | 'class';

/** A hold as two colleagues open it. @returns its id. */
async function openHold(scope: Scope, on: { objectId?: string; class?: string }): Promise<string> {
  const id = randomId();
  await meddle(
    `insert into legal_hold (id, scope, object_id, person_key, class, reason, review_on, opened_at, opened_by, approved_by)
     values ($1, $2, $3, (select person_key from candidate where $2 = 'person' and id = $3), $4, 'A court asked', current_date + 100,
       app_now(), gen_random_uuid(), gen_random_uuid())`,
    [id, scope, on.objectId ?? null, on.class ?? null],
  );
  return id;
}

const release = (id: string) =>
  meddle(
    `update legal_hold set released_at = app_now(), released_by = gen_random_uuid(), release_approved_by = gen_random_uuid(),
       release_reason = 'The court is done' where id = $1`,
    [id],
  );

const longAgo = ({ class: of }: Planting) => (retentionTable[of].isByDate ? '2009-03-02' : '2009-03-02T08:00:00.000Z');

/** Whether a row that is due is held. */
async function isHeld({ class: of }: Planting, id: string): Promise<boolean | null> {
  for (const sweep of retentionSweeps.filter((each) => each.class === of)) {
    const row = (await dueAt(sweep, '2026-03-02T08:00:00.000Z')).find((each) => each.id === id);
    if (row) return row.is_held;
  }
  return null;
}

const cases = plantings.map((each) => [each.class, each.of, each] as const);

describe('a hold', () => {
  it.each(cases)(
    'on a person and one on the class both keep, and both have to be released: %s, %s [S-18]',
    async (of, _of, planting) => {
      const id = await planting.plant(ground, longAgo(planting));
      const held = [await isHeld(planting, id)];
      const onPerson = await openHold('person', { objectId: ground.candidateId });
      held.push(await isHeld(planting, id));
      const onClass = await openHold('class', { class: of });
      await release(onPerson);
      held.push(await isHeld(planting, id));
      await release(onClass);
      held.push(await isHeld(planting, id));

      expect(held).toEqual([false, !planting.isOfNobody, true, false]);
    },
  );

  it.each(cases)(
    'on somebody else, or on another class, keeps nothing of it: %s, %s [S-18]',
    async (of, _of, planting) => {
      const id = await planting.plant(ground, longAgo(planting));
      const other = await givenRegistered(world);
      const holds = [
        await openHold('person', { objectId: other.candidateId }),
        await openHold('session', { objectId: other.sessionId }),
        await openHold('order', { objectId: other.orderId }),
        await openHold('class', { class: of === 'paperCopy' ? 'certificate' : 'paperCopy' }),
      ];

      const held = await isHeld(planting, id);
      for (const hold of holds) await release(hold);

      expect(held).toBe(false);
    },
  );

  /** The registrations that a row belongs to. */
  const registrationsOf = (id: string) =>
    rowsOf(
      `select id, session_id from application where id in (
         select $1::uuid union select application_id from filed_document where id = $1
         union select application_id from consent where id = $1
         union select application_id from order_item where order_id = $1
         union select item.application_id from file join cancellation_item item on item.request_id = file.object_id where file.id = $1)`,
      [id],
    );

  it('on the session, the order or the case of a registration keeps everything that belongs to it [S-18]', async () => {
    const missed: string[] = [];
    let looked = 0;
    for (const planting of plantings) {
      const id = await planting.plant(ground, longAgo(planting));
      const [registration] = await registrationsOf(id);
      if (!registration) continue;
      looked += 1;
      const caseId = await closedCase(String(registration['id']));
      const own = { cancellationPaper: ground.orderId, orderPerson: id, order: id, lapsedOrder: id };
      const known = Object.entries(own).find(([of]) => of === planting.class)?.[1];
      const orderOf = async () => known ?? (await orderFor(ground, String(registration['id'])));
      const scopes: [Scope, string][] = [
        ['session', String(registration['session_id'])],
        ['case', caseId],
      ];
      if (!planting.isNeverOrdered) scopes.push(['order', await orderOf()]);
      for (const [scope, objectId] of scopes) {
        const hold = await openHold(scope, { objectId });
        if ((await isHeld(planting, id)) !== true) missed.push(`${scope}: ${planting.class}, ${planting.of}`);
        await release(hold);
      }
    }

    expect(missed).toEqual([]);
    expect(looked).toBeGreaterThan(9);
  });

  async function closedCase(applicationId: string): Promise<string> {
    const id = randomId();
    await write('misconduct_case', {
      id,
      application_id: applicationId,
      reason: 'A second phone',
      opened_at: '2009-03-02T00:00:00Z',
      opened_by: ground.officerId,
      closed_at: '2009-03-02T00:00:00Z',
      closed_by: ground.officerId,
      outcome: 'proven',
      status: 'Closed',
    });
    return id;
  }
});

describe('a hold on a person', () => {
  it('keeps through a run rows, files, links of the audit and the journal; released, all go at the next run [S-18]', async () => {
    await setClockOffset(0);
    const due: string[] = [];
    const ofPeople = plantings.filter(({ isOfNobody, isMass }) => !isOfNobody && !isMass);
    for (const planting of ofPeople) due.push(await planting.plant(ground, longAgo(planting)));
    const key = `held-${randomId()}`;
    await fileStore().put(key, Buffer.from('sealed bytes of a passport'));
    const paper = due[ofPeople.findIndex((each) => each.class === 'identityDocument')] ?? '';
    await meddle(
      `insert into file (id, staff_id, storage_key, name_sealed, kind, size, sha256, used_by, object_id, created_at, used_at)
       values ($1, $2, $3, '', 'pdf', 20, sha256('x'), 'filed', $4, app_now(), app_now())`,
      [randomId(), ground.officerId, key, paper],
    );
    const left = async () => {
      const erased = await rowsOf('select object_id from erasure where object_id = any($1::uuid[])', [due]);
      const gone = new Set(erased.map((row) => row['object_id']));
      return ofPeople.filter((_, index) => !gone.has(due[index])).map((each) => `${each.class}: ${each.of}`);
    };
    const seen = async () => [(await left()).length, (await fileStore().get(key)) !== null, await looks()];
    const looks = async () => (await rowsOf('select from record_view where id = any($1::uuid[])', [due])).length;
    const hold = await openHold('person', { objectId: ground.candidateId });

    await run();
    await runDueJobs(fileTasks);
    const held = await seen();
    await release(hold);
    await run();
    await runDueJobs(fileTasks);

    expect(held).toEqual([due.length, true, 1]);
    expect(await left()).toEqual([]);
    expect(await seen()).toEqual([0, false, 0]);
  });
});

describe('a hold and the deletion that its person asks for', () => {
  it('turns it into keeping alone: the line in the cart stays whole too, and all goes with the release [S-18 PIPL-47]', async () => {
    await setClockOffset(0);
    const browser = await givenSignedIn(world.url);
    const exam = await givenExam();
    const candidateId = await addCandidate(browser, 'child');
    const line = await ask(browser, 'application.submit', { body: submission(exam, candidateId, 'child') });
    const hold = await openHold('session', { objectId: exam.sessionId });
    const seen = async () => ({
      names: await rowsOf(
        `select first_name from candidate where id = $1 union all select first_name from application where id = $2`,
        [candidateId, line.body['id']],
      ),
      people: (await rowsOf('select from application_person where application_id = $1', [line.body['id']])).length,
      list: (await ask(browser, 'candidate.all')).text,
    });

    const { body } = await ask(browser, 'rights.askDeletion', { body: { candidateId } });
    await run();
    const held = await seen();
    await release(hold);
    await run();
    // The candidate is found once its last line has gone, whichever of the two the run looks for first.
    await run();
    const after = await seen();

    expect([body['status'], body['waitsUntil']]).toEqual(['Received', null]);
    expect(held).toEqual({ names: [{ first_name: 'SAN' }, { first_name: 'SAN' }], people: 1, list: '[]' });
    expect(after).toEqual({ names: [{ first_name: '' }, { first_name: '' }], people: 0, list: '[]' });
  });

  it('keeps half-finished wizards and requests when the account is closed [S-18 R-25]', async () => {
    await setClockOffset(0);
    const [held, free] = [await givenSignedIn(world.url), await givenSignedIn(world.url)];
    const drafts: string[][] = [];
    for (const browser of [held, free]) {
      const candidateId = await addCandidate(browser);
      await ask(browser, 'draft.save', { params: { kind: 'public' }, body: { json: '{"step":"examInfo"}' } });
      if (browser === held) await openHold('person', { objectId: candidateId });
    }

    for (const browser of [held, free]) {
      const closed = await ask(browser, 'user.closeAccount');
      expect(closed.status, closed.text).toBe(204);
      drafts.push(
        (await rowsOf('select kind from wizard_draft where account_id = $1', [browser.accountId])).map(({ kind }) =>
          String(kind),
        ),
      );
    }

    expect(drafts).toEqual([['public'], []]);
  });
});
