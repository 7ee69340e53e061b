import { retentionClasses } from '@exam/contract/rules';
import type { StaffCalls } from '@exam/contract/staff';
import type { HoldItem } from '@exam/contract/staff';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';

type Search = z.output<StaffCalls['holds.search']['body']>;
type Page = Omit<z.output<StaffCalls['holds.search']['reply']>, 'list'> & { list: HoldItem[] };

/** A page of holds, those to be looked at soonest first unless sorted otherwise. */
export async function searchHolds(
  tx: Tx,
  { pageIndex, pageSize, sort = 'reviewOn', ...filters }: Search,
): Promise<Page> {
  const matching = holds(tx)
    .$if(filters.isOpen !== undefined, (query) =>
      query.where('legal_hold.released_at', filters.isOpen ? 'is' : 'is not', null),
    )
    .$if(filters.scope !== undefined, (query) => query.where('legal_hold.scope', '=', filters.scope ?? 'class'));
  const { recordCount } = await matching
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('recordCount'))
    .executeTakeFirstOrThrow();
  const rows = await matching
    .orderBy(sort.endsWith('openedAt') ? 'legal_hold.opened_at' : 'legal_hold.review_on', (order) =>
      sort.startsWith('-') ? order.desc() : order.asc(),
    )
    .orderBy('legal_hold.id')
    .limit(pageSize)
    .offset((pageIndex - 1) * pageSize)
    .execute();
  return { list: rows.map(present), pageIndex, pageSize, recordCount };
}

/** One hold. @throws Refusal NOT_FOUND. */
export async function findHold(tx: Tx, id: string): Promise<HoldItem> {
  const row = await holds(tx).where('legal_hold.id', '=', id).executeTakeFirst();
  return row ? present(row) : refuse('NOT_FOUND');
}

function holds(tx: Tx) {
  return (
    tx
      .selectFrom('legal_hold')
      // A restored backup may not know whoever opened a hold after it was made.
      .leftJoin('staff_account as opener', 'opener.id', 'legal_hold.opened_by')
      .leftJoin('staff_account as approver', 'approver.id', 'legal_hold.approved_by')
      .leftJoin('staff_account as releaser', 'releaser.id', 'legal_hold.released_by')
      .leftJoin('staff_account as second', 'second.id', 'legal_hold.release_approved_by')
      .select(['legal_hold.id', 'scope', 'object_id', 'class', 'reason', 'review_on', 'opened_at', 'released_at'])
      .select(['release_reason', sql<string>`coalesce(opener.name, '')`.as('openedBy')])
      .select(sql<string>`coalesce(approver.name, '')`.as('approvedBy'))
      .select(['releaser.name as releasedBy', 'second.name as releaseApprovedBy'])
  );
}

type Row = Awaited<ReturnType<ReturnType<typeof holds>['executeTakeFirstOrThrow']>>;

function present({ object_id, class: of, review_on, opened_at, released_at, release_reason, ...row }: Row): HoldItem {
  return {
    ...row,
    objectId: object_id,
    class: retentionClasses.find((each) => each === of) ?? null,
    reviewOn: review_on,
    openedAt: opened_at,
    releasedAt: released_at,
    releaseReason: release_reason,
  };
}
