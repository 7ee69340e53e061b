import { sql } from 'kysely';
import { inTransaction } from '#platform/database';

/** Gives a session a venue in its city and a notice, as published sessions have. */
export async function givenVenue(sessionId: string): Promise<void> {
  await inTransaction(async (tx) => {
    await sql`
      with place as (
        insert into venue (id, city_id, code, status, address_en, address_zh)
        select gen_random_uuid(), city_id, id::text, 'Active', '18 Jianguomenwai Avenue, Beijing', '北京市建国门外大街 18 号'
        from exam_session where id = ${sessionId}
        returning id
      ), named as (
        insert into venue_name (id, venue_id, language, display_name)
        select gen_random_uuid(), place.id, words.language, words.name
        from place, (values ('en', 'Chaoyang Test Centre'), ('zh', '朝阳考试中心')) as words (language, name)
      )
      update exam_session
      set venue_id = (select id from place), notice_en = 'The lift serves floors 1 to 4.', notice_zh = '电梯可达 1 至 4 层。'
      where id = ${sessionId}`.execute(tx);
  });
}
