import {
  addDays,
  adultAge,
  endOfDay,
  type LookAct,
  lookActs,
  type LookField,
  type LookPurpose,
  type RetentionClass,
  sensitiveAge,
} from '@exam/contract/rules';
import type { MinorsReportRow } from '@exam/contract/staff';
import type { Language } from '@exam/contract/messages';
import { sql } from 'kysely';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { type IncidentsWords, incidentsWordsEn } from './words.en.ts';
import { incidentsWordsZh } from './words.zh.ts';

type Report = { year: string; asOf: string; rows: MinorsReportRow[] };
type Section = keyof IncidentsWords['report']['sections'];
type Year = { from: string; until: string };

/** The words of the reader's language. */
export function wordsOf(language: Language): IncidentsWords {
  return language === 'zh' ? incidentsWordsZh : incidentsWordsEn;
}

/**
 * What happened to minors' data in a year of the China calendar, as it is filed each January (3-domain 6.3): how many there are, what is
 * held of them, who opened, revealed and exported what, what people asked for, what was deleted, and what went wrong.
 */
export async function minorsReport(tx: Tx, year: string, language: Language): Promise<Report> {
  const words = wordsOf(language);
  const given = { from: endOfDay(addDays(`${year}-01-01`, -1)), until: endOfDay(`${year}-12-31`) };
  const row = (section: Section) => (item: string, count: number) => ({
    section: words.report.sections[section],
    item,
    count,
  });
  const rows = [
    ...(await minorsOf(tx, given)).map(([item, count]) => row('minors')(words.report.items[item], count)),
    ...(await heldOf(tx)).map(([item, count]) => row('held')(words.report.items[item], count)),
    ...(await filedOf(tx)).map(([kind, count]) => row('filed')(wordIn(words.filed, kind), count)),
    ...(await approvalsOf(tx, given)).map(([item, count]) => row('approvals')(words.report.items[item], count)),
    ...(await looksOf(tx, given, words)).map(([section, item, count]) => row(section)(item, count)),
    ...(await requestsOf(tx, given)).map(([item, count]) => row('requests')(words.report.items[item], count)),
    ...(await deletionsOf(tx, given)).map(([of, count]) => row('deletions')(wordIn(words.classes, of), count)),
    ...(await incidentsOf(tx, given)).map(([item, count]) => row('incidents')(words.report.items[item], count)),
  ];
  return { year, asOf: await readNow(tx), rows };
}

type Item = keyof IncidentsWords['report']['items'];
type Counted = (readonly [Item, number])[];

/** One statement whose columns are named as the report's items are. */
async function counted(tx: Tx, items: readonly Item[], statement: ReturnType<typeof sql>): Promise<Counted> {
  const { rows } = await (statement as ReturnType<typeof sql<Record<string, number>>>).execute(tx);
  return items.map((item) => [item, rows[0]?.[item] ?? 0] as const);
}

const youngerThan = (years: number) => sql`application.class_when_made < ${years}`;

async function minorsOf(tx: Tx, { from, until }: Year): Promise<Counted> {
  const made = await counted(
    tx,
    ['registeredPersons', 'under14', 'registrations'],
    sql`
      select count(distinct person_key)::integer as "registeredPersons",
        (count(distinct person_key) filter (where ${youngerThan(sensitiveAge)}))::integer as under14, count(*)::integer as registrations
      from application
      where status <> 'Initiated' and created_at >= ${from}::timestamptz and created_at < ${until}::timestamptz and ${youngerThan(adultAge)}`,
  );
  const held = await counted(
    tx,
    ['personsHeld', 'saved'],
    sql`
      select count(distinct person_key)::integer as "personsHeld",
        (count(*) filter (where kind = 'candidate'))::integer as saved
      from person_record where is_minor`,
  );
  return [...made, ...held];
}

async function heldOf(tx: Tx): Promise<Counted> {
  return await counted(
    tx,
    ['documents', 'contacts', 'guardians', 'pickups', 'answers', 'arrangements', 'files'],
    sql`
      select count(*)::integer as documents,
        (count(*) filter (where email_sealed is not null or mobile_sealed is not null))::integer as contacts,
        (count(*) filter (where exists (
          select from application_person person where person.application_id = application.id and person.role = 'Guardian')))::integer as guardians,
        (count(*) filter (where exists (
          select from application_person person where person.application_id = application.id and person.role = 'PickupPerson')))::integer as pickups,
        (count(*) filter (where form_json_sealed is not null))::integer as answers,
        (count(*) filter (where exists (
          select from special_arrangement asked where asked.id = application.id)))::integer as arrangements,
        (count(*) filter (where exists (select from file where file.object_id = application.id)))::integer as files
      from application join person_record record on record.kind = 'application' and record.id = application.id
      where record.is_minor`,
  );
}

async function filedOf(tx: Tx): Promise<(readonly [string, number])[]> {
  const { rows } = await sql<{ kind: string; count: number }>`
    select paper.kind, count(*)::integer as count
    from filed_document paper join person_record record on record.kind = 'application' and record.id = paper.application_id
    where record.is_minor group by paper.kind order by paper.kind`.execute(tx);
  return rows.map(({ kind, count }) => [kind, count]);
}

async function approvalsOf(tx: Tx, { from, until }: Year): Promise<Counted> {
  const within = (column: string) =>
    sql`(${sql.ref(column)} >= ${from}::timestamptz and ${sql.ref(column)} < ${until}::timestamptz)`;
  return await counted(
    tx,
    ['standing', 'case', 'ended', 'refused'],
    sql`
      select (count(*) filter (where person_key is null and ${within('given_at')}))::integer as standing,
        (count(*) filter (where person_key is not null and not is_for_day and ${within('given_at')}))::integer as case,
        (count(*) filter (where not is_for_day and ${within('ended_at')}))::integer as ended,
        (select count(*)::integer from audit_entry where action = 'minors.refused' and ${within('at')}) as refused
      from minor_approval`,
  );
}

type Look = { act: Exclude<LookAct, 'Listed'>; purpose: LookPurpose; field: LookField | null; count: number };
const sectionOf = {
  Opened: 'opened',
  Revealed: 'revealed',
  Exported: 'exported',
  Changed: 'changed',
  Found: 'found',
} as const satisfies Record<Exclude<LookAct, 'Listed'>, Section>;

/**
 * Pages opened and records changed by page, values shown whole by value, exports by kind and person: each of the log's rows counts once. Lists
 * need no approval, and part of the year's looks in them is gone by January (decision 0082).
 */
async function looksOf(tx: Tx, { from, until }: Year, words: IncidentsWords): Promise<[Section, string, number][]> {
  const within = sql`is_minor and act <> 'Listed' and at >= ${from}::timestamptz and at < ${until}::timestamptz`;
  const { rows } = await sql<Look>`
    select act, purpose, case when act = 'Revealed' and cardinality(fields) = 1 then fields[1] end as field, count(*)::integer as count
    from record_view where ${within}
    group by 1, 2, 3 order by array_position(${[...lookActs]}::text[], act), 2, 3`.execute(tx);
  const { rows: people } = await sql<{ count: number }>`
    select count(distinct staff_id)::integer as count from record_view where ${within}`.execute(tx);
  return [
    ['opened', words.report.items.staff, people[0]?.count ?? 0],
    ...rows.map(({ act, purpose, field, count }): [Section, string, number] => [
      sectionOf[act],
      field === null ? words.purposes[purpose] : `${words.purposes[purpose]}: ${words.fields[field]}`,
      count,
    ]),
  ];
}

async function requestsOf(tx: Tx, { from, until }: Year): Promise<Counted> {
  return await counted(
    tx,
    ['requestsReceived', 'requestsAnswered'],
    sql`
      select count(*)::integer as "requestsReceived", (count(*) filter (where answered_at is not null))::integer as "requestsAnswered"
      from rights_request where received_at >= ${from}::timestamptz and received_at < ${until}::timestamptz`,
  );
}

async function deletionsOf(tx: Tx, { from, until }: Year): Promise<[RetentionClass, number][]> {
  const { rows } = await sql<{ class: RetentionClass; count: number }>`
    select class, sum(count)::integer as count from deletion_record
    where at >= ${from}::timestamptz and at < ${until}::timestamptz group by class order by class`.execute(tx);
  return rows.map((row) => [row.class, row.count]);
}

async function incidentsOf(tx: Tx, { from, until }: Year): Promise<Counted> {
  return await counted(
    tx,
    ['noted', 'people', 'affected'],
    sql`
      select count(*)::integer as noted, coalesce(sum(people), 0)::integer as people, coalesce(sum(minors), 0)::integer as affected
      from incident where noted_at >= ${from}::timestamptz and noted_at < ${until}::timestamptz`,
  );
}

function wordIn(words: Readonly<Record<string, string>>, code: string): string {
  return words[code] ?? code;
}
