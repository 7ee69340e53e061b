import { sql } from 'kysely';
import { randomBetween, randomDigits } from '#platform/chance';
import { reading } from '#platform/database';
import { createBrowser } from '#testing/app';
import { hashSecret, unseal } from '#platform/vault';
import { ask, type Answer, type Browser } from '#testing';

const anywhere = () => [10, randomBetween(2, 250), randomBetween(0, 250), randomBetween(1, 250)].join('.');

/** A browser that always calls from an address of its own, or from this one. */
export function givenVisitor(url: string, address = anywhere()): { browser: Browser; headers: Record<string, string> } {
  return { browser: createBrowser(url), headers: { 'x-forwarded-for': address } };
}

/** A mainland number that nobody has yet. */
export function newPhone(): string {
  return `137${randomDigits(8)}`;
}

/** An address that nobody has yet. */
export function newEmail(): string {
  return `someone.${randomDigits(10)}@example.com`;
}

/** Works out the number that a challenge asks for. */
function workOut(challenge: Record<string, unknown>): number {
  const { salt, challenge: wanted, maxNumber } = challenge;
  for (let number = 0; number <= Number(maxNumber); number++)
    if (hashSecret(`${String(salt)}${number}`).toString('hex') === wanted) return number;
  throw new Error('The challenge has no answer.');
}

type Visitor = ReturnType<typeof givenVisitor>;

/** Solves a proof of work. @returns the id to spend. */
export async function solveCaptcha({ browser, headers }: Visitor): Promise<string> {
  const { body: challenge } = await ask(browser, 'captcha.get', { query: { kind: 'pow' }, headers });
  const body = { id: challenge['id'], number: workOut(challenge) };
  const { body: solved } = await ask(browser, 'captcha.verify', { body, headers });
  return String(solved['captchaVerifyId']);
}

/** Asks for a code to a number or an address, with a fresh captcha. */
export async function askForCode(visitor: Visitor, target: string, purpose: string): Promise<Answer> {
  const captchaVerifyId = await solveCaptcha(visitor);
  const body = { sendAccountNumber: target, verificationCodeType: purpose, captchaVerifyId };
  const call = target.includes('@') ? 'verification.sendToEmail' : 'verification.sendToPhone';
  return await ask(visitor.browser, call, { body, headers: visitor.headers });
}

/** Asks for a code and reads it from the message that was handed to the outbox. */
export async function receiveCode(visitor: Visitor, target: string, purpose: string): Promise<string> {
  const { status, text } = await askForCode(visitor, target, purpose);
  if (status !== 200) throw new Error(`Asking for a code answered ${status} ${text}`);
  const code = (await messagesTo(target)).at(-1)?.values['code'];
  if (typeof code !== 'string') throw new Error('No code was sent.');
  return code;
}

/** Messages in the outbox to a number or an address, oldest first. */
export async function messagesTo(recipient: string): Promise<{ kind: string; values: Record<string, unknown> }[]> {
  const rows = await reading((tx) => tx.selectFrom('message').selectAll().orderBy('created_at').execute());
  const opened = rows.map((row) => ({
    kind: row.kind,
    to: unseal(row.recipient_sealed, { table: 'message', row: row.id, column: 'recipient' }),
    values: JSON.parse(unseal(row.values_sealed, { table: 'message', row: row.id, column: 'values' })),
  }));
  return opened.filter(({ to }) => to.endsWith(recipient));
}

/** How many rows a table has. */
export async function countOf(table: 'account' | 'account_session' | 'message' | 'captcha'): Promise<number> {
  const { rows } = await reading((tx) =>
    sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(tx),
  );
  return rows[0]?.count ?? 0;
}
