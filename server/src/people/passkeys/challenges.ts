import { sql } from 'kysely';
import { randomBytes } from '#platform/chance';
import { inTransaction, type Tx } from '#platform/database';
import { lifetimes } from '#platform/limits/table';
import { hashSecret } from '#platform/vault';

/** What a challenge is for: a passkey of one account, which will carry a handle, or signing in. */
type Use = { purpose: 'SignIn' } | { purpose: 'Add'; accountId: string; userHandle: Buffer };

/** 32 random bytes, good once and for five minutes, for this use in this browser. */
export async function issueChallenge(tx: Tx, visitId: string, use: Use): Promise<Buffer> {
  const challenge = randomBytes(32);
  await tx
    .insertInto('passkey_challenge')
    .values({
      challenge,
      purpose: use.purpose,
      visit_hash: hashSecret(visitId),
      account_id: use.purpose === 'Add' ? use.accountId : null,
      user_handle: use.purpose === 'Add' ? use.userHandle : null,
      expires_at: sql<string>`app_now() + make_interval(secs => ${lifetimes.passkeyChallenge.seconds})`,
    })
    .execute();
  return challenge;
}

/**
 * Spends a challenge, whatever becomes of the answer: it commits by itself.
 * @returns the handle of a passkey to be added (null for a sign-in); null in place of it all when there is no such challenge
 * for this purpose, browser and account, it was spent, or it is too old.
 */
export async function spendChallenge(
  challenge: Buffer | null,
  { purpose, visitId, accountId }: { purpose: 'Add' | 'SignIn'; visitId: string; accountId: string | null },
): Promise<{ challenge: Buffer; userHandle: Buffer | null } | null> {
  if (challenge === null) return null;
  const spent = await inTransaction((tx) =>
    tx
      .deleteFrom('passkey_challenge')
      .where('challenge', '=', challenge)
      .where('purpose', '=', purpose)
      .where('visit_hash', '=', hashSecret(visitId))
      .where('account_id', 'is not distinct from', accountId)
      .where('expires_at', '>', sql<string>`app_now()`)
      .returning('user_handle')
      .executeTakeFirst(),
  );
  return spent ? { challenge, userHandle: spent.user_handle } : null;
}

/** Forgets challenges that nobody answered; run by a cron. */
export async function forgetOldChallenges(): Promise<void> {
  await inTransaction((tx) =>
    tx
      .deleteFrom('passkey_challenge')
      .where('expires_at', '<=', sql<string>`app_now()`)
      .execute(),
  );
}
