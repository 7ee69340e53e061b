import type { StaffCalls } from '@exam/contract/staff';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { inOffices, type StaffActor } from '#platform/staff-http';
import { registrationsOf } from './store.ts';

export type MinimumFilters = z.output<StaffCalls['sessionMinimums.search']['body']>;
export type MinimumPage = z.output<StaffCalls['sessionMinimums.search']['reply']>;
export type MinimumDetail = z.output<StaffCalls['sessionMinimums.get']['reply']>;
type Minimum = MinimumPage['list'][number];

/** Papers that had too few registrations, the most urgent first. */
export async function findMinimums(tx: Tx, staff: StaffActor, filters: MinimumFilters): Promise<MinimumPage> {
  const { pageIndex, pageSize, sort = 'decideBy', isOpen, sessionId } = filters;
  const matching = minimumsOf(tx, staff)
    .$if(isOpen !== undefined, (query) => query.where('outcome', isOpen ? 'is' : 'is not', null))
    .$if(sessionId !== undefined, (query) => query.where('minimum_decision.session_id', '=', sessionId ?? ''));
  const { count } = await matching.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const list = await selected(matching)
    .orderBy('decide_by', sort.startsWith('-') ? 'desc' : 'asc')
    .orderBy('session_subject_id')
    .limit(pageSize)
    .offset((pageIndex - 1) * pageSize)
    .execute();
  return { list: list.map(present), pageIndex, pageSize, recordCount: count };
}

/** One of them and where its people could go. @throws Refusal NOT_FOUND. */
export async function findMinimum(tx: Tx, staff: StaffActor, id: string): Promise<MinimumDetail> {
  const row = await selected(minimumsOf(tx, staff)).where('session_subject_id', '=', id).executeTakeFirst();
  if (!row) refuse('NOT_FOUND');
  const people = (await registrationsOf(tx, id)).length;
  const { rows: moveTo } = await sql<MinimumDetail['moveTo'][number]>`
    select session.id as "sessionId", session.exam_date as "examDate", session.office_id as "officeId",
      session.seat - session.registered as free
    from exam_session session
    join session_subject place on place.session_id = session.id
    join session_subject own on own.id = ${id} and own.subject_id = place.subject_id
    where session.id <> own.session_id and session.status = 'Published'
      and session.exam_date >= (app_now() at time zone 'Asia/Shanghai')::date and session.starts_at > (select app_now())
      and not exists (select from minimum_decision gone where gone.session_subject_id = place.id and gone.outcome = 'Withdrawn')
      and session.seat - session.registered >= ${people} and ${inOffices(staff, 'session.office_id')}
    order by session.starts_at, session.id
    limit 50`.execute(tx);
  return { ...present(row), moveTo };
}

function minimumsOf(tx: Tx, staff: StaffActor) {
  return tx
    .selectFrom('minimum_decision')
    .innerJoin('exam_session', 'exam_session.id', 'minimum_decision.session_id')
    .innerJoin('product', 'product.id', 'exam_session.product_id')
    .innerJoin('session_subject', 'session_subject.id', 'minimum_decision.session_subject_id')
    .innerJoin('subject', 'subject.id', 'session_subject.subject_id')
    .where('decide_by', 'is not', null)
    .where(inOffices(staff, 'exam_session.office_id'));
}

function selected(query: ReturnType<typeof minimumsOf>) {
  return query
    .select(['session_subject_id as id', 'minimum_decision.session_id as sessionId', 'product.code as productCode'])
    .select(['subject.code as subjectCode', 'exam_session.exam_date as examDate', 'exam_session.office_id as officeId'])
    .select(['minimum', 'minimum_decision.registered', 'found_at as foundAt', 'decide_by as decideBy'])
    .select(['outcome', 'decided_at as decidedAt']);
}

type Row = Omit<Minimum, 'decideBy' | 'outcome'> & {
  decideBy: string | null;
  outcome: Minimum['outcome'] | 'NotNeeded';
};

function present({ decideBy, outcome, ...row }: Row): Minimum {
  return { ...row, decideBy: decideBy ?? row.foundAt, outcome: outcome === 'NotNeeded' ? null : outcome };
}
