import type { IdType } from '@exam/contract/entities';
import { maskIdNumber } from '@exam/contract/rules';
import { sql } from 'kysely';
import { dobOf } from '#platform/birth';
import type { Tx } from '#platform/database';
import { unseal } from '#platform/vault';
import { idTypeOf, type ApplicationPersonRow, type ApplicationRow } from './store.ts';

/** A guardian or pickup person with what is sealed at rest. */
export type OpenedPerson = {
  name: string;
  idType: IdType;
  mobile: string;
  type: string | null;
  idNo: () => string;
};

/**
 * A registration with what is sealed at rest, for the acts of staff: never for an answer as it is. Document numbers are opened by
 * asking, so that nothing holds them that does not need them.
 */
export type OpenedApplication = {
  row: ApplicationRow;
  idType: IdType;
  idNo: () => string;
  nameZh: string | null;
  email: string | null;
  mobile: string | null;
  guardian: OpenedPerson | null;
  pickupPerson: OpenedPerson | null;
  formJson: string | null;
};

/** Opens applications by id, in no order; absent ones are left out. `lock` holds their rows until the transaction ends. */
export async function openApplications(
  tx: Tx,
  ids: readonly string[],
  { lock = false }: { lock?: boolean } = {},
): Promise<OpenedApplication[]> {
  if (ids.length === 0) return [];
  const query = tx
    .selectFrom('application')
    .selectAll()
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('deleted_at', 'is', null)
    .orderBy('id');
  const rows = await (lock ? query.forNoKeyUpdate() : query).execute();
  const people = await tx
    .selectFrom('application_person')
    .selectAll()
    .where('application_id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute();
  const byApplication = Map.groupBy(people, (person) => person.application_id);
  return rows.map((row) => opened(row, byApplication.get(row.id) ?? []));
}

/** Who may collect a minor beside the guardian; null where nobody is named, or there is no such registration. */
export async function pickupOfApplication(tx: Tx, id: string): Promise<OpenedPerson | null> {
  const [found] = await openApplications(tx, [id]);
  return found?.pickupPerson ?? null;
}

/** Whether two are one person, reached at the same number: name, document and mobile are equal. */
export function isSamePerson(
  known: OpenedPerson | null,
  named: Pick<OpenedPerson, 'name' | 'idType' | 'mobile'> & { idNo: string },
): boolean {
  return (
    known !== null &&
    known.name === named.name &&
    known.mobile === named.mobile &&
    known.idType === named.idType &&
    known.idNo() === named.idNo
  );
}

/** What is shown of the document numbers of registrations, by their ids. Nothing of a number is in clear (decision 0051). */
export async function maskedIdNumbers(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('application')
    .select(['id', 'id_no_sealed'])
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, maskIdNumber(openIdNo(row))]));
}

/** The names in Chinese characters of registrations, by their ids, where one was given. */
export async function chineseNames(tx: Tx, ids: readonly string[]): Promise<Map<string, string | null>> {
  const rows = await tx
    .selectFrom('application')
    .select(['id', 'name_zh_sealed'])
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, openChineseName(row)]));
}

/** The birth dates of registrations, by their ids: China dates. */
export async function birthDates(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('application')
    .select(['id', 'dob_sealed', 'birth_year'])
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, dobOf('application', row)]));
}

/** The name of a registration's candidate in Chinese characters, where it was given. */
export function openChineseName({ id, name_zh_sealed }: Pick<ApplicationRow, 'id' | 'name_zh_sealed'>): string | null {
  return name_zh_sealed && unseal(name_zh_sealed, { table: 'application', row: id, column: 'name_zh' });
}

/** The document number of a registration. */
export function openIdNo({ id, id_no_sealed }: Pick<ApplicationRow, 'id' | 'id_no_sealed'>): string {
  return unseal(id_no_sealed, { table: 'application', row: id, column: 'id_no' });
}

function opened(row: ApplicationRow, people: readonly ApplicationPersonRow[]): OpenedApplication {
  const open = (sealed: Buffer | null, column: string) =>
    sealed === null ? null : unseal(sealed, { table: 'application', row: row.id, column });
  const personIn = (role: ApplicationPersonRow['role']) => {
    const person = people.find((each) => each.role === role);
    return person ? openPerson(person) : null;
  };
  return {
    row,
    idType: idTypeOf(row.id_type),
    idNo: () => openIdNo(row),
    nameZh: openChineseName(row),
    email: open(row.email_sealed, 'email'),
    mobile: open(row.mobile_sealed, 'mobile'),
    guardian: personIn('Guardian'),
    pickupPerson: personIn('PickupPerson'),
    formJson: open(row.form_json_sealed, 'form_json'),
  };
}

function openPerson(person: ApplicationPersonRow): OpenedPerson {
  const open = (sealed: Buffer, column: string) =>
    unseal(sealed, { table: 'application_person', row: person.id, column });
  return {
    name: open(person.name_sealed, 'name'),
    idType: idTypeOf(person.id_type),
    mobile: open(person.mobile_sealed, 'mobile'),
    type: person.type,
    idNo: () => open(person.id_no_sealed, 'id_no'),
  };
}
