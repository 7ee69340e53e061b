import { sql } from 'kysely';
import { maskMinors } from '#office/access';
import type { ReadAbout, About } from '#office/work-items';
import { examName } from '#registering/applications';
import { found, inUse } from './staff-queries.ts';

/** Requests for a cancellation as the board and proposals show them: the first registration stands for the set, `amount` is what was quoted. */
export const aboutCancellations: ReadAbout = async (tx, staff, { ids, language }) => {
  const { rows } = await sql<About & { applicationId: string }>`
    select request.id, summary.application_id as "applicationId", summary.candidate_name as "candidateName", ${examName(language)} as exam,
      summary.exam_date as "examDate", items.quoted_amount as amount, null as state
    from ${found} join application_summary summary on summary.application_id = items.application_id
    where request.id = any(${[...ids]}::uuid[]) and ${inUse}`.execute(tx);
  const shown = await maskMinors(tx, staff, rows, ({ applicationId }) => applicationId);
  return shown.map(({ applicationId: _application, ...about }) => about);
};
