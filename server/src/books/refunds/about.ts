import { sql } from 'kysely';
import { maskMinors } from '#office/access';
import type { ReadAbout, About } from '#office/work-items';

/** Refunds as the board and proposals show them: whose exam it was, and what goes back. */
export const aboutRefunds: ReadAbout = async (tx, staff, { ids, language }) => {
  const name = (what: string) => sql.ref(`summary.${what}_name_${language}`);
  const { rows } = await sql<About & { applicationId: string | null }>`
    select refund.id, refund.application_id as "applicationId", summary.candidate_name as "candidateName",
      ${name('product')} || ' · ' || ${name('subject')} as exam, summary.exam_date as "examDate", refund.amount, refund.status as state
    from refund left join sold_summary summary on summary.application_id = refund.application_id
    where refund.id = any(${[...ids]}::uuid[])`.execute(tx);
  const shown = await maskMinors(tx, staff, rows, ({ applicationId }) => applicationId);
  return shown.map(({ applicationId: _application, ...about }) => about);
};
