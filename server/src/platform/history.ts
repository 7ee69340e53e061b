import type { HistoryEvent, HistoryKind } from '@exam/contract/machines';
import { type RawBuilder, sql } from 'kysely';
import { randomIdInOrder } from '#platform/chance';
import type { Tx } from '#platform/database';
import { currentRequestId } from '#platform/http/request-context';

/** Who does something: a person by account id, a job of ours or a payment channel. */
export type Actor = { kind: 'candidate' | 'staff'; id: string } | { kind: 'system' | 'gateway'; id?: null };

/** Our own jobs. */
export const theSystem: Actor = { kind: 'system' };

/** A payment channel's notification or answer. */
export const theGateway: Actor = { kind: 'gateway' };

/** What kind of object, and what happened to it: the histories that people read name events which have words. */
type Happened =
  | { [K in HistoryKind]: { kind: K; event: HistoryEvent<K> } }[HistoryKind]
  | {
      kind:
        | 'account'
        | 'catalogueDraft'
        | 'fapiao'
        | 'misconductCase'
        | 'postTest'
        | 'payment'
        | 'proposal'
        | 'rightsRequest'
        | 'session';
      event: string;
    };

type Entry = Happened & {
  id: string;
  actor: Actor;
  to?: string;
  /** Shown to staff and on the timeline; no personal values. A candidate's own words are not kept. */
  reason?: string | null;
  /** The request that did it, where that is not the current one. */
  requestId?: string | null;
};

/**
 * Writes a history row for what is not a change of status: a creation (`to` = the first status), a pickup person changed, a
 * letter sent. Changes of status are written by `transition` alone.
 */
export async function record(tx: Tx, entry: Entry): Promise<void> {
  await recording(entry).execute(tx);
}

/**
 * What a history keeps of a reason: what a candidate writes may name an illness, and is stored sealed with the thing itself (decision 0054).
 */
export function keptReason({
  actor,
  reason = null,
}: {
  actor: Actor;
  reason?: string | null | undefined;
}): string | null {
  return actor.kind === 'candidate' ? null : reason;
}

/** The same for several as a statement, to be a part of the one that creates the objects. */
export function recording(...entries: readonly Entry[]): RawBuilder<unknown> {
  const of = <Value>(pick: (entry: Entry) => Value) => entries.map(pick);
  return sql`
    insert into history (id, kind, object_id, event, actor_kind, actor_id, from_status, to_status, reason, request_id, at)
    select id, kind, object_id, event, actor_kind, actor_id, null, to_status, reason, request_id, app_now()
    from unnest(${of(() => randomIdInOrder())}::uuid[], ${of(({ kind }) => kind)}::text[], ${of(({ id }) => id)}::uuid[],
      ${of(({ event }) => event)}::text[], ${of(({ actor }) => actor.kind)}::text[], ${of(({ actor }) => actor.id ?? null)}::uuid[],
      ${of(({ to }) => to ?? null)}::text[], ${of(keptReason)}::text[],
      ${of(({ requestId }) => (requestId === undefined ? currentRequestId() : requestId))}::text[]
    ) as entry (id, kind, object_id, event, actor_kind, actor_id, to_status, reason, request_id)`;
}

/** Whether this has ever befallen the object. */
export async function hasHappened(tx: Tx, { kind, id, event }: Happened & { id: string }): Promise<boolean> {
  const row = await tx
    .selectFrom('history')
    .select('id')
    .where('object_id', '=', id)
    .where('kind', '=', kind)
    .where('event', '=', event)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Forgets why things happened, in the words of people and of staff: those of whom they speak are forgotten. What happened, and when, stays. */
export async function forgetReasons(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`update history set reason = null where object_id = any(${[...ids]}::uuid[]) and reason is not null`.execute(
    tx,
  );
}

/** Forgets which account did something, of things that belong to none any more. What happened, and when, stays. */
export async function forgetActors(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`update history set actor_id = null where object_id = any(${[...ids]}::uuid[]) and actor_kind = 'candidate'`.execute(
    tx,
  );
}

/** Forgets what happened to things that are gone; of one kind only, where others have the same ids. */
export async function forgetHistory(tx: Tx, ids: readonly string[], kind: HistoryKind | null = null): Promise<void> {
  await sql`delete from history where object_id = any(${[...ids]}::uuid[]) and kind = coalesce(${kind}, kind)`.execute(
    tx,
  );
}
