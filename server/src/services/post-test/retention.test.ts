import { addSeconds, chinaDateOf, keptUntilAfter, keptUntilAfterDate } from '@exam/contract/rules';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readBooksProblems } from '#books/ledger';
import { keepFile } from '#office/files';
import { randomId } from '#platform/chance';
import { databasePool, reading } from '#platform/database';
import { nobodysAccount } from '#platform/nobody';
import { tasks } from '#privacy/retention';
import { ask, givenStaff, moveClockTo, type SignedInStaff } from '#testing';
import { type Asked, type Desk, givenDraft, givenPaid, openDesk, statusOf, today } from '#testing/post-test-desk';
import { atTheDesk } from '#testing/post-test-staff';

let desk: Desk;
let officer: SignedInStaff;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());
beforeEach(async () => {
  await desk.moveTo(today);
  officer = await givenStaff(desk.server.consoleUrl);
});

const { act, send } = atTheDesk(() => officer);
const run = () => tasks['retention.run']?.({});
const rowOf = async (id: string) =>
  (await databasePool().query<Record<string, unknown>>('select * from post_test where id = $1', [id])).rows[0] ?? {};
const filesOf = async (ids: readonly string[]) =>
  (await databasePool().query('select from file where id = any($1::uuid[])', [ids])).rows.length;

/** Runs half a minute before a moment and a second after it; gives what was seen each time. */
async function around<T>(moment: string, see: () => Promise<T>): Promise<[T, T]> {
  await moveClockTo(addSeconds(moment, -30));
  await run();
  const before = await see();
  await moveClockTo(addSeconds(moment, 1));
  await run();
  return [before, await see()];
}

async function givenForm({ browser }: Pick<Asked, 'browser'>): Promise<string> {
  const upload = { content: Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n'), fileName: 'consent.pdf' };
  return (await keepFile({ accountId: browser.accountId }, upload)).id;
}

/** A complete request with its signed form. */
async function givenComplete(): Promise<Asked & { formId: string }> {
  const { board, browser } = await givenDraft(desk);
  const formId = await givenForm({ browser });
  const wished = { board, browser, formFileIds: [formId], lastName: 'QUEX', firstName: 'ZORA' };
  const asked = await givenPaid(desk, 'review', wished);
  await send(asked);
  const done = { components: [{ position: 0, outcome: 'Confirmed' }], isGradeChanged: false, note: 'Of Zora' };
  expect((await act('postTests.complete', asked.id, done)).status).toBe(200);
  return { ...asked, formId };
}

describe('a request that is not taken up', () => {
  it('is forgotten with its form ninety days after it was last changed, a paid one is not [S-18]', async () => {
    const draft = await givenDraft(desk);
    const formId = await givenForm(draft);
    await ask(draft.browser, 'postTest.saveDraft', {
      body: { id: draft.id, serviceId: draft.board.services.review, formFileIds: [formId] },
    });
    const paid = await givenPaid(desk);
    const border = keptUntilAfter('draft', String((await rowOf(draft.id))['saved_at']));

    const [before, after] = await around(border, async () => [
      (await rowOf(draft.id))['entered_sealed'] !== null,
      await filesOf([formId]),
    ]);

    expect([before, after]).toEqual([
      [true, 1],
      [false, 0],
    ]);
    expect((await rowOf(draft.id))['account_id']).toBe(nobodysAccount);
    expect(await statusOf(paid.id)).toBe('Registered');
    expect((await rowOf(paid.id))['last_name']).toBe('WANG');
  });
});

describe('a request that is over', () => {
  it('loses its signed form half a year later, unless its order is held [S-18]', async () => {
    const [asked, held] = [await givenComplete(), await givenComplete()];
    await holdOrder(held.id);
    const border = keptUntilAfterDate('signedForm', chinaDateOf(today));

    const [before, after] = await around(border, () => filesOf([asked.formId]));

    expect([before, after, await filesOf([held.formId])]).toEqual([1, 0, 1]);
    expect((await rowOf(asked.id))['last_name']).toBe('QUEX');
  });

  it('names nobody four years later; its sums, outcome and order stay, and the books balance [S-18]', async () => {
    const asked = await givenComplete();
    const border = keptUntilAfterDate('examRecord', chinaDateOf(today));
    const database = databasePool();
    await database.query(`update post_test set grade_before = 'C', grade_after = 'B' where id = $1`, [asked.id]);
    await database.query('update post_test_item set mark_before = 58, mark_after = 63 where post_test_id = $1', [
      asked.id,
    ]);

    const [before, after] = await around(border, async () => JSON.stringify(await rowOf(asked.id)));
    const row = await rowOf(asked.id);
    const marks = await database.query(
      'select from post_test_item where post_test_id = $1 and mark_before is not null',
      [asked.id],
    );

    expect([before.includes('ZORA'), after.includes('ZORA'), after.includes('Of Zora')]).toEqual([true, false, false]);
    expect(row).toMatchObject({
      status: 'Complete',
      amount: asked.fee,
      is_grade_changed: false,
      grade_before: null,
      grade_after: null,
      birth_year: 2010,
      dob_sealed: null,
      uci_sealed: null,
      person_key: null,
      form_json_sealed: null,
      entered_sealed: null,
    });
    expect(marks.rows).toEqual([]);
    const wrong = (await reading(readBooksProblems)).filter(({ problem }) => !problem.startsWith('I7'));
    expect(wrong).toEqual([]);
  });

  it('or that staff never brought to an end names nobody four years after it was last worked on [S-18]', async () => {
    const unsent = await givenPaid(desk, 'review', { lastName: 'QUEX', firstName: 'ZORA' });
    const unanswered = await givenPaid(desk, 'review', { lastName: 'QUEX', firstName: 'ZORA' });
    await send(unanswered);
    const ids = [unsent.id, unanswered.id];
    const border = keptUntilAfterDate('examRecord', chinaDateOf(today));
    const items = async () =>
      (await databasePool().query('select from work_item where object_id = any($1) and closed_at is null', [ids])).rows
        .length;

    const [before, after] = await around(border, async () => [
      (await Promise.all(ids.map(rowOf))).map((row) => JSON.stringify(row).includes('ZORA')),
      await items(),
    ]);

    expect([before, after]).toEqual([
      [[true, true], 2],
      [[false, false], 0],
    ]);
  });

  it('belongs to nobody from the day on which it names nobody, whatever its order keeps [S-18]', async () => {
    const asked = await givenComplete();
    const border = keptUntilAfterDate('examRecord', chinaDateOf(today));

    const [before, after] = await around(border, async () => (await rowOf(asked.id))['account_id']);

    expect(before).toBe(asked.browser.accountId);
    expect(after).toBe(nobodysAccount);
  });
});

/** Two persons put the request's order on hold. */
async function holdOrder(id: string): Promise<void> {
  await databasePool().query(
    `insert into legal_hold (id, scope, object_id, reason, review_on, opened_at, opened_by, approved_by)
     select $1, 'order', order_id, 'A court asks for it', '2031-01-01', app_now(), $2, $3 from order_item where post_test_id = $4`,
    [randomId(), randomId(), randomId(), id],
  );
}
