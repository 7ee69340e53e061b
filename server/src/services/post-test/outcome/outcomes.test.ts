import { writeXlsx } from 'hucre';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readBooksProblems } from '#books/ledger';
import { databasePool, reading } from '#platform/database';
import { ask, askStaff, givenStaff, type SignedInStaff } from '#testing';
import {
  type Asked,
  confirm,
  type Desk,
  givenDraft,
  givenPaid,
  openDesk,
  recordOf,
  statusOf,
  today,
  work,
} from '#testing/post-test-desk';
import { askToCancel, atTheDesk, refundsOf } from '#testing/post-test-staff';

let desk: Desk;
let officer: SignedInStaff;
beforeAll(async () => {
  desk = await openDesk();
  officer = await givenStaff(desk.server.consoleUrl);
});
afterAll(() => desk.close());
beforeEach(() => desk.moveTo(today));

const { act, pageOf, send } = atTheDesk(() => officer);
const problems = () => reading(readBooksProblems);
const codeOf = async ({ id }: Asked) => String((await pageOf(id))['code']);

const heading = ['Reference', 'Component', 'Outcome', 'Before', 'After', 'Grade before', 'Grade after'];

async function read(rows: readonly (string | number)[][]) {
  const file = await writeXlsx({ sheets: [{ name: 'Outcomes', rows: [heading, ...rows] }] });
  return await uploaded(Buffer.from(file));
}

/** Uploads a file of outcomes as the console's form does. */
async function uploaded(content: Buffer) {
  const me = await askStaff(officer, 'staff.me');
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(content)]), 'outcomes.xlsx');
  const answer = await globalThis.fetch(`${desk.server.consoleUrl}/api/staff/post-test/outcomes/file`, {
    method: 'POST',
    headers: {
      origin: desk.server.consoleUrl,
      'sec-fetch-site': 'same-origin',
      'accept-language': 'en',
      'x-csrf-token': String(me.body['token']),
      cookie: [...officer.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
    body: form,
  });
  return {
    status: answer.status,
    body: (await answer.json()) as { rows?: { problem: string | null }[]; code?: string },
  };
}

describe('a file of outcomes', () => {
  it('is read line by line: what fits, and of each other line why not; nothing is recorded by reading [9.6#12]', async () => {
    const sent = await givenPaid(desk);
    const { components } = sent.board;
    const two = await givenPaid(desk, 'review', {
      board: sent.board,
      componentIds: [components.first, components.second],
    });
    await send(sent);
    const [one, both, waiting] = [await codeOf(sent), await codeOf(two), await codeOf(await givenPaid(desk))];

    const { status, body } = await read([
      [one, 'wma11', '', 60, 68, 'B', 'A'],
      ['T261120ZZZZZ', 'WMA11', 'Raised', 60, 68],
      [waiting, 'WMA11', 'Raised', 60, 68],
      [both, 'WMA99', 'Raised', 60, 68],
      [both, 'WMA11', 'better', 'x', 'y'],
      [both, 'WMA13', '上升', '', ''],
      [both, 'WMA13', 'Lowered', 60, 50],
      ['P_x0000_1', 'WMA11', 'Raised', 60, 68],
      [both, 'WMA12', 'toString', '', ''],
    ]);
    const against = await read([[one, 'WMA11', 'Raised', 60, 55]]);
    const falling = await read([[one, 'WMA11', 'Raised', 60, 68, 'A', 'C']]);
    const incomplete = await read([[both, 'WMA11', 'Confirmed', 60, 60]]);
    const broken = await uploaded(Buffer.from('PK\u0003\u0004 not a zip at all'));
    const empty = await read([]);
    const wide = await read([[one, 'WMA11', 'Raised', '９０ ', ' 50', 'b', 'B']]);
    const marks = [60, 68] as const;
    const halves = await read([
      [both, 'WMA11', 'Raised', ...marks, 'B', ''],
      [both, 'WMA13', 'Raised', ...marks, '', 'A'],
    ]);
    const differing = await read([
      [both, 'WMA11', 'Raised', ...marks, 'B', 'A'],
      [both, 'WMA13', 'Raised', ...marks, 'b', 'C'],
    ]);
    const half = await read([
      [both, 'WMA11', 'Raised', ...marks, 'B', ''],
      [both, 'WMA13', 'Raised', ...marks],
    ]);

    expect(status).toBe(200);
    expect(body.rows?.map(({ problem }) => problem)).toEqual([
      null,
      'UnknownCode',
      'NotProcessing',
      'UnknownComponent',
      'NoOutcome',
      'Twice',
      'Twice',
      'UnknownCode',
      'UnknownComponent',
    ]);
    expect(body.rows?.[0]).toMatchObject({ outcome: 'Raised', componentCode: 'WMA11', gradeAfter: 'A' });
    expect(body.rows?.[5]).toMatchObject({ outcome: 'Raised' });
    expect(incomplete.body.rows?.map(({ problem }) => problem)).toEqual(['Incomplete']);
    expect(halves.body.rows?.map(({ problem }) => problem)).toEqual([null, null]);
    for (const { body: told } of [differing, half])
      expect(told.rows?.map(({ problem }) => problem)).toEqual(['GradesDiffer', 'GradesDiffer']);
    for (const { body: told } of [against, falling, wide])
      expect(told.rows?.map(({ problem }) => problem)).toEqual(['Contradicts']);
    expect([broken.body.code, empty.body.code]).toEqual(['IMPORT_FORMAT', 'IMPORT_FORMAT']);
    expect(await statusOf(sent.id)).toBe('Processing');
  });

  it('is recorded a request at a time with its fee return; what moved meanwhile or is another office’s is left [9.6#12 S-1]', async () => {
    const [raised, refused] = [await givenPaid(desk), await givenPaid(desk)];
    for (const asked of [raised, refused]) await send(asked);
    const line = async (asked: Asked) => ({
      code: await codeOf(asked),
      componentCode: 'WMA11',
      outcome: 'Raised',
      markBefore: '60',
      markAfter: '68',
      gradeBefore: 'B',
      gradeAfter: 'A',
    });
    const rows = [await line(raised), await line(refused)];
    await act('postTests.refuse', refused.id, { isProviderCause: false, reason: 'Not eligible for this service' });
    const stranger = await givenStaff(desk.server.consoleUrl, { offices: [refused.board.officeId] });

    const foreign = await askStaff(stranger, 'postTests.recordOutcomes', { body: { rows: rows.slice(0, 1) } });
    const recorded = await askStaff(officer, 'postTests.recordOutcomes', { body: { rows } });
    const again = await askStaff(officer, 'postTests.recordOutcomes', { body: { rows } });
    await work();

    expect(foreign.body).toEqual({ recorded: [], proposed: [], left: [rows[0]?.code] });
    expect(recorded.body).toEqual({ recorded: [rows[0]?.code], proposed: [], left: [rows[1]?.code] });
    expect(again.body).toMatchObject({ recorded: [] });
    expect(await recordOf(raised)).toMatchObject({ status: 'Complete', isGradeChanged: true, gradeAfter: 'A' });
    expect(await refundsOf(raised.id)).toEqual([{ cause: 'gradeChange', amount: 47_700, status: 'Completed' }]);
    expect(await problems()).toEqual([]);
  });
});

describe('money above the limit of one person', () => {
  /** A paid request of 2,450.00 and its VAT: more than one person may give back alone. */
  async function givenDear(): Promise<Asked> {
    const { board } = await givenDraft(desk);
    await databasePool().query(
      'update post_test_fee set local_fee = 100000, board_fee = 145000 where service_id = $1',
      [board.services.review],
    );
    return await givenPaid(desk, 'review', { board });
  }
  const decide = async (id: string, by: SignedInStaff) =>
    await askStaff(by, 'approvals.approve', { params: { id }, body: {} });

  it.each([
    ['a refusal', 'postTests.refuse', 'ApplicationRejected', 248_900],
    ['a cancellation', 'postTests.approveCancellation', 'Cancelled', 228_581],
  ] as const)(
    'by %s waits for a second person, who alone decides it [9.6#9 9.6#11 S-16]',
    async (_, name, end, amount) => {
      const asked = await givenDear();
      if (name === 'postTests.approveCancellation') {
        await databasePool().query('update post_test_item set local_fee = 100000 where post_test_id = $1', [asked.id]);
        await askToCancel(asked);
      }
      const before = await statusOf(asked.id);
      const body = name === 'postTests.refuse' ? { isProviderCause: true, reason: 'We were too late ourselves' } : {};

      const proposed = await act(name, asked.id, body);
      const meanwhile = await act(name, asked.id, body);
      const id = String(proposed.body['proposalId']);
      const own = await decide(id, officer);
      const unmoved = [
        await statusOf(asked.id),
        (await refundsOf(asked.id)).filter(({ status }) => status !== 'Pending'),
      ];
      const second = await decide(id, await givenStaff(desk.server.consoleUrl));
      await work();

      expect([proposed.status, meanwhile.body['code'], own.body['code'], second.status]).toEqual([
        200,
        'PROPOSAL_OPEN',
        'SECOND_PERSON_NEEDED',
        204,
      ]);
      expect(unmoved).toEqual([before, []]);
      expect(await statusOf(asked.id)).toBe(end);
      expect(await refundsOf(asked.id)).toMatchObject([{ amount, status: 'Completed' }]);
      expect(await problems()).toEqual([]);
    },
  );
});

describe('a fee of the board above the limit of one person', () => {
  it('goes back for a changed grade when a second person agrees to the outcome [9.6#12 S-16]', async () => {
    const { board } = await givenDraft(desk);
    await databasePool().query(
      'update post_test_fee set local_fee = 100000, board_fee = 245000 where service_id = $1',
      [board.services.review],
    );
    const asked = await givenPaid(desk, 'review', { board });
    await send(asked);
    const body = {
      components: [{ position: 0, outcome: 'Raised', markBefore: '60', markAfter: '68' }],
      isGradeChanged: true,
      gradeBefore: 'B',
      gradeAfter: 'A',
    };

    const code = await codeOf(asked);
    const line = { ...body.components[0], position: undefined, code, componentCode: 'WMA11' };
    const rows = [{ ...line, gradeBefore: 'B', gradeAfter: 'A' }];
    const byFile = await askStaff(officer, 'postTests.recordOutcomes', { body: { rows } });
    const readAgain = await read([[code, 'WMA11', 'Raised', 60, 68, 'B', 'A']]);
    const open = await databasePool().query(`select id from proposal where object_id = $1 and status = 'Open'`, [
      asked.id,
    ]);
    const before = [await statusOf(asked.id), await refundsOf(asked.id)];
    const again = await act('postTests.complete', asked.id, body);
    const params = { id: String(open.rows[0]?.id) };
    const own = await askStaff(officer, 'approvals.approve', { params, body: {} });
    const second = await askStaff(await givenStaff(desk.server.consoleUrl), 'approvals.approve', { params, body: {} });
    await work();

    expect(before).toEqual(['Processing', []]);
    expect(byFile.body).toEqual({ recorded: [], proposed: [code], left: [] });
    expect(readAgain.body.rows?.map(({ problem }) => problem)).toEqual(['Proposed']);
    expect([again.body['code'], own.body['code'], second.status]).toEqual([
      'PROPOSAL_OPEN',
      'SECOND_PERSON_NEEDED',
      204,
    ]);
    expect(await recordOf(asked)).toMatchObject({ status: 'Complete', gradeAfter: 'A' });
    expect(await refundsOf(asked.id)).toMatchObject([{ cause: 'gradeChange', status: 'Completed' }]);
    expect(await problems()).toEqual([]);
  });
});

describe('two UCI numbers of one candidate', () => {
  const person = { lastName: 'LIU', birthday: '2010-01-02' };
  const otherUci = '681990012058G';
  const code = async (asked: Asked) => {
    const { status, body } = await confirm(asked);
    return status === 200 ? 'confirmed' : body['code'];
  };

  it('are merged by the free service, from the request to its outcome, and then stop nothing [R-81 9.6#12 rule:post-test.UCI_merge]', async () => {
    const wished = { ...person, firstName: 'MERGED' };
    const { board, browser } = await givenPaid(desk, 'review', wished);
    const other = { board, browser, ...wished, uciNumber: otherUci };
    const blocked = await code(await givenDraft(desk, 'review', other));

    const merge = await givenPaid(desk, 'uciMerge', { ...other, secondUciNumber: '92003B261234L' });
    const file = await send(merge);
    const waiting = await code(await givenDraft(desk, 'review', other));
    const merged = await act('postTests.complete', merge.id, { components: [], isGradeChanged: false });
    const after = await code(await givenDraft(desk, 'review', other));

    expect([blocked, merge.fee, waiting, merged.body['status'], after]).toEqual([
      'UCI_MERGE_NEEDED',
      0,
      'UCI_MERGE_NEEDED',
      'Complete',
      'confirmed',
    ]);
    expect(file.text).toContain(`${otherUci},92003B261234L,`);
    expect(await refundsOf(merge.id)).toEqual([]);
  });

  it('may stand beside each other when staff say so, with their reason [R-81]', async () => {
    const wished = { ...person, firstName: 'CLEARED' };
    const earlier = await givenPaid(desk, 'review', wished);
    const other = { board: earlier.board, browser: earlier.browser, ...wished, uciNumber: otherUci };
    const blocked = await code(await givenDraft(desk, 'review', other));
    const cleared = await act('postTests.clearUci', earlier.id, { reason: 'Two candidates of the same name' });
    const { rows } = await databasePool().query(`select action from audit_entry where object_id = $1 order by at`, [
      earlier.id,
    ]);

    expect([blocked, cleared.body['isUciCleared']]).toEqual(['UCI_MERGE_NEEDED', true]);
    expect(await code(await givenDraft(desk, 'review', other))).toBe('confirmed');
    expect(rows.at(-1)).toMatchObject({ action: 'postTest.clearUci' });
  });
});

describe('what an awarding body sends back', () => {
  it('is read by the candidate it is for, and by nobody else [T8 call:postTest.file]', async () => {
    const asked = await givenPaid(desk, 'scriptCopy');
    await send(asked);
    const form = new FormData();
    form.append('file', new Blob([Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n')]), 'script.pdf');
    const me = await askStaff(officer, 'staff.me');
    const kept = await globalThis.fetch(`${desk.server.consoleUrl}/api/staff/files`, {
      method: 'POST',
      headers: {
        origin: desk.server.consoleUrl,
        'sec-fetch-site': 'same-origin',
        'x-csrf-token': String(me.body['token']),
        cookie: [...officer.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      body: form,
    });
    const { id: fileId } = (await kept.json()) as { id: string };
    await act('postTests.complete', asked.id, { components: [], isGradeChanged: false, fileIds: [fileId] });

    const own = await ask(asked.browser, 'postTest.file', { params: { id: asked.id, fileId } });
    const stranger = await givenPaid(desk);
    const foreign = await ask(stranger.browser, 'postTest.file', { params: { id: asked.id, fileId } });
    const unrelated = await ask(stranger.browser, 'postTest.file', { params: { id: stranger.id, fileId } });

    expect(await recordOf(asked)).toMatchObject({ boardFiles: [{ id: fileId, fileName: 'script.pdf' }] });
    expect([own.status, own.text.slice(0, 5), foreign.status, unrelated.status]).toEqual([200, '%PDF-', 404, 404]);
    expect(own.headers.get('content-disposition')).toMatch(/^attachment;/);
  });
});
