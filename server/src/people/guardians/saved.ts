import { chinaDateOf, isMinor } from '@exam/contract/rules';
import { sql } from 'kysely';
import { birthKeyOf } from '#platform/birth';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { plainName, plainNameIn } from '#platform/person-name';
import { unseal } from '#platform/vault';

type Person = { accountId: string; lastName: string; firstName: string; dob: string };

/** The guardian with whom an account has saved somebody of this name and day of birth. */
async function find(tx: Tx, { accountId, lastName, firstName, dob }: Person) {
  const { rows } = await sql<{ id: string; sealed: Buffer; relation: string | null }>`
    select guardian.id, guardian.mobile_sealed as sealed, guardian.type as relation
    from candidate join candidate_guardian guardian on guardian.candidate_id = candidate.id
    where candidate.account_id = ${accountId} and candidate.birth_key = ${birthKeyOf(accountId, dob)} and candidate.deleted_at is null
      and candidate.anonymised_at is null and candidate.restricted_at is null
      and ${plainNameIn(sql`concat(candidate.last_name, candidate.first_name)`)} = ${plainName(lastName + firstName)} limit 1`.execute(
    tx,
  );
  return rows[0] ?? null;
}

/** Number and relation of that guardian, as they were typed; null where there is none, and for whoever is of age by now. A request after an exam names none itself. */
export async function savedGuardian(
  tx: Tx,
  person: Person,
): Promise<{ mobile: string; relation: string | null } | null> {
  if (!isMinor(person.dob, chinaDateOf(await readNow(tx)))) return null;
  const found = await find(tx, person);
  if (found === null) return null;
  const mobile = unseal(found.sealed, { table: 'candidate_guardian', row: found.id, column: 'mobile' });
  return { mobile, relation: found.relation };
}
