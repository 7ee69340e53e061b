import type { PostTestKind } from '@exam/contract/entities';
import { postTestKinds } from '@exam/contract/entities';
import { lateCashInAges, postTestConsentVersion, postTestStatementsOf } from '@exam/contract/rules';
import { sql } from 'kysely';
import { startPaying } from '#testing/shopping';
import { identify, routes as accountRoutes } from '#people/accounts';
import { staffRoutes as approvalRoutes } from '#office/approvals';
import { routes as applicationRoutes } from '#registering/applications';
import { routes as candidateRoutes } from '#people/candidates';
import { routes as catalogueRoutes } from '#offer/catalogue';
import { routes as fileRoutes, staffRoutes as fileStaffRoutes } from '#office/files';
import { routes as orderRoutes, tasks as orderTasks } from '#checkout/orders';
import { routes as paymentRoutes, tasks as paymentTasks } from '#checkout/payments';
import { randomCode, randomId } from '#platform/chance';
import { databasePool, inTransaction } from '#platform/database';
import { startTestApp } from '#testing/app';
import { tasks as guardianTasks } from '#people/guardians';
import { runDueJobs, type Tasks } from '#platform/worker';
import { tasks as refundTasks } from '#books/refunds';
import { routes as rightsRoutes } from '#privacy/rights';
import { identifyStaff, staffRoutes as ownStaffRoutes } from '#people/staff';
import {
  ask,
  type Bank,
  givenBody,
  givenSignedIn,
  givenWorkingCalendar,
  moveClockTo,
  type SignedIn,
  startBank,
} from '#testing';
import { routes as verificationRoutes } from '#people/verification';
import { routes, staffRoutes, tasks as ownTasks } from '#services/post-test';

/** Noon in China on the day of these tests. */
export const today = '2026-11-20T04:00:00.000Z';
export const openFrom = '2026-11-10T01:00:00.000Z';
const closeAt = '2026-12-10T09:00:00.000Z';
export const boardCloseAt = '2026-12-15T15:00:00.000Z';

/** Portal, console and payment channel. */
export async function openDesk() {
  const bank = await startBank();
  const server = await startTestApp({
    routes: [
      ...accountRoutes,
      ...verificationRoutes,
      ...catalogueRoutes,
      ...candidateRoutes,
      ...applicationRoutes,
      ...orderRoutes,
      ...paymentRoutes,
      ...fileRoutes,
      ...rightsRoutes,
      ...routes,
    ],
    identify,
    staffRoutes: [...ownStaffRoutes, ...approvalRoutes, ...fileStaffRoutes, ...staffRoutes],
    identifyStaff,
    environment: { TRUSTED_PROXIES: '1', ...bank.environment },
  });
  await moveClockTo(today);
  await givenWorkingCalendar();
  return {
    server,
    bank,
    /** Both clocks at an instant. */
    moveTo: async (instant: string) => {
      const { rows } = await databasePool().query<{ seconds: number }>(
        `select ceil(extract(epoch from $1::timestamptz - now()))::integer as seconds`,
        [instant],
      );
      await bank.moveClock(rows[0]?.seconds ?? 0);
    },
    close: async () => {
      await server.close();
      await bank.close();
    },
  };
}
export type Desk = Awaited<ReturnType<typeof openDesk>>;

const tasks: Tasks = { ...guardianTasks, ...orderTasks, ...paymentTasks, ...refundTasks, ...ownTasks };

/** Does everything the worker has to do now. */
export async function work(): Promise<void> {
  await tasks['payments.sweep']?.({});
  await tasks['refunds.sweep']?.({});
  await tasks['postTest.lapse']?.({});
  for (let round = 0; round < 5; round += 1) await runDueJobs(tasks);
}

/** A board with every kind of service at two levels, three components, one award, one centre, three series. */
export type TestBoard = {
  productId: string;
  officeId: string;
  centreId: string;
  services: Record<PostTestKind, string>;
  levels: { as: string; al: string };
  series: { open: string; closed: string; upcoming: string };
  components: { first: string; second: string; choice: string };
  awardId: string;
};

/** Fees of each service for one component: 200.00 local, 450.00 to the board, 39.00 VAT; a merge is free. */
export const fees = { local: 20_000, board: 45_000, vat: 3900, total: 68_900 } as const;

/** An awarding body whose results can be asked about: its office, centre, levels, series, components and every service. */
export async function givenBoard(): Promise<TestBoard> {
  const board = newIds();
  const bodyId = await givenBody({ name_en: 'Pearson', name_zh: '培生' });
  await inTransaction(async (tx) => {
    const code = randomCode(8);
    const lineId = randomId();
    await sql`insert into product_line (id, code, name_en, name_zh, is_display_on_home, line_category, sort)
      values (${lineId}, ${code}, 'Results', '考后', true, 'PostTest', 1)`.execute(tx);
    await sql`insert into product (id, line_id, code, name_en, name_zh, summary_en, summary_zh, category, access, awarding_body_id, sort, last_modified_at)
      values (${board.productId}, ${lineId}, ${code}, 'Post-test', '考后服务', '', '', 'PostTest', 'open', ${bodyId}, 1, ${openFrom})`.execute(
      tx,
    );
    await sql`insert into office (id, code, name_en, name_zh, email, phone, sort)
      values (${board.officeId}, ${code}, 'Beijing', '北京', 'office@example.cn', '010', 1)`.execute(tx);
    await sql`insert into exam_centre (id, code, awarding_body_id, office_id, name_en, name_zh, status)
      values (${board.centreId}, '92003', ${bodyId}, ${board.officeId}, 'Beijing centre', '北京考点', 'Active')`.execute(
      tx,
    );
    await sql`insert into post_test_board (product_id, uci_policy) values (${board.productId}, 'strict')`.execute(tx);
    await writeChoices(tx, board);
    for (const [sort, kind] of postTestKinds.entries()) await writeService(tx, board, { kind, sort });
  });
  return board;
}

function newIds(): TestBoard {
  const services = Object.fromEntries(postTestKinds.map((kind) => [kind, randomId()])) as Record<PostTestKind, string>;
  return {
    productId: randomId(),
    officeId: randomId(),
    centreId: randomId(),
    services,
    levels: { as: randomId(), al: randomId() },
    series: { open: randomId(), closed: randomId(), upcoming: randomId() },
    components: { first: randomId(), second: randomId(), choice: randomId() },
    awardId: randomId(),
  };
}

type Tx = Parameters<Parameters<typeof inTransaction>[0]>[0];

async function writeChoices(tx: Tx, { productId, levels, series, components, awardId }: TestBoard): Promise<void> {
  await sql`insert into post_test_level (id, product_id, code, name_en, name_zh, sort) values
    (${levels.as}, ${productId}, 'IAS', 'International AS', '国际 AS', 0),
    (${levels.al}, ${productId}, 'IAL', 'International A Level', '国际 A Level', 1)`.execute(tx);
  await sql`insert into post_test_series (id, product_id, year, month, name_en, name_zh) values
    (${series.closed}, ${productId}, 2026, 6, 'June 2026', '2026年6月'),
    (${series.open}, ${productId}, 2026, 10, 'October 2026', '2026年10月'),
    (${series.upcoming}, ${productId}, 2027, 1, 'January 2027', '2027年1月')`.execute(tx);
  await sql`insert into post_test_component (id, product_id, code, name_en, name_zh, traits, sort) values
    (${components.first}, ${productId}, 'WMA11', 'Pure 1', '纯数 1', '{}', 0),
    (${components.second}, ${productId}, 'WMA13', 'Pure 3', '纯数 3', '{}', 1),
    (${components.choice}, ${productId}, '9702/12', 'Multiple choice', '选择题', '{multipleChoice}', 2)`.execute(tx);
  await sql`insert into post_test_component_level (component_id, level_id) values
    (${components.first}, ${levels.as}), (${components.first}, ${levels.al}), (${components.second}, ${levels.al}),
    (${components.choice}, ${levels.as}), (${components.choice}, ${levels.al})`.execute(tx);
  await sql`insert into post_test_award (id, product_id, level_id, code, name_en, name_zh, units_needed, sort)
    values (${awardId}, ${productId}, ${levels.al}, 'YMA01', 'Mathematics', '数学', 2, 0)`.execute(tx);
  await sql`insert into post_test_award_component (award_id, component_id)
    values (${awardId}, ${components.first}), (${awardId}, ${components.second})`.execute(tx);
}

async function writeService(
  tx: Tx,
  board: TestBoard,
  { kind, sort }: { kind: PostTestKind; sort: number },
): Promise<void> {
  const id = board.services[kind];
  const ages = kind === 'lateCashIn' ? lateCashInAges : null;
  await sql`insert into post_test_service (id, product_id, code, kind, name_en, name_zh, summary_en, summary_zh, age_from, age_to,
      is_form_required, turnaround_days, sort)
    values (${id}, ${board.productId}, ${`S${sort}`}, ${kind}, ${kind}, ${kind}, '', '', ${ages?.from ?? null}, ${ages?.to ?? null},
      false, 20, ${sort})`.execute(tx);
  const { local, board: boardFee, vat } = kind === 'uciMerge' ? { local: 0, board: 0, vat: 0 } : fees;
  for (const level of Object.values(board.levels))
    await sql`insert into post_test_fee (service_id, level_id, local_fee, board_fee, vat)
      values (${id}, ${level}, ${local}, ${boardFee}, ${vat})`.execute(tx);
  const windows = [
    [board.series.open, openFrom, closeAt, boardCloseAt],
    [board.series.closed, '2026-08-01T01:00:00.000Z', '2026-09-01T09:00:00.000Z', '2026-09-10T15:00:00.000Z'],
    [board.series.upcoming, '2027-03-01T01:00:00.000Z', '2027-04-01T09:00:00.000Z', '2027-04-10T15:00:00.000Z'],
  ] as const;
  for (const [series, from, close, boardClose] of windows)
    await sql`insert into post_test_window (id, service_id, series_id, open_from, close_at, board_close_at)
      values (${randomId()}, ${id}, ${series}, ${from}, ${close}, ${boardClose})`.execute(tx);
}

let people = 0;

/** A candidate nobody else is. */
export function aPerson() {
  people += 1;
  const letters = Array.from(String(people), (digit) => String.fromCharCode(65 + Number(digit))).join('');
  return { lastName: 'WANG', firstName: `XIAO${letters}`, birthday: '2010-05-14' };
}

/** What fills a request for a service so that it may be confirmed. */
export function filled(board: TestBoard, kind: PostTestKind, changes: object = {}): Record<string, unknown> {
  const isAward = kind === 'lateCashIn';
  return {
    serviceId: board.services[kind],
    levelId: board.levels.al,
    examSeriesId: board.series.open,
    centreId: board.centreId,
    candidateNumber: '1234',
    ...aPerson(),
    uciNumber: '92003B261234L',
    ...(isAward ? { cashInCodeId: board.awardId } : {}),
    ...(kind === 'uciMerge' ? { secondUciNumber: '681990012058G' } : { componentIds: [board.components.first] }),
    isPlacePending: kind === 'priorityReview',
    ...changes,
  };
}

/** Everything a service asks to be ticked. */
export function ticked(kind: PostTestKind) {
  return postTestStatementsOf(kind).map((statementId) => ({ statementId, version: postTestConsentVersion }));
}

export type Asked = { browser: SignedIn; board: TestBoard; id: string; kind: PostTestKind; fee: number };

/** A draft that may be confirmed. */
export async function givenDraft(
  desk: { server: { url: string } },
  kind: PostTestKind = 'review',
  { board, browser, ...changes }: { board?: TestBoard; browser?: SignedIn; [field: string]: unknown } = {},
): Promise<Asked> {
  const own = browser ?? (await givenSignedIn(desk.server.url));
  const of = board ?? (await givenBoard());
  const { status, body, text } = await ask(own, 'postTest.saveDraft', { body: filled(of, kind, changes) });
  if (status !== 200) throw new Error(`Saving the draft answered ${text}`);
  return { browser: own, board: of, id: String(body['id']), kind, fee: Number(body['fee']) };
}

/** Confirms a draft; gives the answer. */
export async function confirm({ browser, id, kind, fee }: Asked, changes: object = {}) {
  const body = { id, totalPayAmount: fee, consents: ticked(kind), isInformationConfirmed: true, ...changes };
  return await ask(browser, 'postTest.confirmPay', { body });
}

/** A paid request. */
export async function givenPaid(
  desk: { server: { url: string }; bank: Bank },
  kind: PostTestKind = 'review',
  wishes: Parameters<typeof givenDraft>[2] = {},
) {
  const asked = await givenDraft(desk, kind, wishes);
  const { status, text, body } = await confirm(asked);
  if (status !== 200) throw new Error(`Confirming answered ${text}`);
  const orderId = String(body['orderId']);
  if (asked.fee > 0) await desk.bank.settle(await startPaying({ ...asked, orderId }), 'paid');
  return { ...asked, orderId };
}

/** The request as its owner reads it. */
export async function recordOf({ browser, id }: Pick<Asked, 'browser' | 'id'>): Promise<Record<string, unknown>> {
  return (await ask(browser, 'postTest.get', { params: { id } })).body;
}

/** The state of a request in the database. */
export async function statusOf(id: string): Promise<string> {
  const { rows } = await databasePool().query<{ status: string }>('select status from post_test where id = $1', [id]);
  return rows[0]?.status ?? '';
}
