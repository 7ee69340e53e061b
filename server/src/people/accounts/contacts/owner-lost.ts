import type { Tx } from '#platform/database';

/** Forgets the ways into an account that a domain keeps. */
export type ForgetWaysIn = (tx: Tx, accountId: string) => Promise<void>;

let forgets: readonly ForgetWaysIn[] | null = null;

/** Sets what else there is to forget of a lost phone: `app.ts` collects it from the domains. */
export function useWaysIn(all: readonly ForgetWaysIn[]): void {
  forgets = all;
}

/** Forgets every way in that a lost phone may hold. @throws Error before the domains are collected: none may stay open. */
export async function forgetWaysIn(tx: Tx, accountId: string): Promise<void> {
  if (forgets === null) throw new Error('Ways in were asked for before app.ts named them.');
  for (const forget of forgets) await forget(tx, accountId);
}
