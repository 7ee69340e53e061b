import { sql } from 'kysely';
import { randomBetween, randomId, randomToken } from '#platform/chance';
import type { Tx } from '#platform/database';
import { lifetimes, tries } from '#platform/limits/table';
import { hashSecret } from '#platform/vault';

/**
 * The work asked for: a browser needs about half a second to try this many numbers. Raised under attack.
 */
const powMaxNumber = 50_000;
const maxTries = tries.captcha.takes;
/** Pixels that a slider may be off. */
const sliderTolerance = 4;
/** Seconds to solve a captcha, and again to spend it once solved. */
const lifeSeconds = lifetimes.captcha.seconds;

export type PowChallenge = { id: string; algorithm: 'SHA-256'; challenge: string; salt: string; maxNumber: number };

/** Makes a proof of work for this browser: find `number` with SHA-256(salt + number) = challenge (S-8). */
export async function createPow(tx: Tx, visitId: string): Promise<PowChallenge> {
  const salt = randomToken(12);
  const number = randomBetween(0, powMaxNumber + 1);
  const id = await keep(tx, { kind: 'pow', visitId, answer: number });
  const challenge = hashSecret(`${salt}${number}`).toString('hex');
  return { id, algorithm: 'SHA-256', challenge, salt, maxNumber: powMaxNumber };
}

/** Keeps a slider's answer for this browser: the x where the piece fits. @returns the captcha's id. */
export function keepSlider(tx: Tx, visitId: string, x: number): Promise<string> {
  return keep(tx, { kind: 'slider', visitId, answer: x });
}

async function keep(tx: Tx, captcha: { kind: 'pow' | 'slider'; visitId: string; answer: number }): Promise<string> {
  const id = randomId();
  await tx
    .insertInto('captcha')
    .values({
      id,
      kind: captcha.kind,
      visit_hash: hashSecret(captcha.visitId),
      answer: String(captcha.answer),
      expires_at: sql<string>`app_now() + make_interval(secs => ${lifeSeconds})`,
    })
    .execute();
  return id;
}

/**
 * Compares an answer and counts the try in the same statement. The transaction must be committed also when it is wrong.
 * @returns the id to spend on one call within two minutes; null when the answer is wrong, late, tried three times, solved
 * already or another browser's.
 */
export async function solveCaptcha(
  tx: Tx,
  { id, visitId, answer }: { id: string; visitId: string; answer: { number?: number; x?: number } },
): Promise<string | null> {
  const verifyId = randomToken();
  const isRight = sql<boolean>`coalesce(case kind
    when 'pow' then answer::int = ${answer.number ?? null}::int
    else abs(answer::int - ${answer.x ?? null}::int) <= ${sliderTolerance} end, false)`;
  const { rows } = await sql<{ isRight: boolean }>`
    update captcha set
      tries = tries + 1,
      verify_hash = case when ${isRight} then ${hashSecret(verifyId)}::bytea end,
      verified_at = case when ${isRight} then app_now() end,
      expires_at = case when ${isRight} then app_now() + make_interval(secs => ${lifeSeconds}) else expires_at end
    where id = ${id}::uuid and visit_hash = ${hashSecret(visitId)} and verified_at is null
      and tries < ${maxTries} and expires_at > app_now()
    returning verified_at is not null as "isRight"`.execute(tx);
  return rows[0]?.isRight ? verifyId : null;
}

/**
 * Spends a solved captcha: once, by the browser that solved it, within two minutes (T1).
 * @returns whether there was one to spend.
 */
export async function spendCaptcha(
  tx: Tx,
  { verifyId, visitId }: { verifyId: string; visitId: string },
): Promise<boolean> {
  const spent = await tx
    .updateTable('captcha')
    .set({ spent_at: sql<string>`app_now()` })
    .where('verify_hash', '=', hashSecret(verifyId))
    .where('visit_hash', '=', hashSecret(visitId))
    .where('spent_at', 'is', null)
    .where('expires_at', '>', sql<string>`app_now()`)
    .returning('id')
    .executeTakeFirst();
  return spent !== undefined;
}
