import { addDays, addMonths, chinaDateOf, keptMonths, keptUntilAfterDate, unusedTold } from '@exam/contract/rules';
import { type RawBuilder, sql } from 'kysely';
import { hasOrders } from '#checkout/orders';
import { isHeld, peopleOf, type Sweep } from '#office/holds';
import { accountContact, lastUsedBy, openOnesOf } from '#people/accounts';
import { notify } from '#people/notices';
import { readNow } from '#platform/clock';
import { inTransaction, type Tx } from '#platform/database';
import { eachByItself, eachDue } from '#platform/each';
import { isRegisteredIn } from '#registering/applications';
import { hasBookings } from '#services/bookings';
import { hasRequests } from '#services/post-test';
import { claim, forgetReminders, isDaytime, wasClaimed } from '#services/reminders';
import { blockersOf } from './blockers.ts';
import { closeUnused } from './close-account.ts';

/** How long after the first telling the second may follow: a day less than between them, whatever the minute of either. */
const betweenDays = unusedTold.firstDays - unusedTold.secondDays - 1;

/** Accounts told in one batch. */
const batch = 30;

/** SQL: open accounts (`account`) that keep nothing, last used on a day (`used.on_day`) or before. */
const unusedSince = (day: string) => lastUsedBy(day, [hasOrders, isRegisteredIn, hasBookings, hasRequests]);

/** SQL: whether the holder was told, this many days ago, that an account which was last used on that day is going to be closed. */
const wasTold = (time: 1 | 2, now: RawBuilder<unknown>, daysAgo: number) =>
  wasClaimed('accountUnused', {
    objectId: sql.ref('account.id'),
    about: sql`used.on_day::text || '/' || ${String(time)}::text`,
    by: sql`${now} - make_interval(days => ${daysAgo})`,
  });

/** An account that nobody has used for two years, whose holder was told twice. */
export const retention: Sweep[] = [
  {
    class: 'unusedAccount',
    due: ({ border, now }) => sql`
      select account.id, used.on_day::text as started, ${isHeld({ class: 'unusedAccount', personKey: peopleOf(sql.ref('account.id')) })} as is_held
      from ${unusedSince(border)} and ${wasTold(2, sql`${now}::timestamptz`, unusedTold.secondDays)}`,
    forget: async (tx, ids) => {
      const closed: string[] = [];
      // A backup may have been told already that they are closed.
      for (const id of await openOnesOf(tx, ids)) {
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
  const order = time === 1 ? sql`true` : wasTold(1, sql`app_now()`, betweenDays);
  const { rows } = await sql<Unused>`
    select account.id, used.on_day::text as "lastUsed" from ${unusedSince(border)} and ${order}
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
