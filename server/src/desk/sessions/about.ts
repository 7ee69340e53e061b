import { sql } from 'kysely';
import type { ReadAbout, About } from '#office/work-items';

/** Sessions as the board and proposals show them: about nobody, but an exam on a day. */
export const aboutSessions: ReadAbout = async (tx, _staff, { ids, language }) => {
  const name = (table: string) => sql.ref(`${table}.name_${language}`);
  const { rows } = await sql<About>`
    select session.id, null as "candidateName", ${name('product')} || ' · ' || ${name('city')} as exam, session.exam_date as "examDate", null as amount, null as state
    from exam_session session join product on product.id = session.product_id join city on city.id = session.city_id
    where session.id = any(${[...ids]}::uuid[])`.execute(tx);
  return rows;
};
