import { type RawBuilder, sql } from 'kysely';
import { randomIdInOrder } from '#platform/chance';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { type Actor, keptReason } from '#platform/history';
import { currentRequestId } from '#platform/http/request-context';
import type { Database } from '#platform/tables/index';

export { type Actor, record, recording, theGateway, theSystem } from '#platform/history';

/** A transition table of `contract/machines`, as far as writing needs it. */
type Machine<Event extends string> = {
  readonly events: Readonly<
    Record<Event, { readonly from: readonly string[]; readonly to: string; readonly by: readonly string[] }>
  >;
};

/** The tables that have a status. */
export type StatusTable = { [T in keyof Database]: 'status' extends keyof Database[T] ? T : never }[keyof Database];

type Common<Event extends string> = {
  table: StatusTable;
  /** The column of a second machine of the same row; `status` when absent. */
  column?: 'email_status';
  /** The kind of object in the history: `application`, `order`, `refund` ... */
  kind: string;
  event: NoInfer<Event>;
  actor: Actor;
  reason?: string | null;
};

/** Who moved one of several objects, and in which request: of the same kind as the change's actor. */
export type Mover = { actorId: string | null; requestId: string | null };

/**
 * Moves one object by an event of its machine and writes the history row, in the caller's transaction. The only writer of a
 * status (house rule 4).
 * @returns the statuses before and after.
 * @throws Refusal ILLEGAL_STATE (412) when the object is in none of the event's states, is absent, or the actor may not.
 */
export async function transition<Event extends string>(
  tx: Tx,
  machine: Machine<Event>,
  change: Common<Event> & { id: string },
): Promise<{ from: string; to: string }> {
  const { id, ...common } = change;
  const [moved] = await transitionAll(tx, machine, { ...common, ids: [id] });
  if (!moved) refuse('ILLEGAL_STATE');
  return { from: moved.from, to: moved.to };
}

/**
 * The same for many objects in one statement, locked in id order. Objects in another state stay as they are.
 * @returns those that moved; compare its length with `ids` where all must move.
 * @throws Refusal ILLEGAL_STATE (412) when the actor may not cause this event.
 */
export async function transitionAll<Event extends string>(
  tx: Tx,
  machine: Machine<Event>,
  change: Common<Event> & { ids: readonly string[] },
): Promise<{ id: string; from: string; to: string }[]> {
  const parts = transitioning(machine, change);
  if (change.ids.length === 0) return [];
  const { rows } = await sql<{ id: string; from: string }>`
    with ${parts} select id, from_status as "from" from changed`.execute(tx);
  const { to } = machine.events[change.event];
  return rows.map((row) => ({ ...row, to }));
}

/**
 * The same as CTEs, for a statement that does more. The rows that moved are in `changed`.
 * `each` says who moved each of the ids, where they are not all the change's actor.
 * @throws Refusal ILLEGAL_STATE (412) when the actor may not cause this event.
 */
export function transitioning<Event extends string>(
  machine: Machine<Event>,
  change: Common<Event> & { ids: readonly string[]; each?: readonly Mover[] },
): RawBuilder<unknown> {
  const { from, to, by } = machine.events[change.event];
  if (!by.includes(change.actor.kind)) refuse('ILLEGAL_STATE');
  const column = sql.ref(change.column ?? 'status');
  const historyIds = change.ids.map(() => randomIdInOrder());
  const movers =
    change.each ?? change.ids.map(() => ({ actorId: change.actor.id ?? null, requestId: currentRequestId() }));
  return sql`
    wanted as (
      select * from unnest(${[...change.ids]}::uuid[], ${historyIds}::uuid[], ${movers.map(({ actorId }) => actorId)}::uuid[],
        ${movers.map(({ requestId }) => requestId)}::text[]) as wanted (id, history_id, actor_id, request_id)
    ), before as (
      select object.id, object.${column} as status
      from ${sql.table(change.table)} object
      where object.id = any(${[...change.ids]}::uuid[]) and object.${column} = any(${[...from]}::text[])
      order by object.id
      for no key update
    ), changed as (
      update ${sql.table(change.table)} object
      set ${column} = ${to}
      from before
      where object.id = before.id
      returning object.id, before.status as from_status
    ), noted as (
      insert into history (id, kind, object_id, event, actor_kind, actor_id, from_status, to_status, reason, request_id, at)
      select wanted.history_id, ${change.kind}, changed.id, ${change.event}, ${change.actor.kind}, wanted.actor_id,
             changed.from_status, ${to}, ${keptReason(change)}, wanted.request_id, app_now()
      from changed join wanted on wanted.id = changed.id
    )`;
}
