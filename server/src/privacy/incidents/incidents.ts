import type { Language } from '@exam/contract/messages';
import { chinaDateOf, chinaTimeOf, isMinorNameMasked, type LookPurpose, recordKinds } from '@exam/contract/rules';
import type { StaffCalls } from '@exam/contract/staff';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { countSeen, findSeen, noteLooks, type LookSource, type SeenPerson } from '#office/access';
import { audit } from '#office/audit';
import { randomId } from '#platform/chance';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { FileReply } from '#platform/http/call';
import type { StaffActor } from '#platform/staff-http';
import { csvFile } from './csv.ts';
import { wordsOf } from './report.ts';
import type { IncidentsWords } from './words.en.ts';

type Search = z.output<StaffCalls['incidents.seen']['body']>;
type Page = z.output<StaffCalls['incidents.seen']['reply']>;

/** The staff accounts that an incident may be about, by name. */
export async function findStaffChoices(tx: Tx) {
  const { rows } = await sql<{ id: string; name: string; email: string }>`
    select id, name, email from staff_account order by name, id`.execute(tx);
  return { staff: rows };
}

/** A page of those of whom something was seen. @throws Refusal MALFORMED (400) without exactly one source. */
export async function searchSeen(
  tx: Tx,
  staff: StaffActor,
  { pageIndex, pageSize, sort, ...source }: Search,
): Promise<Page> {
  const { people, minors } = await countSeen(tx, source);
  const list = await findSeen(tx, staff, source, { sort, limit: pageSize, offset: (pageIndex - 1) * pageSize });
  return {
    // The answer's shape leaves the keys out.
    list,
    pageIndex,
    pageSize,
    recordCount: people,
    minorCount: minors,
  };
}

/** The same as CSV, with everybody; the audit keeps that it was taken. @throws Refusal MALFORMED (400) without exactly one source. */
export async function exportSeen(
  tx: Tx,
  staff: StaffActor,
  { language, reason, ...source }: LookSource & { language: Language; reason: string },
): Promise<FileReply> {
  const seen = await findSeen(tx, staff, source, { limit: 1_000_000, offset: 0 });
  const id = source.staffId ?? source.entryId ?? '';
  const entryId = await audit(tx, {
    staff,
    action: 'incidents.export',
    object: { kind: 'incident', id },
    reason,
    after: { rows: seen.length, ...source },
    people: seen.map((each) => each.personKey),
  });
  for (const kind of recordKinds) {
    const records = seen.flatMap(({ record }) => (record?.kind === kind ? [record] : []));
    const masked = records.filter(({ name }) => isMinorNameMasked(name));
    const named = records.filter(({ name }) => !isMinorNameMasked(name));
    const look = { kind, purpose: 'incidents.export', act: 'Exported', reason, entryId } as const;
    await noteLooks(tx, staff, { ...look, ids: named.map(({ id }) => id) });
    await noteLooks(tx, staff, { ...look, ids: masked.map(({ id }) => id), fields: ['maskedName'] });
  }
  const words = wordsOf(language);
  return await csvFile(
    'seen.csv',
    words.seen.headings,
    seen.map((each) => cellsOf(each, words)),
  );
}

function cellsOf(seen: SeenPerson, { seen: words, fields, acts, purposes }: IncidentsWords): (string | number)[] {
  const at = (instant: string) => `${chinaDateOf(instant)} ${chinaTimeOf(instant)}`;
  const joined = (texts: readonly string[]) => texts.join(words.joined);
  return [
    seen.record?.name ?? words.noLonger,
    seen.record?.code ?? '',
    seen.record === null ? '' : words.records[seen.record.kind],
    seen.accountId ?? '',
    seen.isMinor ? words.yes : words.no,
    joined(seen.fields.map((field) => fields[field])),
    joined(seen.acts.map((act) => acts[act])),
    joined(seen.purposes.map((purpose) => (isPurpose(purpose, purposes) ? purposes[purpose] : purpose))),
    seen.looks,
    at(seen.firstAt),
    at(seen.lastAt),
  ];
}

function isPurpose(text: string, purposes: IncidentsWords['purposes']): text is LookPurpose {
  return Object.hasOwn(purposes, text);
}

/**
 * Keeps an incident with its numbers as they are now.
 * @returns its id.
 * @throws Refusal MALFORMED (400) without exactly one source; NOT_FOUND for one that nobody has.
 */
export async function noteIncident(
  tx: Tx,
  staff: StaffActor,
  { reason, ...source }: LookSource & { reason: string },
): Promise<string> {
  const counts = await countSeen(tx, source);
  await checkSource(tx, source);
  const { people, minors } = counts;
  const now = await readNow(tx);
  const [since, until] = [counts.since ?? now, counts.until ?? now];
  const id = randomId();
  const { staffId = null, entryId = null } = source;
  await tx
    .insertInto('incident')
    .values({
      id,
      staff_id: staffId,
      entry_id: entryId,
      since,
      until,
      reason,
      people,
      minors,
      noted_at: now,
      noted_by: staff.id,
      noted_by_name: staff.name,
    })
    .execute();
  const after = { staffId, entryId, since, until, people, minors };
  await audit(tx, { staff, action: 'incidents.note', object: { kind: 'incident', id }, reason, after });
  return id;
}

async function checkSource(tx: Tx, { staffId, entryId }: LookSource): Promise<void> {
  const { rows } = await sql`
    select from staff_account where id = ${staffId ?? null}::uuid
    union all select from audit_entry where id = ${entryId ?? null}::uuid`.execute(tx);
  if (rows.length === 0) refuse('NOT_FOUND');
}

type Incidents = z.output<StaffCalls['incidents.search']['reply']>;

/** The incidents that were noted, the latest first unless asked otherwise. */
export async function searchIncidents(
  tx: Tx,
  { pageIndex, pageSize, sort }: z.output<StaffCalls['incidents.search']['body']>,
): Promise<Incidents> {
  const direction = sort === 'notedAt' ? sql`asc` : sql`desc`;
  const { rows: counted } = await sql<{ count: number }>`select count(*)::integer as count from incident`.execute(tx);
  const { rows } = await sql<Incidents['list'][number]>`
    select incident.id, colleague.name as "staffName", entry_id as "entryId", since, until, reason, people, minors,
      noted_at as "notedAt", noted_by_name as "notedBy"
    from incident left join staff_account colleague on colleague.id = incident.staff_id
    order by noted_at ${direction}, incident.id
    limit ${pageSize} offset ${(pageIndex - 1) * pageSize}`.execute(tx);
  return { list: rows, pageIndex, pageSize, recordCount: counted[0]?.count ?? 0 };
}
