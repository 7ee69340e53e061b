import { sql } from 'kysely';
import type { Tx } from '#platform/database';
import { isSameSecret } from '#platform/vault';
import { invitationCodeHash } from './code-hash.ts';

type Using = { sessionId: string; code: string; accountId: string; now: string };

/**
 * Uses an invitation code for an account: the same account may use it again, another one only within the code's limit. The
 * code's row is locked, so that two who come last do not both get in.
 * @returns whether the code opens the session.
 */
export async function useInvitation(tx: Tx, { sessionId, code, accountId, now }: Using): Promise<boolean> {
  const given = invitationCodeHash(sessionId, code);
  const codes = await tx
    .selectFrom('invitation_code')
    .select(['id', 'code_hash', 'use_limit'])
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const fitting = codes.filter((each) => isSameSecret(given, each.code_hash));
  const [found] = fitting;
  if (!found) return false;
  const { rows } = await sql<{ others: number }>`
    select count(*)::integer as others from invitation_use where code_id = ${found.id} and account_id <> ${accountId}`.execute(
    tx,
  );
  if (found.use_limit !== null && (rows[0]?.others ?? 0) >= found.use_limit) return false;
  await sql`
    insert into invitation_use (code_id, account_id, first_at, last_at) values (${found.id}, ${accountId}, ${now}, ${now})
    on conflict (code_id, account_id) do update set last_at = excluded.last_at`.execute(tx);
  return true;
}
