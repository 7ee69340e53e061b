import type { Permission, SearchKind } from '@exam/contract/staff';
import type { StaffReply } from '@exam/contract/staff/client';
import { sql } from 'kysely';
import { maskMinorName, type Sought } from '@exam/contract/rules';
import { mayFind, readNamed } from '#office/access';
import { findAccountsBy } from '#people/accounts';
import { findSavedBy } from '#people/candidates';
import type { Tx } from '#platform/database';
import { beginningWith, containing } from '#platform/like';
import { inOffices, may, type StaffActor } from '#platform/staff-http';

type Hit = StaffReply<'search.find'>['list'][number];
type Offered = Extract<SearchKind, 'line' | 'product' | 'subject' | 'body'>;
type Coded = Exclude<SearchKind, 'account' | 'candidate' | Offered>;

const mostOfAKind = 5;

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
 * What a member of staff may see under a code or its beginning, a channel's payment number, a name, or a whole number, address or
 * document number; at most five of each kind. Contacts and document numbers are compared by keyed hash and shown masked.
 */
export async function find(tx: Tx, staff: StaffActor, text: string): Promise<{ list: Hit[] }> {
  const kinds = coded.filter((kind) => may(staff, readers[kind]));
  const list = [
    ...(kinds.length > 0 ? await findCoded(tx, staff, { kinds, text }) : []),
    ...(may(staff, readers.account) ? await findAccounts(tx, staff, text) : []),
    ...(may(staff, readers.candidate) ? await findCandidates(tx, staff, text) : []),
    ...(may(staff, readers.product) ? await findOffered(tx, text) : []),
  ];
  return { list };
}

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
): Promise<Hit[]> {
  const pattern = beginningWith(text.toUpperCase());
  const mayBe = mayFind(staff, text, { id: sql`findable.id`, names: [sql`trim(name)`] });
  const { rows } = await sql<Hit>`
    select kind, id, code as label, name as detail from (
      select kind, id, code, name, row_number() over (partition by kind order by code) as place
      from (
        select distinct kind, id, code, name from findable
        where kind = any(${[...kinds]}::text[]) and (key like ${pattern} or name like ${pattern} and ${mayBe})
          and ${inOffices(staff, 'findable.office_id')}) found) numbered
    where place <= ${mostOfAKind} order by array_position(${[...coded]}::text[], kind), label`.execute(tx);
  const isNamed = await readNamed(
    tx,
    staff,
    rows.flatMap(({ id, detail }) => (detail === null ? [] : id)),
  );
  return rows.map((hit) =>
    hit.detail === null || isNamed(hit.id) ? hit : { ...hit, detail: maskMinorName(hit.detail) },
  );
}

async function findAccounts(tx: Tx, staff: StaffActor, text: string): Promise<Hit[]> {
  const found = await findAccountsBy(tx, staff, text);
  return found.map(({ id, phone, email }) => ({ kind: 'account', id, label: phone ?? email ?? '', detail: email }));
}

async function findCandidates(tx: Tx, staff: StaffActor, text: string): Promise<Hit[]> {
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
async function findOffered(tx: Tx, text: string): Promise<Hit[]> {
  const named = containing(text);
  const { rows } = await sql<Hit>`
    select kind, id, code as label, name_en || ' · ' || name_zh as detail from (
      select kind, id, code, name_en, name_zh, row_number() over (partition by kind order by is_archived, sort, code) as place
      from catalogue_object
      where is_published and (code ilike ${beginningWith(text)} or name_en ilike ${named} or name_zh ilike ${named})) found
    where place <= ${mostOfAKind} order by array_position(${[...offered]}::text[], kind), place`.execute(tx);
  return rows;
}
