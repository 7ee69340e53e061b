import { sql } from 'kysely';
import { randomToken } from '#platform/chance';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { lifetimes } from '#platform/limits/table';
import { hashSecret } from '#platform/vault';
import { accountById, type AccountRow } from './store.ts';

/** The step that a sign-in has to go: the second factor, or the proof that the account is one's own (S-19). */
export type Step = 'secondFactor' | 'possession';

/** A sign-in that has a step to go; the browser keeps its value in a cookie for ten minutes, the database its hash. */
export async function issueTicket(
  tx: Tx,
  { accountId, step }: { accountId: string; step: Step },
): Promise<{ ticket: string; expiresAt: string }> {
  const ticket = randomToken();
  const { expires_at } = await tx
    .insertInto('sign_in_ticket')
    .values({
      id_hash: hashSecret(ticket),
      account_id: accountId,
      kind: step,
      created_at: sql<string>`app_now()`,
      expires_at: sql<string>`app_now() + make_interval(secs => ${lifetimes.ticket.seconds})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return { ticket, expiresAt: expires_at };
}

/** The account that a browser's ticket is for; null when it has none for such a step, spent it, or took longer than ten minutes. */
export async function accountOfTicket(tx: Tx, ticket: string | null, step: Step): Promise<AccountRow | null> {
  if (ticket === null) return null;
  const found = await tx
    .selectFrom('sign_in_ticket')
    .select(['account_id', 'kind'])
    .where('id_hash', '=', hashSecret(ticket))
    .where('spent_at', 'is', null)
    .where('expires_at', '>', sql<string>`app_now()`)
    .executeTakeFirst();
  if (found?.kind !== step) return null;
  const account = await accountById(tx, found.account_id);
  return account.status === 'Active' ? account : null;
}

/** Uses a ticket up, once. @throws Refusal SIGN_IN_OVER when it was used or is over. */
export async function spendTicket(tx: Tx, ticket: string | null): Promise<void> {
  const spent = await tx
    .updateTable('sign_in_ticket')
    .set({ spent_at: sql<string>`app_now()` })
    .where('id_hash', '=', hashSecret(ticket ?? ''))
    .where('spent_at', 'is', null)
    .where('expires_at', '>', sql<string>`app_now()`)
    .returning('kind')
    .executeTakeFirst();
  if (!spent) refuse('SIGN_IN_OVER');
}

/** Ends the sign-ins of an account that have a step to go. */
export async function endTicketsOf(tx: Tx, accountId: string): Promise<void> {
  await sql`update sign_in_ticket set spent_at = app_now() where account_id = ${accountId} and spent_at is null`.execute(
    tx,
  );
}

/** Forgets tickets that were over a day ago, and devices that nobody used for half a year; run by a cron. */
export async function forgetOver(tx: Tx): Promise<void> {
  await sql`delete from sign_in_ticket where expires_at < app_now() - interval '1 day'`.execute(tx);
  await sql`delete from account_device
    where last_seen_at < app_now() - make_interval(secs => ${lifetimes.knownDevice.seconds})`.execute(tx);
}
