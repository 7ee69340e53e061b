import type { StaffCalls } from '@exam/contract/staff';
import { retentionClasses } from '@exam/contract/rules';
import { addDays, instantOf } from '@exam/contract/rules';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Sweep } from '#office/holds';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { borderOf } from './run.ts';

type Preview = z.output<StaffCalls['retention.preview']['reply']>;
type Search = z.output<StaffCalls['retention.records']['body']>;
type Page = z.output<StaffCalls['retention.records']['reply']>;

/** What a run would forget now, and what would stay because it is held. Nothing is changed. */
export async function previewRun(tx: Tx, sweeps: readonly Sweep[]): Promise<Preview> {
  const at = await readNow(tx);
  const found = new Map<string, { due: number; held: number; oldest: string | null }>();
  for (const sweep of sweeps) {
    const { rows } = await sql<{ due: number; held: number; oldest: string | null }>`
      select count(*) filter (where not is_held)::integer as due, count(*) filter (where is_held)::integer as held,
        min(started) as oldest
      from (${sweep.due({ border: borderOf(sweep, at), now: at })}) due`.execute(tx);
    const [row = { due: 0, held: 0, oldest: null }] = rows;
    const known = found.get(sweep.class) ?? { due: 0, held: 0, oldest: null };
    const oldest = [known.oldest, row.oldest].flatMap((each) => each ?? []).toSorted()[0] ?? null;
    found.set(sweep.class, { due: known.due + row.due, held: known.held + row.held, oldest });
  }
  const classes = retentionClasses.flatMap((each) => {
    const counts = found.get(each);
    return counts ? [{ class: each, ...counts }] : [];
  });
  return { at, classes };
}

/** A page of what runs have forgotten, the newest first unless sorted otherwise. */
export async function searchRecords(
  tx: Tx,
  { pageIndex, pageSize, sort = '-at', from, to, class: of }: Search,
): Promise<Page> {
  const matching = tx
    .selectFrom('deletion_record')
    .$if(of !== undefined, (query) => query.where('class', '=', of ?? ''))
    .$if(from !== undefined, (query) => query.where('at', '>=', instantOf(from ?? '')))
    .$if(to !== undefined, (query) => query.where('at', '<', instantOf(addDays(to ?? '', 1))));
  const { recordCount } = await matching
    .select(({ fn }) => fn.countAll<number>().as('recordCount'))
    .executeTakeFirstOrThrow();
  const rows = await matching
    .selectAll()
    .orderBy('at', sort.startsWith('-') ? 'desc' : 'asc')
    .orderBy('id')
    .limit(pageSize)
    .offset((pageIndex - 1) * pageSize)
    .execute();
  const list = rows.flatMap(({ first_start, last_start, digest, ...row }) => {
    const known = retentionClasses.find((each) => each === row.class);
    return known
      ? [{ ...row, class: known, firstStart: first_start, lastStart: last_start, digest: digest.toString('hex') }]
      : [];
  });
  return { list, pageIndex, pageSize, recordCount };
}
