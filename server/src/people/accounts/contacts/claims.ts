import type { PossessionWay } from '@exam/contract/entities';
import { addWorkingHours, maskPhone } from '@exam/contract/rules';
import { sql } from 'kysely';
import { randomId } from '#platform/chance';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { tries } from '#platform/limits/table';
import { record, theSystem } from '#platform/transition';
import { readWorkingCalendar } from '#office/working-days';
import { closeItem, openItem } from '#office/work-items';
import { type AccountRow, accountById, openContacts } from '../store.ts';

/** Somebody who holds an account's number and has not shown yet that the account is theirs (S-19). */
type Claim = { birthDateTries: number };

const mostTries = tries.birthDate.takes;

/** Staff decide within a working day: until then somebody waits to enter the account. */
const decideWithinHours = 24;

/** Opens a claim to an account, or goes on with the open one: its tries count on. Where nothing can be tried, staff are told. */
export async function openClaim(tx: Tx, account: AccountRow): Promise<Claim> {
  const { rows } = await sql<Claim>`
    insert into possession_claim as claim (id, account_id, opened_at, birth_date_tries)
    values (${randomId()}, ${account.id}, app_now(), (
      select coalesce(max(earlier.birth_date_tries), 0) from possession_claim earlier
      where earlier.account_id = ${account.id} and earlier.outcome = 'Refused'))
    on conflict (account_id) where ended_at is null do update set account_id = claim.account_id
    returning birth_date_tries as "birthDateTries"`.execute(tx);
  const claim = rows[0] ?? { birthDateTries: 0 };
  if (waysOf(account, claim).length === 0) await handToStaff(tx, account.id);
  return claim;
}

/** How the owner may prove themselves. A password that the phone alone renewed proves no more than the phone. */
export function waysOf(account: AccountRow, { birthDateTries }: Claim): PossessionWay[] {
  const isOpen: Record<PossessionWay, boolean> = {
    password: account.password_hash !== null && !account.is_password_by_phone,
    email: account.email_key !== null,
    birthDate: account.date_of_birth_sealed !== null && birthDateTries < mostTries,
  };
  return (['password', 'email', 'birthDate'] as const).filter((way) => isOpen[way]);
}

/**
 * Counts a try of the birth date; parallel ones are counted one by one.
 * @returns tries left after it; null when there was none any more.
 */
export async function countTry(tx: Tx, accountId: string): Promise<number | null> {
  const { rows } = await sql<{ tried: number }>`
    update possession_claim set birth_date_tries = birth_date_tries + 1
    where account_id = ${accountId} and ended_at is null and birth_date_tries < ${mostTries}
    returning birth_date_tries as tried`.execute(tx);
  return rows[0] ? mostTries - rows[0].tried : null;
}

/** Puts the open claim before staff, once, and on their board. */
export async function handToStaff(tx: Tx, accountId: string): Promise<void> {
  const handed = await sql<{ id: string }>`
    update possession_claim set handed_to_staff_at = app_now()
    where account_id = ${accountId} and ended_at is null and handed_to_staff_at is null returning id`.execute(tx);
  const [claim] = handed.rows;
  if (!claim) return;
  await record(tx, { kind: 'account', id: accountId, event: 'possessionUnproved', actor: theSystem });
  const { phone } = openContacts(await accountById(tx, accountId));
  const dueAt = addWorkingHours(await readNow(tx), decideWithinHours, await readWorkingCalendar(tx));
  await openItem(tx, {
    kind: 'claimToDecide',
    objectKind: 'claim',
    objectId: claim.id,
    officeId: null,
    dueAt,
    label: phone && maskPhone(phone),
  });
}

/**
 * Uses up the decision of staff that the holder of the number is the owner (S-19). Of two sign-ins at once one does.
 * @returns whether there was one.
 */
export async function useLetIn(tx: Tx, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    update possession_claim set let_in_until = null where account_id = ${accountId} and let_in_until > app_now()
    returning id`.execute(tx);
  return rows.length > 0;
}

/** Closes the open claim to an account, if there is one. */
export async function endClaim(tx: Tx, accountId: string, outcome: 'Proved' | 'NotMe'): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update possession_claim set ended_at = app_now(), outcome = ${outcome}
    where account_id = ${accountId} and ended_at is null returning id`.execute(tx);
  for (const { id } of rows) await closeItem(tx, { kind: 'claimToDecide', objectId: id });
}

/** Takes back what an accepted claim allowed: the account is locked or signed out by staff. */
export async function endLetIn(tx: Tx, accountId: string): Promise<void> {
  await sql`update possession_claim set let_in_until = null where account_id = ${accountId} and let_in_until is not null`.execute(
    tx,
  );
}
