import { sql } from 'kysely';
import { maskMinors } from '#office/access';
import type { ReadAbout, About } from '#office/work-items';

/** Registrations as the board and proposals show them. */
export const aboutApplications: ReadAbout = async (tx, staff, { ids, language }) => {
  const { rows } = await sql<About>`
    select summary.application_id as id, candidate_name as "candidateName", ${examName(language)} as exam, exam_date as "examDate", null as amount, application.status as state
    from application_summary summary join application on application.id = summary.application_id
    where summary.application_id = any(${[...ids]}::uuid[]) and application.restricted_at is null`.execute(tx);
  return await maskMinors(tx, staff, rows, ({ id }) => id);
};

/** SQL: product and subject of an `application_summary` or `sold_summary` named `summary`. */
export const examName = (language: 'en' | 'zh') =>
  sql<string>`${sql.ref(`summary.product_name_${language}`)} || ' · ' || ${sql.ref(`summary.subject_name_${language}`)}`;
