import { addDays, instantOf } from '@exam/contract/rules';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { staffRoutes as approvalRoutes } from '#office/approvals';
import type { TestApp } from '#testing/app';
import { askStaff, givenStaff, openTestConsole, type SignedInStaff } from '#testing';
import { dayIn, givenGround, type Ground, paperOf, planOf, row } from '#testing/sessions-desk';
import { staffRoutes } from './index.ts';

let server: TestApp;
let ground: Ground;
let officer: SignedInStaff;
let publisher: SignedInStaff;
let date: string;
beforeAll(async () => {
  server = await openTestConsole({ staffRoutes: [...staffRoutes, ...approvalRoutes] });
});
afterAll(() => server.close());
beforeEach(async () => {
  ground = await givenGround();
  const offices = [ground.officeId];
  officer = await givenStaff(server.consoleUrl, { roles: ['examOfficer'], offices });
  publisher = await givenStaff(server.consoleUrl, { roles: ['cataloguePublisher'], offices });
  date = await dayIn(90);
});

const reason = 'The hall is ours this year.';
type Prices = Partial<ReturnType<typeof paperOf>>;
/** One charge of late entry, until registration ends. */
const late = (fee: number): Prices => ({
  lateCharges: [
    { stage: 'Late1', fee, startAt: instantOf(addDays(date, -20)), endAt: instantOf(addDays(date, -10), '17:00') },
  ],
});
const noon = { startTime: '12:00', endTime: '14:00' };
const afternoon = { startTime: '14:00', endTime: '16:00' };
const evening = { startTime: '18:00', endTime: '20:00' };
const planned = (prices: Prices = {}, at = date) =>
  planOf(ground, at, { papers: [{ ...paperOf(ground.subjectIds[0] ?? ''), ...prices }] });

async function draft(prices: Prices = {}) {
  const { body, text } = await askStaff(officer, 'sessions.create', { body: planned(prices) });
  expect(body['id'], text).toBeDefined();
  return { id: String(body['id']), version: Number(body['version']) };
}

const publish = ({ id, version }: { id: string; version: number }, body: object = {}) =>
  askStaff(officer, 'sessions.publish', { params: { id }, body: { version, ...body } });

const approve = (staff: SignedInStaff, { body }: { body: Record<string, unknown> }) =>
  askStaff(staff, 'approvals.approve', { params: { id: body['proposalId'] }, body: {} });

const statusOf = async (id: string) => (await row('select status from exam_session where id = $1', [id]))['status'];
const isOffList = async (id: string) =>
  (await askStaff(officer, 'sessions.get', { params: { id } })).body['isOffList'] === true;

/** Lays down what the subject costs in the catalogue. */
const layDown = async (fees: object) =>
  await row(`update subject set fees = $2 where id = $1 returning id`, [ground.subjectIds[0], fees]);

describe('a session at the price of the list', () => {
  it('is published by one person: it costs what the session published last costs [S-16]', async () => {
    const made = await draft();

    const { status, body } = await publish(made);

    expect([await isOffList(made.id), status, body['proposalId'], await statusOf(made.id)]).toEqual([
      false,
      200,
      null,
      'Published',
    ]);
  });

  it('or what the catalogue lays down, whatever others cost [S-16]', async () => {
    await layDown({ localFee: 50_000, boardFee: 95_334, vat: 9_966, tierFees: [], lateStages: [] });
    const [old, laid] = [
      await draft(),
      await draft({ localFee: 50_000, vat: 9_966, startTime: '14:00', endTime: '16:00' }),
    ];

    expect([await isOffList(old.id), await isOffList(laid.id)]).toEqual([true, false]);
  });

  it('is not the price of a draft, which nobody has agreed to [S-16]', async () => {
    await draft({ localFee: 100 });
    const second = await draft({ localFee: 100, startTime: '14:00', endTime: '16:00' });

    expect(await isOffList(second.id)).toBe(true);
  });
});

describe('a session at another price', () => {
  it.each<[string, Prices]>([
    ['one yuan', { localFee: 100 }],
    ['nothing', { localFee: 0, boardFee: 0, vat: 0 }],
    ['less for the awarding body', { boardFee: 95_333 }],
    ['less VAT', { vat: 9_665 }],
    ['less for a group of two', { tierFees: [{ from: 2, to: null, localFee: 100 }] }],
  ])('of %s stays a draft until a second person has agreed, who is not the first [S-16]', async (_, prices) => {
    const made = await draft(prices);

    const unreasoned = await publish(made);
    const asked = await publish(made, { reason });
    const again = await publish(made, { reason });
    const own = await approve(officer, asked);
    const before = await statusOf(made.id);
    const page = await askStaff(officer, 'sessions.get', { params: { id: made.id } });
    const done = await approve(publisher, asked);

    expect([unreasoned.body['code'], asked.status, again.body['code'], own.status]).toEqual([
      'PRICE_REASON_REQUIRED',
      200,
      'PROPOSAL_OPEN',
      403,
    ]);
    expect(page.body).toMatchObject({ isOffList: true, openProposals: [{ kind: 'sessionPublication' }] });
    expect([before, done.status, await statusOf(made.id)]).toEqual(['Draft', 204, 'Published']);
  });

  it('is also one whose charge of late entry the list does not have: what was agreed to once is on it [S-16 S-21]', async () => {
    const free = await draft(late(0));
    const first = await draft({ ...late(5_000), ...afternoon });
    const before = await Promise.all([isOffList(free.id), isOffList(first.id)]);

    await approve(publisher, await publish(first, { reason }));
    const [same, other] = [await draft({ ...late(5_000), ...evening }), await draft({ ...late(9_000), ...noon })];

    expect(before).toEqual([false, true]);
    expect([await isOffList(same.id), await isOffList(other.id)]).toEqual([false, true]);
  });

  it('and one whose charge is not the one that the catalogue lays down for its stage [S-16 S-21]', async () => {
    const lateStages = [{ stage: 'Late1', fee: 5_000, untilDaysBefore: null }];
    await layDown({ localFee: 45_000, boardFee: 95_334, vat: 9_666, tierFees: [], lateStages });
    const [laid, other] = [await draft(late(5_000)), await draft({ ...late(4_000), ...afternoon })];

    expect([await isOffList(laid.id), await isOffList(other.id)]).toEqual([false, true]);
  });

  it('is also what only those with a code pay, for a session that is open to everybody [S-16 S-21]', async () => {
    const behind = planOf(ground, date, {
      papers: [{ ...paperOf(ground.subjectIds[0] ?? ''), localFee: 100 }],
      invitationCode: 'SCHOOL2027',
    });
    const { body: made } = await askStaff(officer, 'sessions.create', { body: behind });
    const [id, version] = [String(made['id']), Number(made['version'])];
    const done = await approve(publisher, await publish({ id, version }, { reason }));
    const open = await draft({ localFee: 100, ...afternoon });

    expect([done.status, await isOffList(open.id)]).toEqual([204, true]);
  });

  it('that is changed after it was proposed is not published by what was agreed to [S-1 S-16]', async () => {
    const made = await draft({ localFee: 44_000 });
    const asked = await publish(made, { reason });
    const edited = await askStaff(officer, 'sessions.edit', {
      params: { id: made.id },
      body: { version: made.version, plan: planned({ localFee: 100 }) },
    });

    const done = await approve(publisher, asked);

    expect([edited.status, done.body['code'], await statusOf(made.id)]).toEqual([200, 'VERSION_CONFLICT', 'Draft']);
  });

  it('among many that are made at once stays a draft, and the others are published [S-16]', async () => {
    const plans = [planned(), planned({ localFee: 100 }, addDays(date, 1)), planned({}, addDays(date, 2))];

    const { body } = await askStaff(officer, 'sessions.createMany', { body: { sessions: plans, isPublished: true } });
    const ids = body['ids'] as string[];

    expect(await Promise.all(ids.map(statusOf))).toEqual(['Published', 'Draft', 'Published']);
    expect(body['offList']).toEqual([ids[1]]);
  });

  it('all of them: none is published at a price that the others have alone [S-16]', async () => {
    const plans = [0, 1, 2].map((day) => planned({ localFee: 100 }, addDays(date, day)));

    const { body } = await askStaff(officer, 'sessions.createMany', { body: { sessions: plans, isPublished: true } });

    expect(body['offList']).toEqual(body['ids']);
  });
});
