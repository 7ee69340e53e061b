import type { Language } from '@exam/contract/messages';
import { instantOf } from '@exam/contract/rules';
import { sql } from 'kysely';
import type { Tx } from '#platform/database';
import { seated } from '../states.ts';

/** An exam ahead that somebody of the account sits. Instants, and `startTime` in China. */
export type ComingExam = {
  id: string;
  letterVersion: number;
  productName: string;
  subjectName: string;
  cityName: string;
  candidateName: string;
  startTime: string;
  startsAt: string;
  endsAt: string;
};

/** More than that no calendar shows at once. */
const most = 500;

type Row = Omit<ComingExam, 'startsAt' | 'endsAt'> & { examDate: string; endTime: string };

/** The exams of an account that are not over, earliest first: paid, in a session that is held, of people whose data are in use. */
export async function comingExams(tx: Tx, accountId: string, language: Language): Promise<ComingExam[]> {
  const name = (field: string) => sql.ref(`summary.${field}_${language}`);
  const { rows } = await sql<Row>`
    select application.id, application.letter_version as "letterVersion", ${name('product_name')} as "productName",
      ${name('subject_name')} as "subjectName", ${name('city_name')} as "cityName", summary.candidate_name as "candidateName",
      summary.exam_date as "examDate", summary.start_time as "startTime", summary.end_time as "endTime"
    from application join application_summary summary on summary.application_id = application.id
    join exam_session session on session.id = application.session_id
    where application.account_id = ${accountId} and application.status in ${seated}
      and application.deleted_at is null and application.restricted_at is null and application.anonymised_at is null
      and session.status = 'Published' and session.ends_at > app_now()
      and ((summary.exam_date + summary.end_time::time) at time zone 'Asia/Shanghai') > app_now()
    order by summary.exam_date, summary.start_time, application.id limit ${most}`.execute(tx);
  return rows.map(({ examDate, endTime, ...exam }) => ({
    ...exam,
    startsAt: instantOf(examDate, exam.startTime),
    endsAt: instantOf(examDate, endTime),
  }));
}
