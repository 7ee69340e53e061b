import { consentVersion, statementsFor } from '@exam/contract/rules';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { routes as applicationRoutes } from '#registering/applications';
import { staffRoutes as approvalStaffRoutes } from '#office/approvals';
import { identify, routes as accountRoutes } from '#people/accounts';
import { routes as cancellationRoutes, staffRoutes as cancellationStaffRoutes } from '#services/cancellations';
import { routes as candidateRoutes } from '#people/candidates';
import { routes as catalogueRoutes } from '#offer/catalogue';
import { routes as letterRoutes } from '#registering/letters';
import { routes as orderRoutes, tasks as orderTasks } from '#checkout/orders';
import { routes as paymentRoutes, tasks as paymentTasks } from '#checkout/payments';
import { randomCode, randomDigits, randomId } from '#platform/chance';
import { databasePool, inTransaction } from '#platform/database';
import { startTestApp } from '#testing/app';
import { tasks as guardianTasks } from '#people/guardians';
import { runDueJobs, type Tasks } from '#platform/worker';
import { tasks as refundTasks } from '#books/refunds';
import { identifyStaff, staffRoutes as ownStaffRoutes } from '#people/staff';
import {
  type Answer,
  ask,
  askStaff,
  childConsents,
  givenSignedIn,
  givenStaff,
  givenWorkingCalendar,
  moveClockTo,
  type SignedIn,
  type SignedInStaff,
  startBank,
} from '#testing';
import { routes as verificationRoutes } from '#people/verification';
import { routes, staffRoutes, tasks as bookingTasks } from '#services/bookings';

/** Noon in China on the day of these tests; the calendar of 2026 and 2027 is known. */
export const today = '2026-11-20T04:00:00.000Z';
/** A working day that can be asked for: 28 days on. */
export const expected = '2026-12-21';
/** The papers of these tests sit on this Wednesday; the last moment to pay is five working days before, at 17:00. */
export const examDate = '2026-12-23';
export const lastMoment = '2026-12-16T09:00:00.000Z';

/** Portal, console and payment channel. @param more what else is mounted. */
export async function openDesk(more: Partial<Pick<Mounted, 'routes' | 'staffRoutes'>> = {}) {
  const bank = await startBank();
  const server = await startTestApp({
    routes: [
      ...accountRoutes,
      ...verificationRoutes,
      ...candidateRoutes,
      ...catalogueRoutes,
      ...applicationRoutes,
      ...orderRoutes,
      ...paymentRoutes,
      ...letterRoutes,
      ...cancellationRoutes,
      ...routes,
      ...(more.routes ?? []),
    ],
    identify,
    staffRoutes: [
      ...ownStaffRoutes,
      ...approvalStaffRoutes,
      ...cancellationStaffRoutes,
      ...staffRoutes,
      ...(more.staffRoutes ?? []),
    ],
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
type Mounted = NonNullable<Parameters<typeof startTestApp>[0]>;
export type Desk = Awaited<ReturnType<typeof openDesk>>;

/**
 * A desk for the tests of one file, on the day of these tests before each of them. @param more what else is mounted.
 * @returns the desk, which is there from the first test on.
 */
export function useDesk(more: Parameters<typeof openDesk>[0] = {}): Desk {
  const desk = {} as Desk;
  beforeAll(async () => void Object.assign(desk, await openDesk(more)));
  afterAll(() => desk.close());
  beforeEach(() => desk.moveTo(today));
  return desk;
}

export type BookedProduct = {
  productId: string;
  officeId: string;
  cityId: string;
  venueId: string;
  lastModifiedOn: string;
};

/** A booked product of an office with a tariff: 1,450.00 and 6 % VAT, weekends and evenings 220.00 more. */
export async function givenProduct(
  wishes: { places?: number; isSurchargeAllowed?: boolean; leadDays?: number } = {},
): Promise<BookedProduct> {
  const [lineId, productId, officeId, cityId, venueId] = Array.from({ length: 5 }, () => randomId());
  const code = randomCode(8);
  const lastModifiedOn = '2026-11-01T00:00:00.000Z';
  await inTransaction(async (tx) => {
    await sql`insert into product_line (id, code, name_en, name_zh, is_display_on_home, line_category, sort)
      values (${lineId}, ${code}, 'Line', '线', true, 'Test', 1)`.execute(tx);
    await sql`insert into product (id, line_id, code, name_en, name_zh, summary_en, summary_zh, category, access, sort, last_modified_at)
      values (${productId}, ${lineId}, ${code}, 'University exam', '大学考试', '', '', 'Booking', 'open', 1, ${lastModifiedOn})`.execute(
      tx,
    );
    await sql`insert into subject (id, product_id, code, name_en, name_zh, sort)
      values (${randomId()}, ${productId}, 'ANY', 'Any course', '任意课程', 1)`.execute(tx);
    await sql`insert into office (id, code, name_en, name_zh, email, phone, sort)
      values (${officeId}, ${code}, 'Beijing', '北京', 'office@example.cn', '010', 1)`.execute(tx);
    await sql`insert into city (id, office_id, code, name_en, name_zh, sort)
      values (${cityId}, ${officeId}, ${code}, 'Beijing', '北京', 1)`.execute(tx);
    await sql`insert into venue (id, city_id, code, status, address_en, address_zh)
      values (${venueId}, ${cityId}, ${code}, 'Active', '18 Jianguomenwai Avenue', '建国门外大街 18 号')`.execute(tx);
    await sql`insert into venue_name (id, venue_id, language, display_name)
      values (${randomId()}, ${venueId}, 'en', 'Chaoyang Test Centre'), (${randomId()}, ${venueId}, 'zh', '朝阳考试中心')`.execute(
      tx,
    );
    await sql`insert into product_office (id, product_id, office_id, booking_places)
      values (${randomId()}, ${productId}, ${officeId}, ${wishes.places ?? null})`.execute(tx);
    await sql`insert into booking_product (product_id, lead_days, is_surcharge_allowed, is_university, base_fee, surcharge, local_vat_rate)
      values (${productId}, ${wishes.leadDays ?? 28}, ${wishes.isSurchargeAllowed ?? true}, true, 145000, 22000, 600)`.execute(
      tx,
    );
  });
  return { productId, officeId, cityId, venueId, lastModifiedOn } as BookedProduct;
}

let serial = 0;

/** A saved candidate of this account; minors come with a guardian. */
export async function givenPerson(browser: SignedIn, dob = '1990-03-07'): Promise<string> {
  serial += 1;
  const body = {
    idType: 'Passport',
    idNo: `E${randomDigits(8)}`,
    lastName: 'WANG',
    nameZh: '王小明',
    firstName: `XIAO${String.fromCodePoint(65 + (serial % 26))}`,
    gender: 'Male',
    dob,
    ...(dob > '2008-11-20' ? { guardianModel: guardian, consents: childConsents } : {}),
  };
  const answer = await ask(browser, 'candidate.add', { body });
  if (answer.status !== 200) throw new Error(`Adding a candidate answered ${answer.text}`);
  return String(answer.body['id']);
}

/** Saves a child of twelve with a guardian of this number. @returns the candidate's id. */
export async function givenMinor(browser: SignedIn, mobile: string): Promise<string> {
  const body = {
    idType: 'Passport',
    idNo: `E${randomDigits(8)}`,
    lastName: 'WANG',
    firstName: 'XIAO',
    gender: 'Male',
    dob: '2014-05-06',
    consents: childConsents,
    guardianModel: { name: '王建国', idType: 'Passport', idNo: 'G12345678', mobile, type: 'Father' },
  };
  return String((await ask(browser, 'candidate.add', { body })).body['id']);
}

const guardian = {
  name: '王建国',
  idType: 'IDCard',
  idNo: '11010519491231002X',
  mobile: '13800138000',
  type: 'Father',
};

const stepNames = ['needToKnow', 'expectation', 'candidateInfo', 'examInfo'];

/** A request with everything it needs. */
export function request(product: BookedProduct, candidateId: string, changes: object = {}): Record<string, unknown> {
  const isMinor = 'leaveAlone' in changes;
  return {
    productId: product.productId,
    officeId: product.officeId,
    productLastModifiedOn: product.lastModifiedOn,
    expectTestDate: expected,
    applicationCandidate: { candidateId },
    consents: statementsFor(isMinor).map((statementId) => ({ statementId, version: consentVersion })),
    applicationSteps: [...stepNames, ...(isMinor ? ['leaveType'] : [])].map((stepName) => ({
      stepName,
      jsonResult: '{}',
    })),
    isInformationConfirmed: true,
    ...changes,
  };
}

export type Booked = { browser: SignedIn; officer: SignedInStaff; product: BookedProduct; bookingId: string };

/** Somebody's submitted booking and an officer of its office. */
export async function givenBooking(desk: Desk, product?: BookedProduct): Promise<Booked> {
  const offered = product ?? (await givenProduct());
  const browser = await givenSignedIn(desk.server.url);
  const officer = await givenStaff(desk.server.consoleUrl, { roles: ['examOfficer'], offices: [offered.officeId] });
  const answer = await ask(browser, 'booking.submit', { body: request(offered, await givenPerson(browser)) });
  if (answer.status !== 200) throw new Error(`Submitting answered ${answer.text}`);
  return { browser, officer, product: offered, bookingId: String(answer.body['bookingId']) };
}

/** A paper at the helper's price. */
export function paper(product: BookedProduct, changes: object = {}): Record<string, unknown> {
  return {
    subject: 'MATH1001 Calculus',
    cityId: product.cityId,
    testDate: examDate,
    startTime: '09:00',
    endTime: '11:00',
    localFee: 145_000,
    boardFee: 0,
    ...changes,
  };
}

/** An arrangement of one paper at the helper's price, to pay until the last moment. */
export function arrangement(product: BookedProduct, changes: object = {}): Record<string, unknown> {
  return { papers: [paper(product)], payEndDate: lastMoment, ...changes };
}

/** Makes a staff call about a booking with its version of now. */
export async function act(
  { officer, bookingId }: Pick<Booked, 'officer' | 'bookingId'>,
  name:
    | 'take'
    | 'saveDraft'
    | 'attachTimetable'
    | 'confirm'
    | 'update'
    | 'reissue'
    | 'extend'
    | 'liftRestriction'
    | 'takeBackDate'
    | 'nameVenues'
    | 'withdraw',
  body: object = {},
): Promise<Answer> {
  const seen = await askStaff(officer, 'bookings.get', { params: { id: bookingId } });
  return await askStaff(officer, `bookings.${name}`, {
    params: { id: bookingId },
    body: { version: seen.body['version'], ...body },
  });
}

/** A booking that waits for payment. */
export async function givenConfirmed(desk: Desk, changes: object = {}): Promise<Booked> {
  const booked = await givenBooking(desk);
  const answer = await act(booked, 'confirm', { arrangement: arrangement(booked.product, changes) });
  if (answer.status !== 200) throw new Error(`Confirming answered ${answer.text}`);
  return booked;
}

/** Places the booking's order. */
export async function order({ browser, bookingId }: Pick<Booked, 'browser' | 'bookingId'>): Promise<Answer> {
  return await ask(browser, 'order.placeForBooking', { query: { id: bookingId }, body: {} });
}

/** A booking with an open order and a payment begun. @returns the order and its trade. */
export async function startPaying(booked: Booked): Promise<{ orderId: string; tradeNo: string }> {
  const placed = await order(booked);
  const orderId = String(placed.body['id']);
  const started = await ask(booked.browser, 'payment.start', { body: { orderId, paymentType: 'ALI_SCANCODE_PAY' } });
  if (started.status !== 200) throw new Error(`Paying answered ${started.text}`);
  return { orderId, tradeNo: String(started.body['tradeNo']) };
}

export type MovableExam = { sessionId: string; examDate: string; startTime: string; endTime: string };

/** Proposes another day for every exam of a paid booking, at the hours there are unless `change` gives others. */
export async function proposeDate(
  { officer, bookingId }: Pick<Booked, 'officer' | 'bookingId'>,
  day: string,
  change: (exam: MovableExam, at: number) => object = () => ({}),
): Promise<Answer> {
  const { body: seen } = await askStaff(officer, 'bookings.get', { params: { id: bookingId } });
  const papers = (seen['movableExams'] as MovableExam[]).map((exam, at) => {
    const { sessionId, startTime, endTime } = exam;
    return { sessionId, examDate: day, startTime, endTime, ...change(exam, at) };
  });
  return await askStaff(officer, 'bookings.proposeDate', {
    params: { id: bookingId },
    body: { version: seen['version'], reason: 'The institution needs its room on that day.', papers },
  });
}

/** The family's answer to a proposal. */
export async function answerDate(
  { browser, bookingId }: Pick<Booked, 'browser' | 'bookingId'>,
  proposalId: string,
  isAgreed: boolean,
): Promise<Answer> {
  return await ask(browser, 'booking.answerDate', { body: { bookingId, proposalId, isAgreed } });
}

/** The booking as its owner reads it. */
export async function bookingOf({ browser, bookingId }: Pick<Booked, 'browser' | 'bookingId'>) {
  return (await ask(browser, 'booking.get', { params: { id: bookingId } })).body;
}

/** Process and pending status as they are now. */
export async function standing(booked: Pick<Booked, 'browser' | 'bookingId'>): Promise<string> {
  const { processStatus, pendingPaymentStatus } = await bookingOf(booked);
  return `${String(processStatus)}/${String(pendingPaymentStatus)}`;
}

const quiet: Tasks = { 'letters.plan': async () => undefined };
const tasks: Tasks = { ...guardianTasks, ...orderTasks, ...paymentTasks, ...refundTasks, ...bookingTasks };

/** Does everything the worker has to do now; `sweep` runs the crons of bookings too. */
export async function work({ sweep = true } = {}): Promise<void> {
  await tasks['payments.sweep']?.({});
  await runDueJobs({ ...tasks, ...quiet });
  if (sweep) await tasks['bookings.sweep']?.({});
}
