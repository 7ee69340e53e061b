import { type RawBuilder, sql } from 'kysely';

/** The account under which the books keep what somebody paid who is forgotten (S-18); a migration made it, nobody can sign in to it. */
export const nobodysAccount = '00000000-0000-4000-8000-000000000001';

/** The saved candidate to whom registrations belong that name nobody any more; a migration made it, and it is on no list. */
export const nobodysCandidate = '00000000-0000-4000-8000-000000000002';

/** SQL: a person key that is nobody's and no other row's. */
export const nobodysKey: RawBuilder<Buffer> = sql<Buffer>`sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea)`;

/** SQL: what a row keeps of its person's document once it names nobody: the same kind for all, as the column may not be empty. */
export const nobodysIdType: RawBuilder<string> = sql<string>`'Passport'`;

/** SQL: the beginning of the China day of an instant: when a row that names nobody was made, no closer. */
export const dayOf = (column: string): RawBuilder<string> =>
  sql<string>`date_trunc('day', ${sql.ref(column)} at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'`;
