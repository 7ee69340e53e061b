import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { views } from '#platform/columns/class';
import { tablesOfPeople } from '#platform/columns/subjects';
import { databasePool } from '#platform/database';
import { openTestPlatform } from '#testing/app';
import { seedDemo } from '#demo';
import { growWorld } from './many.testing.ts';

let close: () => Promise<void>;
beforeAll(async () => {
  close = await openTestPlatform();
  await seedDemo();
  // Enough of each for a key to be worth its while.
  await growWorld({ url: databasePool().options.connectionString ?? '' }, 40);
});
afterAll(() => close());

type View = (typeof views)[number];

/** By what each view is asked for one thing, often out of a join. */
const keys = {
  account_candidates: ['account_id'],
  application_cancellation: ['application_id', 'request_id', 'refund_id'],
  application_move: ['application_id', 'move_id'],
  application_paid: ['application_id', 'order_id'],
  application_payment: ['application_id', 'order_id'],
  application_summary: ['application_id'],
  consent_ended: ['consent_id'],
  fapiao_sums: ['fapiao_id'],
  form_files_in_use: ['form_files_id'],
  object_office: ['id'],
  guardian_said: ['id', 'account_id'],
  order_kept: ['order_id'],
  order_owner: ['order_id'],
  order_payment_progress: ['order_id'],
  out_of_use: ['id'],
  passkey_of_account: ['account_id', 'id'],
  person_of_record: ['id'],
  person_office: ['account_id'],
  person_record: ['id'],
  post_test_summary: ['application_id'],
  registration_desk: ['id', 'session_id'],
  saving_account: ['account_id'],
  session_attendance: ['session_id'],
  session_place: ['session_id'],
  sold_summary: ['application_id'],
} as const satisfies Partial<Record<View, readonly string[]>>;

/** Views that nobody asks for one thing out of a join, and why. */
const withoutKey: Partial<Record<View, string>> = {
  audit_problem: 'the proof of the whole audit, run by hand and by the sealing of a month',
  books_problem: 'the proof of the whole books, run by hand',
  books_seats_and_money: 'a part of that proof',
  books_seat_weight: 'a part of that proof',
  catalogue_object: 'of what is on offer, which does not grow with people',
  channel_movement: 'asked for days, not for one thing',
  channel_movement_day: 'asked for days, not for one thing',
  findable: 'asked for the beginnings of codes and names, never joined',
  guardian_former: 'asked for ids that are written out, or for one row at a time (decision 0085)',
  guardian_waits: 'asked for ids that are written out, or for one row at a time (decision 0076)',
  lapsed_order_sum: 'sums by day for a report',
  ledger_sum: 'sums by month for a report',
  sitting_begins: 'asked for ids that are written out, or for one row at a time (decision 0076)',
  money_number: 'asked for one whole number, never joined',
  order_line_count: 'the lines under the sums of a report, and of one order by its id alone',
  guardian_wait: 'unused, and goes with a later version',
  product_offer: 'of what is on offer, which does not grow with people',
  staff_colleague: 'of staff, who do not grow with people',
  subject_city: 'of what is on offer, which does not grow with people',
};

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: Plan[];
};

/** Indexes of those alone who are asked for, such as whoever waits for deletion: read whole, they are few. */
const ofFew: ReadonlySet<string> = new Set(['application_restricted']);

/** The reads of tables that grow which a plan does without a key: the whole table, or a whole index of it. */
function wholeReads(plan: Plan): string[] {
  const table = plan['Relation Name'];
  const keyed =
    plan['Index Cond'] ?? plan.Plans?.find((each) => each['Node Type'] === 'Bitmap Index Scan')?.['Index Cond'];
  const isWhole =
    table !== undefined && growing.has(table) && keyed === undefined && !ofFew.has(plan['Index Name'] ?? '');
  return [...(isWhole ? [`${plan['Node Type']} of ${table}`] : []), ...(plan.Plans ?? []).flatMap(wholeReads)];
}

const growing: ReadonlySet<string> = new Set<string>([...tablesOfPeople, 'exam_session', 'session_subject']);

/** How PostgreSQL joins a view to ids that it learns only then, with nothing in its way but the view: no scan of a whole table is cheaper. */
async function planOf(view: View, key: string): Promise<Plan> {
  const client = await databasePool().connect();
  try {
    await client.query(
      `begin; set local enable_seqscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off;
        set local cpu_tuple_cost = 100; set local cpu_index_tuple_cost = 100`,
    );
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (format json) select found.* from (select id from office limit 1) asked join ${view} found on found.${key} = asked.id`,
    );
    const [explained] = rows[0]?.['QUERY PLAN'] ?? [];
    if (!explained) throw new Error(`There is no plan of ${view}.`);
    return explained.Plan;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

describe('a view that is asked for one thing', () => {
  it('stands in the table of keys, or with why it is never asked so', () => {
    expect([...Object.keys(keys), ...Object.keys(withoutKey)].toSorted()).toEqual([...views].toSorted());
  });

  it.each(Object.entries(keys).flatMap(([view, own]) => own.map((key) => [view as View, key] as const)))(
    '%s reads no whole table when joined by %s',
    async (view, key) => {
      expect(wholeReads(await planOf(view, key))).toEqual([]);
    },
  );

  it('would be found out: ids of a table that are grouped first are all read', async () => {
    await databasePool().query('create view planted as select order_id from payment_attempt group by order_id');
    try {
      expect(wholeReads(await planOf('planted' as View, 'order_id'))).not.toEqual([]);
    } finally {
      await databasePool().query('drop view planted');
    }
  });
});
