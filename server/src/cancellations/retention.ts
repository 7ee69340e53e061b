import { sql } from 'kysely';
import { forgetFiles } from '#files';
import { isHeld, type Sweep } from '#holds';

/** Medical certificates and whatever else was sent with a cancellation: half a year after the exam (S-18). */
export const retention: Sweep[] = [
  {
    class: 'cancellationPaper',
    due: ({ border }) => sql`
      select paper.id, exam.last_date::text as started,
        ${isHeld({
          class: 'cancellationPaper',
          orders: sql.ref('request.order_id'),
          personKey: sql`any(select application.person_key from cancellation_item item
            join application on application.id = item.application_id where item.request_id = request.id)`,
          cases: sql`select known.id from cancellation_item item
            join misconduct_case known on known.application_id = item.application_id where item.request_id = request.id`,
          session: sql`select application.session_id from cancellation_item item
            join application on application.id = item.application_id where item.request_id = request.id`,
        })} as is_held
      from file paper
      join cancellation_request request on request.id = paper.object_id
      join lateral (
        select max(session.exam_date) as last_date from cancellation_item item
        join application on application.id = item.application_id
        join exam_session session on session.id = application.session_id
        where item.request_id = request.id
      ) exam on true
      where paper.used_by = 'cancellation' and exam.last_date <= ${border}::date`,
    forget: forgetFiles,
  },
];
