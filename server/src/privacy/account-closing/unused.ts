import { addDays, addMonths, chinaDateOf, keptMonths, keptUntilAfterDate, unusedTold } from '@exam/contract/rules';
import { type RawBuilder, sql } from 'kysely';
import { isHeld, peopleOf, type Sweep } from '#office/holds';
import { accountContact } from '#people/accounts';
import { notify } from '#people/notices';
import { readNow } from '#platform/clock';
import { inTransaction, type Tx } from '#platform/database';
import { eachByItself, eachDue } from '#platform/each';
import { nobodysAccount } from '#platform/nobody';
import { claim, forgetReminders, isDaytime } from '#services/reminders';
import { blockersOf } from './blockers.ts';
import { closeUnused } from './close-account.ts';

/** Accounts told in one batch. */
const batch = 30;

/** SQL: the China date on which somebody was last signed in to an account (`account`): the end of the month of sessions that are gone. */
const lastUse = sql`greatest((account.created_at at time zone 'Asia/Shanghai')::date,
  (account.last_used_month + interval '1 month' - interval '1 day')::date,
  (select max((session.last_seen_at at time zone 'Asia/Shanghai')::date) from account_session session where session.account_id = account.id))`;

/** SQL: of accounts (`account`) that are open, and in which nothing is that has to be kept, when they were last used (`used.on_day`). */
const unused = sql`account cross join lateral (select ${lastUse} as on_day) used
  where account.closed_at is null and account.id <> ${nobodysAccount}
    and not exists (select from exam_order placed where placed.account_id = account.id)
    and not exists (select from application kept where kept.account_id = account.id and kept.status <> 'Initiated' and kept.deleted_at is null)
    and not exists (select from booking kept where kept.account_id = account.id and kept.anonymised_at is null)
    and not exists (select from post_test kept where kept.account_id = account.id and kept.status not in ('Initiated', 'Expired') and kept.anonymised_at is null)`;

/** SQL: whether somebody was told, this many days ago, that an account which was last used on a day is going to be closed. */
const wasTold = (time: 1 | 2, now: RawBuilder<unknown>, daysAgo: number) => sql`exists (
  select from reminder told where told.kind = 'accountUnused' and told.object_id = account.id
    and told.about = used.on_day::text || '/' || ${String(time)}::text and told.told_at <= ${now} - make_interval(days => ${daysAgo}))`;

/** An account that nobody has used for two years, whose holder was told twice. */
export const retention: Sweep[] = [
  {
    class: 'unusedAccount',
    due: ({ border, now }) => sql`
      select account.id, used.on_day::text as started, ${isHeld({ class: 'unusedAccount', personKey: peopleOf(sql.ref('account.id')) })} as is_held
      from ${unused} and used.on_day <= ${border}::date and ${wasTold(2, sql`${now}::timestamptz`, unusedTold.secondDays)}`,
    forget: async (tx, ids) => {
      const closed: string[] = [];
      // A backup may have been told already that they are closed.
      const { rows } = await sql<{ id: string }>`
        select id from account where id = any(${[...ids]}::uuid[]) and closed_at is null order by id`.execute(tx);
      for (const { id } of rows) {
        if ((await blockersOf(tx, id)).length > 0) continue;
        await closeUnused(tx, id);
        closed.push(id);
      }
      await forgetReminders(tx, closed);
      return closed;
    },
  },
];

/** Tells holders of accounts that nobody uses when they are going to be closed: sixty days before, and fourteen. By day, each time once. */
export async function tellUnused(): Promise<void> {
  await eachByItself([1, 2] as const, (time) =>
    eachDue(
      (tx, tried) => readUnused(tx, tried, time),
      (account) => inTransaction((tx) => tell(tx, account, time)),
    ),
  );
}

type Unused = { id: string; lastUsed: string };

async function readUnused(tx: Tx, tried: readonly string[], time: 1 | 2): Promise<Unused[]> {
  if (!(await isDaytime(tx))) return [];
  const today = chinaDateOf(await readNow(tx));
  const days = time === 1 ? unusedTold.firstDays : unusedTold.secondDays;
  const border = addDays(addMonths(today, -keptMonths('unusedAccount')), days);
  const order = time === 1 ? sql`true` : wasTold(1, sql`app_now()`, unusedTold.firstDays - unusedTold.secondDays);
  const { rows } = await sql<Unused>`
    select account.id, used.on_day::text as "lastUsed" from ${unused} and used.on_day <= ${border}::date and ${order}
      and not ${wasTold(time, sql`app_now()`, 0)} and account.id <> all(${[...tried]}::uuid[])
    order by account.id limit ${batch}`.execute(tx);
  return rows;
}

async function tell(tx: Tx, { id: accountId, lastUsed }: Unused, time: 1 | 2): Promise<void> {
  const about = `${lastUsed}/${time}`;
  if (!(await claim(tx, { kind: 'accountUnused', objectId: accountId, about }))) return;
  const { phone, email } = await accountContact(tx, accountId);
  if (phone === null && email === null) return;
  const left = time === 1 ? unusedTold.firstDays : unusedTold.secondDays;
  const [planned, soonest] = [
    chinaDateOf(keptUntilAfterDate('unusedAccount', lastUsed)),
    addDays(chinaDateOf(await readNow(tx)), left),
  ];
  const values = { closesOn: planned > soonest ? planned : soonest };
  await notify(tx, { kind: 'accountUnused', values, accountId, objectId: accountId, key: about });
}
