import { sql } from 'kysely';
import { maskMinors } from '#office/access';
import type { ReadAbout, About } from '#office/work-items';

/** Orders as a search shows them: the first line says whose and which exam it is, `amount` is what is to be paid for all. */
export const aboutOrders: ReadAbout = async (tx, staff, { ids, language }) => {
  const name = (what: string) => sql.ref(`summary.${what}_name_${language}`);
  const { rows } = await sql<About & { applicationId: string | null }>`
    select placed.id, item.application_id as "applicationId", summary.candidate_name as "candidateName",
      ${name('product')} || ' · ' || ${name('subject')} as exam, summary.exam_date as "examDate", placed.pay_amount as amount,
      placed.status as state
    from exam_order placed
    left join order_item item on item.order_id = placed.id and item.position = (
      select min(position) from order_item where order_id = placed.id)
    left join sold_summary summary on summary.application_id = item.application_id
    where placed.id = any(${[...ids]}::uuid[])`.execute(tx);
  const shown = await maskMinors(tx, staff, rows, ({ applicationId }) => applicationId);
  return shown.map(({ applicationId: _application, ...about }) => about);
};
