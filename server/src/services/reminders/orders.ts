import { sql } from 'kysely';
import { notify } from '#people/notices';
import { inTransaction, type Tx } from '#platform/database';
import { eachDue } from '#platform/each';
import { claim } from './claim.ts';

/** Orders told in one batch; the next run tells the rest. */
const batch = 200;

type Expiring = { id: string; accountId: string; code: string; amount: number; endsAt: string };

/**
 * Reminds of unpaid orders that end soon: two hours before where there was half a day to pay, else in the last third of the time, at most
 * ten minutes before. An order whose payment the channel works on is left in peace; bookings have a reminder of their own. A later end is
 * told again.
 */
export async function remindOfOrders(): Promise<void> {
  await eachDue(
    (tx, tried) => readExpiring(tx, null, tried),
    ({ id }) => inTransaction((tx) => tellExpiring(tx, id)),
  );
}

async function tellExpiring(tx: Tx, id: string): Promise<void> {
  const [current] = await readExpiring(tx, id);
  if (!current || !(await claim(tx, { kind: 'orderExpiring', objectId: id, about: current.endsAt }))) return;
  const { id: orderId, code: orderCode, amount, endsAt: payBefore, accountId } = current;
  const values = { orderId, orderCode, amount, payBefore };
  await notify(tx, { kind: 'orderExpiring', values, accountId, objectId: orderId, key: payBefore });
}

async function readExpiring(tx: Tx, id: string | null, tried: readonly string[] = []): Promise<Expiring[]> {
  const { rows } = await sql<Expiring>`
    select placed.id, placed.account_id as "accountId", placed.code, placed.pay_amount as amount, placed.payment_end_at as "endsAt"
    from exam_order placed
      left join order_payment_progress progress on progress.order_id = placed.id
      cross join lateral (select placed.payment_end_at - placed.payment_start_at as whole) span
    where placed.status = 'PaymentPending' and placed.category <> 'Booking' and not placed.is_hidden
      and not coalesce(progress.is_accepted, false)
      and (${id}::uuid is null or placed.id = ${id}::uuid) and placed.id <> all(${[...tried]}::uuid[])
      and placed.payment_end_at > app_now() + interval '2 minutes'
      and placed.payment_end_at <= app_now() + case when span.whole >= interval '12 hours' then interval '2 hours'
        else least(interval '10 minutes', span.whole / 3) end
      and not exists (select from reminder told
        where told.kind = 'orderExpiring' and told.object_id = placed.id
          and told.about = to_char(placed.payment_end_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    order by placed.payment_end_at limit ${batch}`.execute(tx);
  return rows;
}
