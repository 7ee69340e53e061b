import {
  addDays,
  endOfDay,
  type LookAct,
  type LookField,
  lookFields,
  maskMinorName,
  type RecordKind,
} from '@exam/contract/rules';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { noteShown } from '#platform/http/staff/shown';
import type { StaffActor } from '#platform/staff-http';
import { mayName } from './names.ts';

/** Whose looks: those of a staff account, or one entry of the audit; within China dates, both included. */
export type LookSource = {
  staffId?: string | undefined;
  entryId?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

/** One person, and what was seen of them. */
export type SeenPerson = {
  personKey: Buffer;
  record: { kind: RecordKind; id: string; code: string | null; name: string } | null;
  accountId: string | null;
  isMinor: boolean;
  fields: LookField[];
  acts: LookAct[];
  purposes: string[];
  looks: number;
  firstAt: string;
  lastAt: string;
};

type Row = Omit<SeenPerson, 'record' | 'fields'> & {
  fields: string;
  kind: RecordKind;
  recordId: string | null;
  code: string | null;
  name: string | null;
  isNamed: boolean | null;
};

type Paging = { sort?: 'firstAt' | '-firstAt' | 'lastAt' | '-lastAt' | undefined; limit: number; offset: number };

const sorts = {
  firstAt: sql`"firstAt"`,
  '-firstAt': sql`"firstAt" desc`,
  lastAt: sql`"lastAt"`,
  '-lastAt': sql`"lastAt" desc`,
} as const;

/**
 * Everybody of whom something was seen, the first one first: exactly the looks that were noted, by index whatever their number. Minors are
 * named for the staff whom an approval lets.
 * @throws Refusal MALFORMED (400) without exactly one source.
 */
export async function findSeen(
  tx: Tx,
  staff: StaffActor,
  source: LookSource,
  { sort = 'firstAt', limit, offset }: Paging,
): Promise<SeenPerson[]> {
  const { rows } = await sql<Row>`
    select page.*, record.id as "recordId", record.code, record.name, record.is_named as "isNamed", page.account_id as "accountId"
    from (
      select person_key as "personKey", bool_or(is_minor) as "isMinor", min(at) as "firstAt", max(at) as "lastAt",
        count(*)::integer as looks, string_agg(distinct array_to_string(fields, ','), ',') as fields,
        array_agg(distinct act) as acts, array_agg(distinct purpose) as purposes,
        (array_agg(record_kind order by at desc, id))[1] as kind, (array_agg(record_id order by at desc, id))[1] as record_id,
        (array_agg(account_id order by at desc, id))[1] as account_id
      from record_view where ${whereOf(source)}
      group by person_key
      order by ${sorts[sort]}, person_key limit ${limit} offset ${offset}
    ) page
    left join lateral (
      select id, code, name, ${mayName(staff.id, 'person_record')} as is_named from person_record where kind = page.kind and id = page.record_id) record on true
    order by ${sorts[sort]}, "personKey"`.execute(tx);
  for (const { recordId, isNamed } of rows) if (recordId !== null) noteShown(recordId, isNamed ? 'named' : 'masked');
  return rows.map(present);
}

/** How many persons were seen, and how many of them minors, and between when. */
export async function countSeen(tx: Tx, source: LookSource) {
  type Counts = { people: number; minors: number; since: string | null; until: string | null };
  const { rows } = await sql<Counts>`
    select count(distinct person_key)::integer as people,
      (count(distinct person_key) filter (where is_minor))::integer as minors, min(at) as since, max(at) as until
    from record_view where ${whereOf(source)}`.execute(tx);
  return rows[0] ?? { people: 0, minors: 0, since: null, until: null };
}

function whereOf({ staffId, entryId, from, to }: LookSource): RawBuilder<unknown> {
  if ((staffId === undefined) === (entryId === undefined)) refuse('MALFORMED');
  const whose = entryId === undefined ? sql`staff_id = ${staffId}` : sql`entry_id = ${entryId}`;
  const since = from === undefined ? sql`true` : sql`at >= ${endOfDay(addDays(from, -1))}::timestamptz`;
  const until = to === undefined ? sql`true` : sql`at < ${endOfDay(to)}::timestamptz`;
  return sql`${whose} and ${since} and ${until}`;
}

function present({ kind, recordId, code, name, isNamed, fields, ...row }: Row): SeenPerson {
  const seen = new Set(fields.split(','));
  return {
    personKey: row.personKey,
    record:
      recordId === null ? null : { kind, id: recordId, code, name: isNamed ? (name ?? '') : maskMinorName(name ?? '') },
    accountId: row.accountId,
    isMinor: row.isMinor,
    fields: lookFields.filter((field) => seen.has(field)),
    acts: row.acts,
    purposes: row.purposes,
    looks: row.looks,
    firstAt: row.firstAt,
    lastAt: row.lastAt,
  };
}
