import { Client } from 'pg';

export type Size = { applications: number; sessions: number };

/** A database grown to a size. `productId` is an open product with at least 20 sessions to come. */
export type Filled = { productId: string; grow: (size: Size) => Promise<void>; close: () => Promise<void> };

/**
 * Fills the benchmark's own database with rows that no command made: sessions over all open products, one in twenty of them to
 * come and the rest of the last ten years, and applications of ten to an account, spread over them.
 * @param url of a database that nobody else uses.
 */
export async function withCatalogue(url: string, size: Size): Promise<Filled> {
  const client = new Client({ connectionString: url, application_name: 'bench' });
  await client.connect();
  // A connection that outlives the database would hide why it could not be filled.
  return await fill(client, size).catch(async (error: unknown) => {
    await client.end();
    throw error;
  });
}

async function fill(client: Client, size: Size): Promise<Filled> {
  const { rows } = await client.query<{ id: string }>(
    `select p.id from product p where p.access = 'open' and p.category = 'Public' and exists (select from subject where product_id = p.id)
     order by p.code limit 1`,
  );
  const productId = rows[0]?.id ?? '';
  await addSessions(client, { count: 25, productId, isComing: true });
  const has: Size = { applications: 0, sessions: 25 };
  const grow = async (wanted: Size) => {
    await addSessions(client, { count: wanted.sessions - has.sessions, productId: null, isComing: false });
    await addApplications(client, has.applications, wanted.applications);
    await client.query('vacuum analyze');
    Object.assign(has, wanted);
  };
  await grow(size);
  return { productId, grow, close: () => client.end() };
}

type Sessions = { count: number; productId: string | null; isComing: boolean };

async function addSessions(client: Client, { count, productId, isComing }: Sessions): Promise<void> {
  await client.query(
    `with product_of as (
       select p.id, row_number() over (order by p.code) - 1 as n, count(*) over () as total,
         (select s.id from subject s where s.product_id = p.id order by s.code limit 1) as subject_id
       from product p where p.access = 'open' and p.category = 'Public' and ($2::uuid is null or p.id = $2)
         and exists (select from subject s where s.product_id = p.id)
     ), city_of as (
       select id, office_id, row_number() over (order by code) - 1 as n, count(*) over () as total from city
     ), planned as (
       select gen_random_uuid() as id, p.id as product_id, p.subject_id, c.id as city_id, c.office_id,
         app_now()::date + case when $3 or i % 20 = 0 then 30 + i % 300 else -(1 + i % 3650) end as day
       from generate_series(1, $1::integer) i
       join product_of p on p.n = i / 20 % p.total join city_of c on c.n = i % c.total
     ), made as (
       insert into exam_session (id, product_id, office_id, city_id, exam_date, start_time, end_time, starts_at, ends_at, status,
         seat, publish_start_at, publish_end_at, created_at)
       select id, product_id, office_id, city_id, day, '09:00', '12:00', day + interval '1 hour', day + interval '4 hours',
         'Published', 500, day - interval '120 days', day - interval '7 days', app_now()
       from planned
     )
     insert into session_subject (id, session_id, subject_id, start_time, end_time, starts_at, ends_at, local_fee, board_fee, vat, total)
     select gen_random_uuid(), id, subject_id, '09:00', '12:00', day + interval '1 hour', day + interval '4 hours',
       45000, 95334, 9666, 150000 from planned`,
    [Math.max(0, count), productId, isComing],
  );
}

/** A million rows at most in one statement, so that no transaction grows without bound. */
async function addApplications(client: Client, from: number, to: number): Promise<void> {
  for (let first = from; first < to; first += 1_000_000) {
    await addSomeApplications(client, first, Math.min(first + 1_000_000, to));
  }
}

/** Accounts, their people and their applications one after the other: each is refused where the one before is not there. */
async function addSomeApplications(client: Client, from: number, to: number): Promise<void> {
  await client.query('begin');
  await client.query(
    `create temporary table person on commit drop as
     select gen_random_uuid() as account_id, gen_random_uuid() as candidate_id, n, sha256(('bench' || n)::bytea) as key
     from generate_series(${from}::integer / 10, (${to}::integer - 1) / 10) n`,
  );
  await client.query(
    `insert into account (id, phone_key, phone_sealed, created_at)
     select account_id, sha256(('bench' || gen_random_uuid())::bytea), ''::bytea, app_now() from person`,
  );
  await client.query(
    `insert into candidate (id, account_id, id_type, id_no_sealed, person_key, first_name, last_name, birth_year, created_at)
     select candidate_id, account_id, 'Passport', ''::bytea, key, 'SAN', 'ZHANG', 1990, app_now() from person`,
  );
  await client.query(
    `with session_of as (
       select array_agg(id order by id) as ids, array_agg(product_id order by id) as products, count(*)::integer as total from exam_session
     )
     insert into application (id, account_id, code, category, status, product_id, session_id, candidate_id, person_key, id_type,
       id_no_sealed, first_name, last_name, birth_year, class_when_made, class_on_exam_day, shown_amount, letter_code, created_at)
     select gen_random_uuid(), p.account_id, 'bench' || i, 'Public', 'Withdrawn', s.products[i % s.total + 1], s.ids[i % s.total + 1], p.candidate_id, p.key, 'Passport',
       ''::bytea, 'SAN', 'ZHANG', 1990, 18, 18, 150000, 'bench' || i, app_now() - i % 3650 * interval '1 day'
     from generate_series($1::integer, $2::integer - 1) i
     join person p on p.n = i / 10 cross join session_of s`,
    [from, to],
  );
  await client.query('commit');
}
