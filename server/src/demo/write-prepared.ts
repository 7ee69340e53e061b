import { sql } from 'kysely';
import { keepPrepared } from '#desk/prepared';
import type { Tx } from '#platform/database';
import { demoAccounts } from './data/people.ts';
import type { WrittenStaff } from './write-staff.ts';

/** What an officer typed for the college's number while its registrar was on the telephone, for the next session of Beijing that is open; nothing where none is. */
export async function writePrepared(tx: Tx, { officer }: WrittenStaff): Promise<void> {
  const { rows } = await sql<{ sessionId: string; paperId: string }>`
    select session.id as "sessionId", paper.id as "paperId"
    from exam_session session join product on product.id = session.product_id join city on city.id = session.city_id
    join session_subject paper on paper.session_id = session.id
    where product.category = 'Public' and product.access = 'open' and city.code = 'BJ' and session.status = 'Published' and session.registered < session.seat
      and not session.is_exclusive and app_now() between session.publish_start_at and session.publish_end_at - interval '2 days'
    order by session.exam_date, paper.sort, paper.id limit 1`.execute(tx);
  const [open] = rows;
  if (open === undefined) return;
  await keepPrepared(tx, officer, {
    sessionId: open.sessionId,
    sessionSubjectIds: [open.paperId],
    phone: demoAccounts[1].phone,
    language: 'en',
    candidate: {
      idType: 'Passport',
      idNo: 'E23456783',
      lastName: 'FANG',
      firstName: 'JING',
      gender: 'Female',
      dob: '1997-02-14',
    },
  });
}
