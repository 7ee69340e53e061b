import { type RawBuilder, sql } from 'kysely';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { chinaTimeOf } from '@exam/contract/rules';

/** Reminders reach people by day (China time). */
const day = { from: '09:00', to: '21:00' } as const;

/** Something to be told because time has passed. */
type Claim = { kind: string; objectId: string; about: string };

/** Claims a telling: of two sweeps, or two runs of one job, one gets it (C39). @returns whether it is ours to tell. */
export async function claim(tx: Tx, { kind, objectId, about }: Claim): Promise<boolean> {
  const { rows } = await sql`
    insert into reminder (kind, object_id, about, told_at) values (${kind}, ${objectId}, ${about}, app_now())
    on conflict do nothing returning kind`.execute(tx);
  return rows.length > 0;
}

/** SQL: whether something was claimed by an instant. */
export const wasClaimed = (
  kind: string,
  { objectId, about, by }: Readonly<Record<'objectId' | 'about' | 'by', RawBuilder<unknown>>>,
) => sql`exists (
  select from reminder told where told.kind = ${kind} and told.object_id = ${objectId} and told.about = ${about} and told.told_at <= ${by})`;

/** Whether people may be written to without waking them. */
export async function isDaytime(tx: Tx): Promise<boolean> {
  const time = chinaTimeOf(await readNow(tx));
  return time >= day.from && time < day.to;
}
