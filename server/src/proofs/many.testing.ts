import { setTimeout as pause } from 'node:timers/promises';
import { tablesOfPeople } from '#platform/columns/subjects';
import { Client } from 'pg';

/**
 * How many copies of each of its settled rows a table gets; of every other table that grows, as many as there are households.
 * Rows of one copy belong together: the order of household 7 is of account 7. All are multiples of forty, so that the copies of a
 * registration and of its session lie equally far back.
 */
const households = 1_200;
const copies: Readonly<Record<string, number>> = {
  application: 12_000,
  application_paper: 12_000,
  booking: 3_600,
  booking_arrangement: 3_600,
  booking_paper: 3_600,
  booking_person: 3_600,
  post_test: 4_800,
  post_test_item: 4_800,
  exam_session: 40,
  session_subject: 40,
  session_subject_late_charge: 40,
  session_subject_tier_fee: 40,
  audit_entry: 400,
};

/** What of a table is over, so that no job has anything to do with its copies: a backlog is another thing than a large table. */
const settled: Readonly<Record<string, string>> = {
  application: `status in ('Registered', 'Cancelled', 'RegisteredCancellationRejected') and deleted_at is null and not has_special_arrangement`,
  exam_order: `status = 'PaymentSuccessful'`,
  payment_attempt: `status = 'Succeeded'`,
  payment_exception: `closed_at is not null`,
  refund: `status in ('Completed', 'Rejected', 'Closed')`,
  booking: `status in ('WithdrawnBeforeArrangement', 'Completed', 'CancelledBeforeArrangement')`,
  post_test: `status = 'Complete'`,
  cancellation_request: `outcome is not null`,
  exam_session: `status = 'Published' and booking_id is null`,
  candidate: `deleted_at is null`,
  seat_allocation: `state <> 'Held'`,
};

/** What a column of a copy holds in place of what its row has. */
const instead: Readonly<Record<string, string>> = {
  'message.state': `'Sent'`,
  'message.sent_at': 'created_at',
  'message.is_wiped': 'true',
  'work_item.closed_at': 'app_now()',
  'payment_attempt.next_poll_at': 'null',
  'rights_request.status': `'Answered'`,
  'rights_request.answered_at': 'received_at',
  'application.letter_announced_version': 'letter_version',
  'application.form_files_id': 'gen_random_uuid()',
  'booking.form_files_id': 'gen_random_uuid()',
  'booking_date_proposal.answer': `'Declined'`,
  'booking_date_proposal.answered_at': 'proposed_at',
};

/** Tables whose rows are never old: they end by themselves, or are sealed by the month. */
const recent: ReadonlySet<string> = new Set([
  'audit_entry',
  'account_session',
  'account_device',
  'network_log',
  'idempotency_key',
]);

/** Tables whose rows stay for minutes only. */
const fleeting: ReadonlySet<string> = new Set([
  'legal_hold',
  'candidate_import',
  'captcha',
  'sign_in_ticket',
  'passkey_challenge',
]);

/** Sessions lie in the years before, everything else in the last months: nothing of it is older than the shortest period of retention. */
const isSession = (table: string): boolean => table === 'exam_session' || table.startsWith('session_');
const daysBack = (table: string): string =>
  isSession(table) ? '(400 + (k - 1) % 40 * 10)' : '(30 + (k - 1) % 40 * 2)';

/** Every table whose rows grow with the people who come: what belongs to accounts, and the sessions they sit. */
export const growingTables: readonly string[] = [
  ...tablesOfPeople.filter((table) => !fleeting.has(table)),
  ...Object.keys(copies).filter(isSession),
];

type Column = { table: string; column: string; type: string; isFar: boolean };

/**
 * Grows the world of a database that nobody else uses: its settled rows once more for each of many households, all in the past, and then
 * statistics of what there is. Rows of one copy name each other as those that they were made from do; what was sealed is empty. Who reads
 * meanwhile keeps the vacuum from marking rows as visible to all, and counts then read the tables instead of their indexes.
 * @param most how many copies of a row are enough.
 */
export async function growWorld({ url }: { url: string }, most = Infinity): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`begin; set local session_replication_role = replica; set local maintenance_work_mem = '128MB'`);
    const columns = await columnsOfTables(client);
    await chooseRows(client, columns, most);
    const indexes = await dropIndexes(client);
    const filled: string[] = [];
    for (const table of growingTables) {
      const { rowCount } = await client.query(copyingOf(table, columns, most));
      if (rowCount) filled.push(table);
    }
    // Made once of all rows, which is faster than with each of them.
    for (const { made } of indexes) await client.query(made);
    await client.query(`update exam_session set registered = 0, seat = 500 where publish_end_at < app_now() and not exists (
      select from present where present.id = exam_session.id)`);
    // After an exam it has been counted whether enough people came.
    await client.query(`insert into minimum_decision (session_subject_id, session_id, minimum, registered, found_at, outcome, decided_at)
      select id, session_id, 1, 1, app_now(), 'NotNeeded', app_now() from session_subject where starts_at < app_now() on conflict do nothing`);
    const { rows } = await client.query<{ id: string }>('select pg_current_xact_id()::text as id');
    await client.query('commit');
    await untilPast(client, rows[0]?.id ?? '');
    // What is empty is planned for as if nothing was known of it, as in a database that is new.
    await vacuumWhole(client, ['minimum_decision', ...filled]);
  } finally {
    await client.end();
  }
}

/**
 * Waits until whoever was in a transaction before this one ended has come to an end too, in whichever database: until then PostgreSQL plans
 * without the indexes that were made in it.
 */
async function untilPast(client: Client, transactionId: string): Promise<void> {
  const asked = 'select pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 as "isPast"';
  while (!(await client.query<{ isPast: boolean }>(asked, [transactionId])).rows[0]?.isPast) await pause(50);
}

/**
 * Vacuums until every page is known as visible to all, by which counts read indexes alone. While another file of tests writes in one long
 * transaction, whoever begins to read here, PostgreSQL's own workers too, sees a state from before it, and a vacuum passes pages over.
 */
async function vacuumWhole(client: Client, tables: readonly string[], tries = 200): Promise<void> {
  if (tables.length === 0) return;
  if (tries === 0) throw new Error(`Somebody keeps a vacuum from finishing ${tables.join(', ')}.`);
  await client.query(`vacuum analyze ${tables.join(', ')}`);
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relname = any($1) and relnamespace = 'public'::regnamespace and relallvisible < relpages`,
    [tables],
  );
  if (rows.length > 0) await pause(250);
  await vacuumWhole(
    client,
    rows.map(({ name }) => name),
    tries - 1,
  );
}

/** Drops the indexes that no constraint needs. @returns how each is made again. */
async function dropIndexes(client: Client): Promise<{ made: string }[]> {
  const { rows } = await client.query<{ name: string; made: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made
     from pg_index join pg_class relation on relation.oid = indrelid
     where relation.relname = any($1) and relation.relnamespace = 'public'::regnamespace
       and not exists (select from pg_constraint where conindid = indexrelid)`,
    [growingTables],
  );
  await client.query(`drop index ${rows.map(({ name }) => name).join(', ')}`);
  return rows;
}

/** The columns of the tables that grow; `isFar` where a unique index names no other row, so that a copy needs a value of its own. */
async function columnsOfTables(client: Client): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select relation.relname as "table", attname as "column", format_type(atttypid, null) as type, exists (
       select from pg_index where indrelid = relation.oid and indisunique and attnum = any(indkey) and not exists (
         select from pg_attribute other where other.attrelid = relation.oid and other.attnum = any(indkey) and other.atttypid = 'uuid'::regtype)
     ) as "isFar"
     from pg_attribute join pg_class relation on relation.oid = attrelid
     where relation.relname = any($1) and relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped and attgenerated = ''
     order by relation.relname, attnum`,
    [growingTables],
  );
  return rows;
}

/** Chooses which rows are copied, by id: what is settled, but for what names something that is not. */
async function chooseRows(client: Client, columns: readonly Column[], most: number): Promise<void> {
  await client.query(`create temporary table grown (id uuid primary key, copies bigint not null, rest text generated always as (
    overlay(overlay(substr(id::text, 9) placing '3' from 7 for 1) placing '8' from 12 for 1)) stored) on commit drop`);
  await client.query(`create temporary table present (id uuid primary key) on commit drop`);
  const withIds = growingTables.filter((table) => uuidsOf(table, columns).includes('id'));
  for (const table of withIds) {
    await client.query(`insert into present select id from "${table}" on conflict do nothing`);
    await client.query(
      `insert into grown select id, ${copiesOf(table, most)} from "${table}" where ${settled[table] ?? 'true'} on conflict do nothing`,
    );
  }
  // Rows that have the id of what they belong to are not settled before that is.
  for (const [table, condition] of Object.entries(settled))
    await client.query(
      `delete from grown using "${table}" t where grown.id = t.id and t.id not in (select id from "${table}" where ${condition})`,
    );
  for (;;) {
    let left = 0;
    for (const table of withIds) {
      const { rowCount } = await client.query(
        `delete from grown using "${table}" t where grown.id = t.id and ${namesOpen(table, columns)}`,
      );
      left += rowCount ?? 0;
    }
    if (left === 0) return;
  }
}

/** SQL: whether a row `t` names a row of a table that grows which is not copied. */
function namesOpen(table: string, columns: readonly Column[]): string {
  const named = uuidsOf(table, columns).map((column) => `t."${column}"`);
  return `exists (select from present where present.id in (${named.join(', ')}, null) and not exists (
    select from grown g where g.id = present.id))`;
}

function uuidsOf(table: string, columns: readonly Column[]): string[] {
  return columns.filter((each) => each.table === table && each.type === 'uuid').map(({ column }) => column);
}

function copiesOf(table: string, most: number): number {
  return Math.min(copies[table] ?? households, most);
}

function copyingOf(table: string, columns: readonly Column[], most: number): string {
  const own = columns.filter((each) => each.table === table);
  const joins = uuidsOf(table, own).map(
    (column) => `left join grown "g_${column}" on "g_${column}".id = t."${column}"`,
  );
  const names = own.map(({ column }) => `"${column}"`).join(', ');
  const chosen = uuidsOf(table, own).includes('id') ? `"g_id".id is not null` : (settled[table] ?? 'true');
  // Whether a row is copied is found out once, not for each of its copies.
  return `insert into "${table}" (${names}) overriding system value
    with t as materialized (select t.* from "${table}" t ${joins.join(' ')} where ${chosen} and not ${namesOpen(table, own)})
    select ${own.map(valueOf).join(', ')} from t ${joins.join(' ')} cross join generate_series(1, ${copiesOf(table, most)}) k`;
}

/** SQL: what a column of copy `k` holds. */
function valueOf(own: Column): string {
  const value = `t."${own.column}"`;
  const special = instead[`${own.table}.${own.column}`];
  if (special !== undefined) return special;
  if (own.column.endsWith('_sealed')) return `case when ${value} is not null then ''::bytea end`;
  if (own.type === 'uuid')
    return `case when "g_${own.column}".id is null then ${value}
      else (lpad(to_hex((k - 1) % "g_${own.column}".copies * 2654435761 & 4294967295), 8, '0') || "g_${own.column}".rest)::uuid end`;
  if (own.type === 'bytea') return `sha256(${value} || (${own.isFar ? 'k' : `(k - 1) % ${households}`})::text::bytea)`;
  return isWhen(own) ? backIn(own, value) : own.type === 'text' && own.isFar ? `${value} || '-' || k` : value;
}

/** Whether a column says when something was, and its table keeps what is long past; people keep their age. */
function isWhen({ table, column, type }: Column): boolean {
  return /^(timestamp|date)/.test(type) && !recent.has(table) && !/dob|birth/.test(column);
}

function backIn({ table, type }: Column, value: string): string {
  const days = daysBack(table);
  return type === 'date' ? `${value} - ${days}` : `${value} - ${days} * interval '1 day'`;
}
