import { sql } from 'kysely';
import { randomId } from '#platform/chance';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { StaffActor } from '#platform/staff-http';

type Params = Record<string, string>;
type View = { list: string; name: string; params: Params; isShared: boolean };

/** A person's views of a list and those colleagues share, by name. */
export async function listViews(tx: Tx, staff: StaffActor, list: string) {
  const rows = await tx
    .selectFrom('saved_view')
    .select(['id', 'name', 'params', 'is_shared', 'staff_id'])
    .where('list', '=', list)
    .where((where) => where.or([where('staff_id', '=', staff.id), where('is_shared', '=', true)]))
    .orderBy('name')
    .orderBy('id')
    .limit(200)
    .execute();
  return {
    list: rows.map(({ id, name, params, is_shared, staff_id }) => ({
      id,
      name,
      params: asParams(params),
      isShared: is_shared,
      isOwn: staff_id === staff.id,
    })),
  };
}

function asParams(value: unknown): Params {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

const mostViews = 100;

/** What somebody is searched for by, however it is written. */
const wordsOfSearch = /^\s*(?:search|keyword|text|name|q)\s*$/i;

/** A view as it may be kept and shared: what is typed to find a person stays out, whoever sends it (decisions 0051, 0056). */
function withoutPeople(params: Params): Params {
  return Object.fromEntries(Object.entries(params).filter(([name]) => !wordsOfSearch.test(name)));
}

/**
 * Keeps a view, without what names a person; one of the same name of the same person is replaced.
 * @throws Refusal TOO_MANY_VIEWS (412) beyond a hundred.
 */
export async function saveView(tx: Tx, staff: StaffActor, view: View): Promise<{ id: string }> {
  const { total } = await tx
    .selectFrom('saved_view')
    .select((each) => each.fn.countAll<number>().as('total'))
    .where('staff_id', '=', staff.id)
    .executeTakeFirstOrThrow();
  if (Number(total) >= mostViews) refuse('TOO_MANY_VIEWS');
  const { rows } = await sql<{ id: string }>`
    insert into saved_view (id, staff_id, list, name, params, is_shared, created_at)
    values (${randomId()}, ${staff.id}, ${view.list}, ${view.name}, ${JSON.stringify(withoutPeople(view.params))}::jsonb, ${view.isShared}, app_now())
    on conflict (staff_id, list, name) do update set params = excluded.params, is_shared = excluded.is_shared
    returning id`.execute(tx);
  return { id: rows[0]?.id ?? '' };
}

/** @throws Refusal NOT_FOUND for a view that is absent or a colleague's. */
export async function deleteView(tx: Tx, staff: StaffActor, id: string): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('saved_view')
    .where('id', '=', id)
    .where('staff_id', '=', staff.id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) refuse('NOT_FOUND');
}
