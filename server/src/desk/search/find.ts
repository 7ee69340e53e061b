import type { Permission, SearchKind } from '@exam/contract/staff';
import type { Language } from '@exam/contract/messages';
import type { StaffReply } from '@exam/contract/staff/client';
import { sql } from 'kysely';
import { maskMinorName, type Sought } from '@exam/contract/rules';
import { beginsWithWords, readNamed, whoIsNamed, wholeName } from '#office/access';
import { type ApplicationRefund, refundsOfApplications } from '#books/refunds';
import { readAbouts } from '#office/work-items';
import { findAccountsBy } from '#people/accounts';
import { findSavedBy } from '#people/candidates';
import type { Tx } from '#platform/database';
import { beginningWith, containing } from '#platform/like';
import { inOffices, may, type StaffActor } from '#platform/staff-http';

type Hit = StaffReply<'search.find'>['list'][number];
type Bare = Omit<Hit, 'about' | 'refund'>;
type Offered = Extract<SearchKind, 'line' | 'product' | 'subject' | 'body'>;
type Coded = Exclude<SearchKind, 'account' | 'candidate' | Offered>;

const mostOfAKind = 5;

/** How many of a kind are read to show that many: minors who are shown in part are found by their whole name alone. */
const mostRead = 50;

const readers: Readonly<Record<SearchKind, Permission>> = {
  application: 'applications:read',
  booking: 'bookings:read',
  order: 'orders:read',
  refund: 'refunds:read',
  account: 'accounts:read',
  candidate: 'candidates:read',
  line: 'catalogue:read',
  product: 'catalogue:read',
  subject: 'catalogue:read',
  body: 'catalogue:read',
};
const coded: readonly Coded[] = ['application', 'booking', 'order', 'refund'];

/**
 * What a member of staff may see under a code or its beginning, a channel's payment number, the beginnings of a name's words in whatever order, or a whole number, address or
 * document number; at most five of each kind. Contacts and document numbers are compared by keyed hash and shown masked.
 */
export async function find(
  tx: Tx,
  staff: StaffActor,
  { text, language }: { text: string; language: Language },
): Promise<{ list: Hit[] }> {
  const kinds = coded.filter((kind) => may(staff, readers[kind]));
  const found: Bare[] = [
    ...(kinds.length > 0 ? await findCoded(tx, staff, { kinds, text }) : []),
    ...(may(staff, readers.account) ? await findAccounts(tx, staff, text) : []),
    ...(may(staff, readers.candidate) ? await findCandidates(tx, staff, text) : []),
    ...(may(staff, readers.product) ? await findOffered(tx, text) : []),
  ];
  const targets = found.flatMap(({ kind: of, id }) =>
    told.filter((kind) => kind === of).map((objectKind) => ({ objectKind, objectId: id })),
  );
  const abouts = await readAbouts(tx, staff, { targets, language });
  const refunds = await refundsOfApplications(
    tx,
    found.flatMap(({ kind, id }) => (kind === 'application' ? id : [])),
  );
  return {
    list: found.map((hit) => ({ ...hit, about: abouts.get(hit.id) ?? null, refund: farOf(refunds.get(hit.id)) })),
  };
}

/** How far a refund is. */
function farOf(refund: ApplicationRefund | undefined): Hit['refund'] {
  if (refund === undefined) return null;
  const { status, latestDate, completedAt } = refund;
  return { status, latestDate, completedAt };
}

/** Hits that say which exam it is, on which day, for how much, and where they are. */
const told = ['application', 'booking', 'order', 'refund'] as const;

/** Hits that tell of somebody: orders and refunds are found by their codes alone. */
export const people = ['application', 'booking', 'account', 'candidate'] as const;

/** What a member of staff finds people by. */
export function soughtOf(staff: StaffActor): Sought[] {
  return people.some((kind) => may(staff, readers[kind])) ? ['idNo', 'holderContacts', 'name'] : [];
}

async function findCoded(
  tx: Tx,
  staff: StaffActor,
  { kinds, text }: { kinds: readonly Coded[]; text: string },
): Promise<Bare[]> {
  const pattern = beginningWith(text.toUpperCase());
  const sold = await soldUnder(tx, text);
  const isSold = sold.length === 0 ? sql<boolean>`false` : sql<boolean>`id = any(${sold}::uuid[])`;
  const { rows } = await sql<Bare & { isByCode: boolean }>`
    select kind, id, code as label, name as detail, is_by_code as "isByCode" from (
      select kind, id, code, name, is_by_code, row_number() over (partition by kind order by code) as place
      from (
        select kind, id, code, name, bool_or(key like ${pattern} or ${isSold}) as is_by_code from findable
        where kind = any(${[...kinds]}::text[]) and (key like ${pattern} or ${beginsWithWords(text, sql`name`)} or ${isSold})
          and ${inOffices(staff, 'findable.office_id')} group by kind, id, code, name) found) numbered
    where place <= ${mostRead} order by array_position(${[...coded]}::text[], kind), label`.execute(tx);
  const found = await mayBeFound(tx, staff, { rows, text });
  const isNamed = await readNamed(
    tx,
    staff,
    found.flatMap(({ id, detail }) => (detail === null ? [] : id)),
  );
  return found.map(({ kind, id, label, detail }) => ({
    kind,
    id,
    label,
    detail: detail === null || isNamed(id) ? detail : maskMinorName(detail),
  }));
}

/** The orders and registrations that this whole number of an order, a payment or a refund is about, whoever they are of: who may see them is asked where they are read. */
async function soldUnder(tx: Tx, number: string): Promise<string[]> {
  const { rows } = await sql<{ order: string; application: string | null }>`
    select order_id as order, application_id as application from money_number
    where key = ${number.trim().toUpperCase()} limit ${mostRead}`.execute(tx);
  return [
    ...new Set(rows.flatMap(({ order, application }) => [order, ...(application === null ? [] : [application])])),
  ];
}

/** Those who may be found by what is typed (`isFoundBy`), looked at once they are few: five of each kind. */
async function mayBeFound<Row extends { kind: SearchKind; id: string; detail: string | null; isByCode: boolean }>(
  tx: Tx,
  staff: StaffActor,
  { rows, text }: { rows: readonly Row[]; text: string },
): Promise<Row[]> {
  const isNamed = await whoIsNamed(
    tx,
    staff,
    rows.flatMap(({ id, isByCode }) => (isByCode ? [] : id)),
  );
  const whole = inAnyOrder(wholeName(text));
  const may = rows.filter(
    ({ id, detail, isByCode }) => isByCode || isNamed(id) || (detail !== null && inAnyOrder(detail) === whole),
  );
  return [...Map.groupBy(may, ({ kind }) => kind).values()].flatMap((ofKind) => ofKind.slice(0, mostOfAKind));
}

/** The words of a whole name, as they are whichever of them is typed first. */
const inAnyOrder = (name: string) =>
  name
    .trim()
    .split(' ')
    .toSorted((one, other) => (one < other ? -1 : 1))
    .join(' ');

async function findAccounts(tx: Tx, staff: StaffActor, text: string): Promise<Bare[]> {
  const found = await findAccountsBy(tx, staff, text);
  return found.map(({ id, phone, email }) => ({ kind: 'account', id, label: phone ?? email ?? '', detail: email }));
}

async function findCandidates(tx: Tx, staff: StaffActor, text: string): Promise<Bare[]> {
  const found = await findSavedBy(tx, staff, text);
  return found.map(({ id, lastName, firstName, idNo }) => ({
    kind: 'candidate',
    id,
    label: `${lastName} ${firstName}`.trim(),
    detail: idNo,
  }));
}

const offered: readonly Offered[] = ['line', 'product', 'subject', 'body'];

/** Lines, products, subjects and awarding bodies by the beginning of the code or a part of a name, in the order of the catalogue. */
async function findOffered(tx: Tx, text: string): Promise<Bare[]> {
  const named = containing(text);
  const { rows } = await sql<Bare>`
    select kind, id, code as label, name_en || ' · ' || name_zh as detail from (
      select kind, id, code, name_en, name_zh, row_number() over (partition by kind order by is_archived, sort, code) as place
      from catalogue_object
      where is_published and (code ilike ${beginningWith(text)} or name_en ilike ${named} or name_zh ilike ${named})) found
    where place <= ${mostOfAKind} order by array_position(${[...offered]}::text[], kind), place`.execute(tx);
  return rows;
}
