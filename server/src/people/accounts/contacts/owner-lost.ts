import type { Tx } from '#platform/database';

type Forget = (tx: Tx, accountId: string) => Promise<void>;

const forgets: Forget[] = [];

/** Tells what else to forget when the owner of an account has lost the phone: ways in that other domains keep. */
export function whenOwnerLostPhone(forget: Forget): void {
  forgets.push(forget);
}

/** Forgets every way in that a lost phone may hold. */
export async function forgetWaysIn(tx: Tx, accountId: string): Promise<void> {
  for (const forget of forgets) await forget(tx, accountId);
}
