import { addDays, instantOf } from '@exam/contract/rules';
import type { StaffEndpointName } from '@exam/contract/staff';
import { refusalMessage } from '@exam/contract/messages';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { staffRoutes as approvalRoutes } from '#office/approvals';
import { randomBytes, randomId } from '#platform/chance';
import { plusSeconds, readNowAlone } from '#platform/clock';
import { inTransaction } from '#platform/database';
import type { TestApp } from '#testing/app';
import { routes as sessionRoutes, takeSeats } from '#offer/sessions';
import { ask, askStaff, givenOffice, givenSignedIn, givenStaff, openTestConsole, type SignedInStaff } from '#testing';
import { dayIn, givenForeignVenue, givenGround, type Ground, paperOf, planOf, row } from '#testing/sessions-desk';
import { staffRoutes } from './index.ts';

let server: TestApp;
let ground: Ground;
let officer: SignedInStaff;
let stranger: SignedInStaff;
let date: string;
const reason = 'the hall has more desks now';
beforeAll(async () => {
  server = await openTestConsole({ staffRoutes: [...staffRoutes, ...approvalRoutes], routes: sessionRoutes });
});
afterAll(() => server.close());
beforeEach(async () => {
  ground = await givenGround();
  officer = await givenStaff(server.consoleUrl, { roles: ['examOfficer'], offices: [ground.officeId] });
  stranger = await givenStaff(server.consoleUrl, { roles: ['examOfficer'], offices: [await givenOffice()] });
  date = await dayIn(90);
});

/** The refusals of fields by their codes. */
function fields(body: unknown): Record<string, string> {
  const said = (body as { fields?: Record<string, string> }).fields ?? {};
  const codes = [
    'SESSION_ID_UNKNOWN',
    'SESSION_WINDOW',
    'SESSION_TIMES',
    'SUBJECT_TWICE',
    'TIERS_WRONG',
    'LATE_STAGES_WRONG',
  ] as const;
  const all = [...codes, 'SESSION_DATE_PAST', 'SESSION_EXISTS', 'SUBJECT_NOT_VALID'] as const;
  const codeOf = (text: string) => all.find((code) => refusalMessage('en', code) === text) ?? text;
  return Object.fromEntries(Object.entries(said).map(([field, text]) => [field, codeOf(text)]));
}
const auditOf = (id: string, action: string) =>
  row('select staff_name, reason, before, after from audit_entry where object_id = $1 and action = $2', [id, action]);

async function create(changes: Parameters<typeof planOf>[2] = {}): Promise<{ id: string; version: number }> {
  const { body, text, status } = await askStaff(officer, 'sessions.create', { body: planOf(ground, date, changes) });
  if (status !== 200) throw new Error(text);
  return { id: String(body['id']), version: Number(body['version']) };
}

async function published(changes: Parameters<typeof planOf>[2] = {}): Promise<{ id: string; version: number }> {
  const now = await readNowAlone();
  const { id, version } = await create({ publishStartAt: plusSeconds(now, -60), ...changes });
  const answer = await askStaff(officer, 'sessions.publish', { params: { id }, body: { version } });
  return { id, version: Number(answer.body['version']) };
}

/** Takes places for new people. @returns what the seats answered. */
async function takeIn(sessionId: string, people: number, heldUntil: string | null = null) {
  const paper = await row('select id from session_subject where session_id = $1', [sessionId]);
  const lines = Array.from({ length: people }, () => ({
    applicationId: randomId(),
    sessionId,
    sessionSubjectIds: [String(paper['id'])],
    personKey: randomBytes(32),
  }));
  const order = { orderId: randomId(), accountId: randomId(), heldUntil, lines };
  return await inTransaction((tx) => takeSeats(tx, order));
}

describe('a session that an officer makes', () => {
  it('is a draft that the portal does not show until it is published, and is written in the audit [9.7]', async () => {
    const parent = await givenSignedIn(server.url);
    const seen = async (id: string) => {
      const body = {
        pageIndex: 1,
        pageSize: 50,
        filters: [{ field: 'productId', value: ground.productId }],
        sorts: [],
      };
      return (await ask(parent, 'session.search', { body })).text.includes(id);
    };
    const now = await readNowAlone();

    const { id, version } = await create({ publishStartAt: plusSeconds(now, -60) });
    expect(await seen(id)).toBe(false);
    const answer = await askStaff(officer, 'sessions.publish', { params: { id }, body: { version } });

    expect(answer.status).toBe(200);
    expect(await seen(id)).toBe(true);
    expect(await auditOf(id, 'sessions.create')).toMatchObject({ after: { examDate: date, seat: 20 } });
    expect(await auditOf(id, 'sessions.publish')).toMatchObject({
      before: { status: 'Draft' },
      after: { status: 'Published' },
    });
  });

  it('is refused with every wrong field named [9.7 R-51 R-59]', async () => {
    const first = paperOf(ground.subjectIds[0] ?? '');
    const at = instantOf(date);
    const papers = [
      { ...first, endTime: '08:00' },
      {
        ...first,
        tierFees: [
          { from: 1, to: 4, localFee: 45_000 },
          { from: 6, to: null, localFee: 40_000 },
        ],
      },
      {
        ...paperOf(ground.subjectIds[1] ?? ''),
        lateCharges: [
          {
            stage: 'Standard' as const,
            fee: 0,
            startAt: addDays(date, -40) + at.slice(10),
            endAt: addDays(date, -30) + at.slice(10),
          },
          {
            stage: 'Late1' as const,
            fee: 9,
            startAt: addDays(date, -29) + at.slice(10),
            endAt: addDays(date, -20) + at.slice(10),
          },
        ],
      },
    ];

    const wrong = await askStaff(officer, 'sessions.create', {
      body: planOf(ground, date, {
        publishEndAt: instantOf(addDays(date, 1)),
        papers,
        venueId: await givenForeignVenue(),
      }),
    });
    const past = await askStaff(officer, 'sessions.create', { body: planOf(ground, await dayIn(-1)) });

    expect(wrong.status).toBe(412);
    expect(fields(wrong.body)).toEqual({
      venueId: 'SESSION_ID_UNKNOWN',
      publishEndAt: 'SESSION_WINDOW',
      papers: 'SUBJECT_TWICE',
      'papers.0.endTime': 'SESSION_TIMES',
      'papers.1.tierFees': 'TIERS_WRONG',
      'papers.2.lateCharges': 'LATE_STAGES_WRONG',
    });
    expect(fields(past.body)).toMatchObject({ examDate: 'SESSION_DATE_PAST' });
  });

  it('is not made twice: the same papers at the same time and place stand already', async () => {
    await create();

    const again = await askStaff(officer, 'sessions.create', { body: planOf(ground, date) });
    const both = await Promise.all(
      [1, 2].map(() => askStaff(officer, 'sessions.create', { body: planOf(ground, addDays(date, 1)) })),
    );

    expect(fields(again.body)).toEqual({ examDate: 'SESSION_EXISTS' });
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412]);
  });

  it('as a draft can be changed as a whole, as a published one only in place and notices', async () => {
    const draft = await create();
    const other = planOf(ground, addDays(date, 2), { seat: 7, papers: [paperOf(ground.subjectIds[1] ?? '')] });

    const edited = await askStaff(officer, 'sessions.edit', { params: draft, body: { version: 1, plan: other } });
    const shown = await askStaff(officer, 'sessions.get', { params: { id: draft.id } });
    await askStaff(officer, 'sessions.publish', { params: { id: draft.id }, body: { version: 2 } });
    const late = await askStaff(officer, 'sessions.edit', { params: draft, body: { version: 3, plan: other } });
    const notice = await askStaff(officer, 'sessions.edit', {
      params: { id: draft.id },
      body: { version: 3, noticeEn: 'Bring a calculator.' },
    });

    expect(edited.body).toEqual({ id: draft.id, version: 2 });
    expect(shown.body).toMatchObject({
      examDate: addDays(date, 2),
      seat: 7,
      papers: [{ subjectId: ground.subjectIds[1] }],
    });
    expect(late.body['code']).toBe('ILLEGAL_STATE');
    expect(notice.status).toBe(200);
    const written = await row(
      `select json_agg(after) as edits from audit_entry where object_id = $1 and action = 'sessions.edit'`,
      [draft.id],
    );
    expect(written['edits']).toEqual(
      expect.arrayContaining([expect.objectContaining({ seat: 7 }), { notice_en: 'Bring a calculator.' }]),
    );
  });

  it('is cloned to another day with its window and prices, as a draft', async () => {
    const { id } = await published({ publishStartAt: instantOf(addDays(date, -60), '09:00') });

    const { body } = await askStaff(officer, 'sessions.clone', {
      params: { id },
      body: { examDate: addDays(date, 14) },
    });
    const clone = await askStaff(officer, 'sessions.get', { params: { id: String(body['id']) } });

    expect(clone.body).toMatchObject({
      status: 'Draft',
      examDate: addDays(date, 14),
      publishEndAt: instantOf(addDays(date, 4), '17:00'),
      papers: [{ localFee: 45_000, total: 150_000 }],
    });
  });

  it('is taken back while nobody has a place, and not afterwards [9.7]', async () => {
    const [empty, taken] = [await published(), await published({ papers: [paperOf(ground.subjectIds[1] ?? '')] })];
    await takeIn(taken.id, 1);
    const takeBack = ({ id, version }: typeof empty) =>
      askStaff(officer, 'sessions.takeBack', { params: { id }, body: { version, reason } });

    expect((await takeBack(empty)).status).toBe(200);
    expect((await takeBack(taken)).body['code']).toBe('SESSION_HAS_PEOPLE');
    expect(await row('select status from exam_session where id = $1', [empty.id])).toEqual({ status: 'Draft' });
  });
});

describe('the counters of a session', () => {
  it('are those of the seat ledger: held, confirmed, free [R-42 C1]', async () => {
    const { id } = await published({ seat: 10 });
    const now = await readNowAlone();
    await takeIn(id, 3);
    await takeIn(id, 2, plusSeconds(now, 600));

    const { body } = await askStaff(officer, 'sessions.get', { params: { id } });
    const listed = await askStaff(officer, 'sessions.search', {
      body: { productId: ground.productId, fillFrom: 50, fillTo: 50 },
    });

    expect(body).toMatchObject({ seat: 10, held: 2, confirmed: 3, free: 5, fillPercent: 50 });
    expect(listed.body['list']).toMatchObject([{ id, held: 2, confirmed: 3, free: 5 }]);
  });
});

describe('the capacity of a session', () => {
  const change = (browser: SignedInStaff, { id, version }: { id: string; version: number }, seat: number) =>
    askStaff(browser, 'sessions.changeCapacity', { params: { id }, body: { version, seat, reason } });

  it('is never made smaller than what is taken [9.7]', async () => {
    const session = await published({ seat: 10 });
    await takeIn(session.id, 4);

    const below = await change(officer, session, 3);
    const equal = await change(officer, session, 4);

    expect([below.status, below.body['code']]).toEqual([412, 'CAPACITY_BELOW_TAKEN']);
    expect(below.body['userMessage']).toContain('4');
    expect(equal.status).toBe(200);
    expect(await auditOf(session.id, 'sessions.changeCapacity')).toMatchObject({
      reason,
      before: { seat: 10 },
      after: { seat: 4 },
    });
  });

  it('changed by two at once is changed by one; the other is told [S-1]', async () => {
    const session = await published({ seat: 10 });
    const colleague = await givenStaff(server.consoleUrl, { roles: ['examOfficer'], offices: [ground.officeId] });

    const answers = await Promise.all([change(officer, session, 11), change(colleague, session, 12)]);

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body['code']).toBe('VERSION_CONFLICT');
  });

  it('never ends below what people take at the same moment, in forty races [C1 C2]', async () => {
    for (let round = 0; round < 40; round++) {
      const { id } = await published({
        seat: 6,
        examDate: addDays(date, round),
        publishEndAt: instantOf(addDays(date, -10)),
      });
      const { version } = await row('select version from exam_session where id = $1', [id]);

      const [changed, ...taken] = await Promise.all([
        change(officer, { id, version: Number(version) }, 2),
        ...Array.from({ length: 4 }, () => takeIn(id, 1)),
      ]);
      const after = await row(
        `select seat, registered, (select coalesce(sum(weight), 0)::int from seat_allocation a where a.session_id = s.id and state in ('Held', 'Taken')) as ledger
         from exam_session s where id = $1`,
        [id],
      );

      expect(Number(after['registered'])).toBeLessThanOrEqual(Number(after['seat']));
      expect(after['ledger']).toBe(after['registered']);
      expect(taken.filter((answer) => answer.taken)).toHaveLength(Number(after['registered']));
      expect([200, 412]).toContain(changed.status);
    }
  });
});

describe('registration for a session', () => {
  it('is closed and opened again at once; what waits at the last moment is told by availability [9.7]', async () => {
    const { id, version } = await published();
    const window = (body: object) =>
      askStaff(officer, 'sessions.changeWindow', { params: { id }, body: { reason, ...body } });
    const availability = async () => (await askStaff(officer, 'sessions.get', { params: { id } })).body['availability'];
    const { publishStartAt, publishEndAt } = (await askStaff(officer, 'sessions.get', { params: { id } })).body;

    expect(await availability()).toBe('Available');
    const closed = await window({ version, publishStartAt, publishEndAt: null });
    expect(await availability()).toBe('RegistrationEnded');
    await window({ version: closed.body['version'], publishStartAt, publishEndAt });
    expect(await availability()).toBe('Available');
    const tooLate = await window({
      version: Number(version) + 2,
      publishStartAt,
      publishEndAt: instantOf(addDays(date, 1)),
    });
    expect(fields(tooLate.body)).toEqual({ publishEndAt: 'SESSION_WINDOW' });
  });
});

describe('the price of a session', () => {
  it('changes when a second person agrees, and what is ordered keeps its price [S-16]', async () => {
    const { id, version } = await published();
    const paper = await row('select id from session_subject where session_id = $1', [id]);
    const papers = [
      { sessionSubjectId: paper['id'], localFee: 50_000, boardFee: 0, vat: 3_000, tierFees: [], lateCharges: [] },
    ];
    const publisher = await givenStaff(server.consoleUrl, { roles: ['cataloguePublisher'] });

    const { body } = await askStaff(officer, 'sessions.proposeFees', {
      params: { id },
      body: { version, papers, reason },
    });
    const price = () => row('select total from session_subject where session_id = $1', [id]);
    expect(await price()).toEqual({ total: 150_000 });
    const approval = { params: { id: body['proposalId'] }, body: {} };
    const own = await askStaff(officer, 'approvals.approve', approval);
    expect(own.status).toBe(403);
    const approved = await askStaff(publisher, 'approvals.approve', approval);

    expect(approved.status).toBe(204);
    expect(await price()).toEqual({ total: 53_000 });
    expect(await auditOf(id, 'sessions.changeFees')).toMatchObject({ before: { papers: [{ localFee: 45_000 }] } });
  });

  it('proposed for an older state of the session is refused when it is decided [S-1]', async () => {
    const { id, version } = await published();
    const paper = await row('select id from session_subject where session_id = $1', [id]);
    const papers = [{ sessionSubjectId: paper['id'], localFee: 1, boardFee: 0, vat: 0 }];
    const publisher = await givenStaff(server.consoleUrl, { roles: ['cataloguePublisher'] });
    const { body } = await askStaff(officer, 'sessions.proposeFees', {
      params: { id },
      body: { version, papers, reason },
    });

    await askStaff(officer, 'sessions.changeCapacity', { params: { id }, body: { version, seat: 21, reason } });
    const decided = await askStaff(publisher, 'approvals.approve', { params: { id: body['proposalId'] }, body: {} });

    expect([decided.status, decided.body['code']]).toEqual([409, 'VERSION_CONFLICT']);
  });
});

describe('a session of another office', () => {
  it('is a 404 for every call that names it, and in no list, month or choice [T32]', async () => {
    const { id, version } = await published();
    const calls: [StaffEndpointName, object][] = [
      ['sessions.get', {}],
      ['sessions.clone', { examDate: addDays(date, 1) }],
      ['sessions.edit', { version, noticeEn: 'x' }],
      ['sessions.publish', { version }],
      ['sessions.takeBack', { version, reason }],
      ['sessions.changeWindow', { version, publishStartAt: null, publishEndAt: null, reason }],
      ['sessions.changeCapacity', { version, seat: 99, reason }],
      [
        'sessions.proposeFees',
        { version, papers: [{ sessionSubjectId: id, localFee: 0, boardFee: 0, vat: 0 }], reason },
      ],
      ['sessions.holds', {}],
      ['sessions.previewWithdrawal', {}],
      ['sessions.proposeWithdrawal', { version, reason }],
    ];

    for (const [name, body] of calls) {
      expect([name, (await askStaff(stranger, name, { params: { id }, body })).status]).toEqual([name, 404]);
    }
    const created = await askStaff(stranger, 'sessions.create', { body: planOf(ground, addDays(date, 5)) });
    const listed = await askStaff(stranger, 'sessions.search', { body: {} });
    const month = await askStaff(stranger, 'sessions.calendar', { body: { month: date.slice(0, 7) } });
    const choices = await askStaff(stranger, 'sessions.choices');

    expect(fields(created.body)).toEqual({ venueId: 'SESSION_ID_UNKNOWN' });
    expect(listed.body['recordCount']).toBe(0);
    expect(month.text).not.toContain('"sessions":1');
    expect(choices.body).toMatchObject({ venues: [], cities: [] });
  });
});
