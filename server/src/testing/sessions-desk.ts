import { addDays, chinaDateOf, instantOf } from '@exam/contract/rules';
import type { SessionPlanInput } from '@exam/contract/staff';
import { randomCode, randomId } from '#platform/chance';
import { readNowAlone } from '#platform/clock';
import { databasePool } from '#platform/database';
import { givenExam, givenOffice, givenVenue, type TestExam } from '#testing';

/** Where and what a session of a test can be of. */
export type Ground = {
  officeId: string;
  cityId: string;
  venueId: string;
  venueCode: string;
  productId: string;
  productCode: string;
  subjectIds: string[];
  exam: TestExam;
};

/** Runs a statement and gives its first row. */
export async function row(text: string, values: unknown[] = []): Promise<Record<string, unknown>> {
  return (await databasePool().query<Record<string, unknown>>(text, values)).rows[0] ?? {};
}

/** A product with two subjects, an open session of it, and the office, city and venue of that session. */
export async function givenGround(wishes: Parameters<typeof givenExam>[0] = {}): Promise<Ground> {
  const exam = await givenExam({ papers: 2, ...wishes });
  await givenVenue(exam.sessionId);
  const found = await row(
    `select s.office_id, s.city_id, s.venue_id, v.code as venue_code, p.code as product_code from exam_session s
     join venue v on v.id = s.venue_id join product p on p.id = s.product_id where s.id = $1`,
    [exam.sessionId],
  );
  return {
    officeId: String(found['office_id']),
    cityId: String(found['city_id']),
    venueId: String(found['venue_id']),
    venueCode: String(found['venue_code']),
    productCode: String(found['product_code']),
    productId: exam.productId,
    subjectIds: exam.subjectIds,
    exam,
  };
}

/** An active venue in a city of an office of its own. */
export async function givenForeignVenue(): Promise<string> {
  const officeId = await givenOffice();
  const [cityId, venueId, code] = [randomId(), randomId(), randomCode(8)];
  await row(`insert into city (id, office_id, code, name_en, name_zh, sort) values ($1, $2, $3, 'Xian', '西安', 1)`, [
    cityId,
    officeId,
    code,
  ]);
  await row(
    `insert into venue (id, city_id, code, status, address_en, address_zh) values ($1, $2, $3, 'Active', 'A', '甲')`,
    [venueId, cityId, code],
  );
  return venueId;
}

/** A China date this many days from now. */
export async function dayIn(days: number): Promise<string> {
  return addDays(chinaDateOf(await readNowAlone()), days);
}

/** A good plan on a day; fees in fen. */
export function planOf(ground: Ground, examDate: string, changes: Partial<SessionPlanInput> = {}): SessionPlanInput {
  return {
    productId: ground.productId,
    venueId: ground.venueId,
    examDate,
    publishStartAt: instantOf(addDays(examDate, -60), '09:00'),
    publishEndAt: instantOf(addDays(examDate, -10), '17:00'),
    seat: 20,
    seatPer: 'Subject',
    isHot: false,
    papers: [paperOf(ground.subjectIds[0] ?? '')],
    ...changes,
  };
}

/** A morning paper of 1,500.00. */
export function paperOf(subjectId: string): SessionPlanInput['papers'][number] {
  const times = { startTime: '09:00', endTime: '12:00' };
  return { subjectId, ...times, localFee: 45_000, boardFee: 95_334, vat: 9_666, tierFees: [], lateCharges: [] };
}
