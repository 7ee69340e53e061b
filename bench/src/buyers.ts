import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import type { Product } from './product.ts';

/** Somebody with one line in the cart, ready to place it as an order: what the request carries. */
export type Buyer = { applicationId: string; headers: Record<string, string>; total: number };

type Planted = { accountId: string; applicationId: string; token: string };

const price = { localFee: 45_000, boardFee: 95_334, vat: 9_666 };

/** What each of their orders costs, in fen. */
const total = price.localFee + price.boardFee + price.vat;

const plantings: readonly string[] = [
  `insert into exam_session (id, product_id, office_id, city_id, exam_date, start_time, end_time, starts_at, ends_at, status, seat,
     publish_start_at, publish_end_at, created_at)
   select id, product_id, office_id, city_id, day, '09:00', '12:00', day + interval '1 hour', day + interval '4 hours', 'Published',
     1000000, app_now() - interval '1 day', day - interval '7 days', app_now() from planned`,
  `insert into session_subject (id, session_id, subject_id, start_time, end_time, starts_at, ends_at, local_fee, board_fee, vat, total)
   select place_id, id, subject_id, '09:00', '12:00', day + interval '1 hour', day + interval '4 hours',
     ${price.localFee}, ${price.boardFee}, ${price.vat}, ${total} from planned`,
  `insert into account (id, phone_key, phone_sealed, created_at) select account_id, sha256(hash), ''::bytea, app_now() from person`,
  `insert into account_session (id_hash, id, account_id, created_at, last_seen_at, expires_at, device, network, proved_at)
   select hash, gen_random_uuid(), account_id, app_now(), app_now(), app_now() + interval '1 day', 'bench', '127.0.0', app_now() from person`,
  `insert into candidate (id, account_id, id_type, id_no_sealed, person_key, first_name, last_name, birth_year, created_at)
   select candidate_id, account_id, 'Passport', ''::bytea, sha256(hash), 'SAN', 'ZHANG', 1990, app_now() from person`,
  `insert into application (id, account_id, code, category, status, product_id, session_id, candidate_id, person_key, id_type,
     id_no_sealed, first_name, last_name, birth_year, class_when_made, class_on_exam_day, shown_amount, letter_code, created_at)
   select application_id, account_id, 'crowd' || application_id, 'Public', 'Initiated', product_id, planned.id, candidate_id, sha256(hash),
     'Passport', ''::bytea, 'SAN', 'ZHANG', 1990, 18, 18, ${total}, 'crowd' || application_id, app_now()
   from person join planned on planned.n = position % (select count(*) from planned)`,
  `insert into application_paper (application_id, session_subject_id, subject_id, sort)
   select application_id, place_id, subject_id, 0 from person join planned on planned.n = position % (select count(*) from planned)`,
];

/**
 * Plants people who are signed in, each with a registration of their own in the cart, spread evenly over new sessions that have seats
 * enough. No command made them: the limits forbid signing in that many by code.
 */
export async function plantCarts(
  client: Client,
  { count, sessions }: { count: number; sessions: number },
): Promise<Planted[]> {
  const people = Array.from({ length: count }, () => ({ token: randomBytes(32).toString('base64url') }));
  await client.query('begin');
  await client.query(
    `create temporary table planned on commit drop as
     with offered as (
       select p.id as product_id, s.id as subject_id from product p join subject s on s.product_id = p.id
       where p.access = 'open' and p.category = 'Public' order by p.code, s.code limit 1
     )
     select gen_random_uuid() as id, gen_random_uuid() as place_id, n, offered.*, c.id as city_id, c.office_id, app_now()::date + 60 as day
     from generate_series(0, ${sessions} - 1) n cross join offered cross join (select id, office_id from city order by code limit 1) c`,
  );
  await client.query(
    `create temporary table person (account_id uuid default gen_random_uuid(), candidate_id uuid default gen_random_uuid(),
       application_id uuid default gen_random_uuid(), position bigint, hash bytea) on commit drop`,
  );
  const hashes = people.map(({ token }) => createHash('sha256').update(token).digest());
  await client.query(
    'insert into person (position, hash) select position, hash from unnest($1::bytea[]) with ordinality as token (hash, position)',
    [hashes],
  );
  // One after the other: each is refused where the one before is not there.
  for (const statement of plantings) await client.query(statement);
  const { rows } = await client.query<{ account_id: string; application_id: string }>(
    'select account_id, application_id from person order by position',
  );
  await client.query('commit');
  return rows.map((row, index) => ({
    accountId: row.account_id,
    applicationId: row.application_id,
    token: people[index]?.token ?? '',
  }));
}

/** The same people with the anti-forgery value of their sessions, which the portal tells them. */
export async function signedIn({ url }: Product, planted: readonly Planted[], cookieName: string): Promise<Buyer[]> {
  const buyers: Buyer[] = [];
  for (const { applicationId, token } of planted) {
    const identity = { origin: url, cookie: `${cookieName}=${token}` };
    const answer = await fetch(`${url}/api/user/current`, { headers: identity });
    const { token: csrf }: { token?: string } = JSON.parse(await answer.text());
    if (!csrf) throw new Error('A planted session was not known.');
    buyers.push({
      applicationId,
      total,
      headers: {
        ...identity,
        'x-csrf-token': csrf,
        'idempotency-key': randomUUID(),
        'content-type': 'application/json',
      },
    });
  }
  return buyers;
}
