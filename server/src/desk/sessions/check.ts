import { instantOf, type PlanProblem, planProblems, type PlanRefusal, sittingOf } from '@exam/contract/rules';
import type { SessionPlanInput } from '@exam/contract/staff';
import { sql } from 'kysely';
import { productsByIds, type ProductRow, subjectsByIds, type SubjectRow } from '#offer/catalogue';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { refuse, refuseFields } from '#platform/errors';
import { inOffices, type StaffActor } from '#platform/staff-http';

type Place = { id: string; code: string; status: string; cityId: string; officeId: string };

/** What plans speak of, as the database has it. */
export type Known = {
  now: string;
  products: Map<string, ProductRow>;
  subjects: Map<string, SubjectRow>;
  venues: Map<string, Place>;
  /** The subjects of each combined set, by product and set as `setKey` names them. */
  sets: ReadonlyMap<string, readonly SubjectRow[]>;
  /** Sittings that exist, as `sittingKey` names them. */
  sittings: ReadonlySet<string>;
};

export type Problem = {
  field: string;
  code:
    | PlanRefusal
    | 'SUBJECT_NOT_VALID'
    | 'PRODUCT_WITHOUT_SESSIONS'
    | 'VENUE_INACTIVE'
    | 'SESSION_EXISTS'
    | 'SESSION_NOT_MOVED'
    | 'SET_INCOMPLETE'
    | 'FEES_PUBLISHED'
    | 'SESSION_ID_UNKNOWN';
};

/** Reads everything that plans name, in a few statements whatever their number. A venue of an office that is not theirs is an unknown one. */
export async function readKnown(tx: Tx, staff: StaffActor, plans: readonly SessionPlanInput[]): Promise<Known> {
  const venueIds = [...new Set(plans.map(({ venueId }) => venueId))];
  const subjectIds = [...new Set(plans.flatMap(({ papers }) => papers.map(({ subjectId }) => subjectId)))];
  const { rows: venues } = await sql<Place>`
    select venue.id, venue.code, case city.status when 'Active' then venue.status else city.status end as status,
      venue.city_id as "cityId", city.office_id as "officeId"
    from venue join city on city.id = venue.city_id where venue.id = any(${venueIds}::uuid[]) and ${inOffices(staff, 'city.office_id')}`.execute(
    tx,
  );
  const dates = plans.map(({ examDate }) => examDate).toSorted();
  const { rows: sittings } = await sql<{ key: string }>`
    select s.product_id || '|' || s.venue_id || '|' || s.exam_date || '|' || s.start_time || '|' ||
      (select string_agg(p.subject_id::text, ',' order by p.subject_id) from session_subject p where p.session_id = s.id) as key
    from exam_session s
    where s.venue_id = any(${venues.map(({ id }) => id)}::uuid[]) and s.exam_date between ${dates[0] ?? null} and ${dates.at(-1) ?? null}
      and s.status <> 'Withdrawn' and s.booking_id is null`.execute(tx);
  return {
    now: await readNow(tx),
    products: await productsByIds(tx, [...new Set(plans.map(({ productId }) => productId))]),
    subjects: await subjectsByIds(tx, subjectIds),
    sets: await setsOf(tx, subjectIds),
    venues: new Map(venues.map((venue) => [venue.id, venue])),
    sittings: new Set(sittings.map(({ key }) => key)),
  };
}

/** Every subject of the combined sets that these subjects belong to. */
async function setsOf(tx: Tx, subjectIds: readonly string[]): Promise<Known['sets']> {
  const { rows } = await sql<{ id: string }>`
    select distinct other.id from subject own
    join subject other on other.product_id = own.product_id and other.set_code = own.set_code
    where own.id = any(${[...subjectIds]}::uuid[])`.execute(tx);
  const members = await subjectsByIds(
    tx,
    rows.map(({ id }) => id),
  );
  return Map.groupBy(members.values(), setKey);
}

function setKey({ product_id: productId, set_code: setCode }: SubjectRow): string {
  return `${productId}|${setCode}`;
}

/** What makes two plans the same sitting: product, venue, date, start and papers. */
export function sittingKey(plan: SessionPlanInput): string {
  const subjects = plan.papers.map(({ subjectId }) => subjectId).toSorted();
  return [plan.productId, plan.venueId, plan.examDate, sittingOf(plan.papers).startTime, subjects.join(',')].join('|');
}

/** Everything wrong with a plan: by its own values (9.7), and by what it names. */
export function problemsOf(plan: SessionPlanInput, known: Known): Problem[] {
  const own: PlanProblem[] = planProblems(plan, known.now);
  return [
    ...placeProblems(plan, known),
    ...subjectProblems(plan, known),
    ...setProblems(plan, known),
    ...own,
    ...repeatProblems(plan, known),
  ];
}

function placeProblems({ venueId, productId }: SessionPlanInput, known: Known): Problem[] {
  const venue = known.venues.get(venueId);
  const product = known.products.get(productId);
  const problems: Problem[] = [];
  if (!venue) problems.push({ field: 'venueId', code: 'SESSION_ID_UNKNOWN' });
  else if (venue.status !== 'Active') problems.push({ field: 'venueId', code: 'VENUE_INACTIVE' });
  if (!product) problems.push({ field: 'productId', code: 'SESSION_ID_UNKNOWN' });
  else if (product.category !== 'Public' || product.access === 'external' || product.access === 'archived')
    problems.push({ field: 'productId', code: 'PRODUCT_WITHOUT_SESSIONS' });
  return problems;
}

function subjectProblems({ productId, examDate, papers }: SessionPlanInput, known: Known): Problem[] {
  return papers.flatMap(({ subjectId }, at): Problem[] => {
    const subject = known.subjects.get(subjectId);
    const field = `papers.${at}.subjectId`;
    if (!subject || subject.product_id !== productId) return [{ field, code: 'SESSION_ID_UNKNOWN' }];
    return isExaminedOn(subject, examDate) ? [] : [{ field, code: 'SUBJECT_NOT_VALID' }];
  });
}

/** A combined set is one registration at one price: all of its subjects of that day, or none of them (R-42, 5.5). */
function setProblems({ examDate, papers }: SessionPlanInput, { subjects, sets }: Known): Problem[] {
  const planned = new Set(papers.map(({ subjectId }) => subjectId));
  const isWhole = (subjectId: string) => {
    const subject = subjects.get(subjectId);
    const members = subject?.set_code ? (sets.get(setKey(subject)) ?? []) : [];
    return members.every((member) => planned.has(member.id) || !isExaminedOn(member, examDate));
  };
  return [...planned].every(isWhole) ? [] : [{ field: 'papers', code: 'SET_INCOMPLETE' }];
}

function isExaminedOn(subject: SubjectRow, date: string): boolean {
  const hasBegun = subject.valid_from === null || subject.valid_from <= date;
  const isOver = subject.valid_to !== null && subject.valid_to < date;
  return subject.status === 'Active' && hasBegun && !isOver;
}

function repeatProblems(plan: SessionPlanInput, { sittings }: Known): Problem[] {
  return sittings.has(sittingKey(plan)) ? [{ field: 'examDate', code: 'SESSION_EXISTS' }] : [];
}

/** @throws Refusal FIELDS (412) with the first problem of each field. */
export function refusePlan(problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  refuseFields(Object.fromEntries(problems.toReversed().map(({ field, code }) => [field, code])));
}

/** The columns of a session's row that follow from its plan. @throws Refusal NOT_FOUND for an unknown venue. */
export function valuesOf(plan: SessionPlanInput, known: Known) {
  const venue = known.venues.get(plan.venueId) ?? refuse('NOT_FOUND');
  const { startTime, endTime } = sittingOf(plan.papers);
  return {
    product_id: plan.productId,
    office_id: venue.officeId,
    city_id: venue.cityId,
    venue_id: venue.id,
    exam_date: plan.examDate,
    start_time: startTime,
    end_time: endTime,
    starts_at: instantOf(plan.examDate, startTime),
    ends_at: instantOf(plan.examDate, endTime),
    seat: plan.seat,
    seat_per: plan.seatPer,
    publish_start_at: plan.publishStartAt,
    publish_end_at: plan.publishEndAt,
    is_hot: plan.isHot,
    notice_en: plan.noticeEn ?? null,
    notice_zh: plan.noticeZh ?? null,
  };
}
