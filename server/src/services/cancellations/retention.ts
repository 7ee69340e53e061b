import { type RetentionClass } from '@exam/contract/rules';
import { type RawBuilder, sql } from 'kysely';
import { forgetWords } from '#office/approvals';
import { forgetFiles } from '#office/files';
import { isHeld, type Sweep } from '#office/holds';
import { forgetReasons } from '#platform/history';

const applications = sql`select item.application_id from cancellation_item item where item.request_id = request.id`;

/** SQL: whether a request (`request`) is held, as `is_held`. */
const held = (of: RetentionClass) => sql`
  ${isHeld({
    class: of,
    orders: sql.ref('request.order_id'),
    personKey: sql`any(select application.person_key from application where application.id in (${applications}))`,
    cases: sql`select known.id from misconduct_case known where known.application_id in (${applications})`,
    session: sql`select application.session_id from application where application.id in (${applications})`,
  })} as is_held`;

/** SQL: the last day of the exams that a request (`request`) is about, as `exam.last_date`. */
const lastExam = sql`
  join lateral (
    select max(session.exam_date) as last_date from application
    join exam_session session on session.id = application.session_id
    where application.id in (${applications})
  ) exam on true`;

/** SQL: whether a request (`request`) says why somebody did not come, or which paper they were asked for. */
const hasReason = sql`(request.reason_sealed is not null or request.documents_asked is not null)`;

/** SQL: the clocks (`last_date`) of the papers and reasons of the cancellations of a registration. */
export const papersOf = (registration: RawBuilder<unknown>) => sql`
  select exam.last_date from cancellation_item of_request
  join cancellation_request request on request.id = of_request.request_id ${lastExam}
  left join file paper on paper.used_by = 'cancellation' and paper.object_id = request.id
  where of_request.application_id = ${registration} and (paper.id is not null or ${hasReason})
  -- Each by its key: while there are few, all of them would be read.
  offset 0`;

/** What was sent with a cancellation, and what was written of it (S-18). */
export const retention: Sweep[] = [
  {
    // Medical certificates and whatever else was sent: half a year after the exam.
    class: 'cancellationPaper',
    due: ({ border }) => sql`
      select paper.id, exam.last_date::text as started, ${held('cancellationPaper')}
      from file paper
      join cancellation_request request on request.id = paper.object_id ${lastExam}
      where paper.used_by = 'cancellation' and exam.last_date <= ${border}::date`,
    forget: forgetFiles,
  },
  {
    // Why somebody did not come, and which paper they were asked for: no longer than the papers that show it.
    class: 'cancellationPaper',
    due: ({ border }) => sql`
      select request.id, exam.last_date::text as started, ${held('cancellationPaper')}
      from cancellation_request request ${lastExam}
      where ${hasReason} and exam.last_date <= ${border}::date`,
    forget: async (tx, ids) => {
      await sql`
        update cancellation_request set reason_sealed = null, documents_asked = null where id = any(${[...ids]}::uuid[])`.execute(
        tx,
      );
    },
  },
  {
    // What they were told: with the registrations it is about.
    class: 'examRecord',
    due: ({ border }) => sql`
      select request.id, exam.last_date::text as started, ${held('examRecord')}
      from cancellation_request request ${lastExam}
      where request.decision_reason is not null and exam.last_date <= ${border}::date`,
    forget: async (tx, ids) => {
      await sql`
        update cancellation_request set decision_reason = null where id = any(${[...ids]}::uuid[])`.execute(tx);
      await forgetReasons(tx, ids);
      await forgetWords(tx, ids);
    },
  },
];
