import { sql } from 'kysely';
import { plainNameIn } from '#platform/person-name';

/**
 * SQL: the keys of the person of a request (`request`), to compare one with. A request knows no document, only name and birth date: a hold
 * named by a document finds it by what its account saved and registered of the same person (3-domain 4.3).
 */
export const peopleOfRequest = sql`any(
  select request.person_key
  union all
  select record.person_key from person_record record
  where record.account_id = request.account_id and record.birth_key = request.birth_key
    and ${plainNameIn(sql`record.name`)} = ${plainNameIn(sql`request.last_name || request.first_name`)})`;
