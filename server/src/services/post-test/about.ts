import { maskMinors } from '#office/access';
import type { ReadAbout } from '#office/work-items';
import { nameOf } from './present.ts';
import { namedRequests, names } from './queries.ts';

/** Requests after an exam as the board and proposals show them. */
export const aboutPostTests: ReadAbout = async (tx, staff, { ids, language }) => {
  const rows = await namedRequests(tx)
    .selectAll('request')
    .select(names)
    .where('request.id', 'in', [...ids])
    .where('request.restricted_at', 'is', null)
    .execute();
  const all = rows.map((row) => ({
    id: row.id,
    candidateName: nameOf(row),
    exam: language === 'zh' ? `${row.product_zh} · ${row.service_zh}` : `${row.product_en} · ${row.service_en}`,
    examDate: null,
    amount: row.amount,
    state: null,
  }));
  return await maskMinors(tx, staff, all, ({ id }) => id);
};
