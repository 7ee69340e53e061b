import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { findAccount } from '#people/accounts';
import { inTransaction, type Tx } from '#platform/database';
import { Refusal } from '#platform/errors';
import { plusSeconds, readNow } from '#platform/clock';
import { loadKnownCalendar } from '#office/working-days';
import { replaceAddress } from '#services/calendar-address';
import { type DemoAccountKey, demoAccounts } from './data/people.ts';
import { writeBookings } from './write-bookings.ts';
import { writeCancellations } from './write-cancellations.ts';
import { known, writeCatalogue } from './write-catalogue.ts';
import { hashDemoPasswords, writePeople } from './write-people.ts';
import { writePrepared } from './write-prepared.ts';
import { writePriceList } from './write-price-list.ts';
import { writePostTestBoards } from './write-post-test-board.ts';
import { writePostTestRequests } from './write-post-test-requests.ts';
import { writePrivacy } from './write-privacy.ts';
import { keepPapers, writeReviews } from './write-reviews.ts';
import { writeRegistrations } from './write-registrations.ts';
import { writeSessions } from './write-sessions.ts';
import { writeStaff } from './write-staff.ts';
import { demoStaffPassword } from './data/staff.ts';
import { hashPassword } from '#platform/vault';

/**
 * Loads the demonstration (3-domain section 10) into a database that has no product yet; dates are relative to the database's
 * clock. Once: two starters at the same time load it once. In two parts, each whole or not at all: what a start that was cut off
 * had not come to is loaded by the next.
 * @returns whether it was loaded now.
 */
export async function seedDemo(): Promise<{ loaded: boolean }> {
  const loaded = await whenFree(seedWorld);
  await whenFree(seedStaff);
  return { loaded };
}

/** People for the console and what they have done, where there is nobody yet: also in a database that was loaded before there was a console. */
async function seedStaff(): Promise<void> {
  const isThere = (tx: Tx) => tx.selectFrom('staff_account').select('id').limit(1).executeTakeFirst();
  if (await inTransaction(isThere)) return;
  const passwordHash = await hashPassword(demoStaffPassword);
  const papers = await keepPapers();
  await inTransaction(async (tx) => {
    await sql`lock table staff_account in share row exclusive mode`.execute(tx);
    if (await isThere(tx)) return;
    const staff = await writeStaff(tx, passwordHash);
    await writePrivacy(tx, staff);
    await writePrepared(tx, staff);
    const family = await findFamily(tx);
    if (family) await writeReviews(tx, { ...family, ...staff }, papers);
  });
}

/** Who asks for reviews, and which board. @returns null where one of them is gone, or has been there for a day: what is asked for runs by dates of the load. */
async function findFamily(tx: Tx): Promise<{ accountId: string; productId: string } | null> {
  const account = await findAccount(tx, { phone: demoAccounts[0].phone });
  if (!account || plusSeconds(account.created_at, 86_400) < (await readNow(tx))) return null;
  const product = await tx.selectFrom('product').select('id').where('code', '=', 'results-pearson').executeTakeFirst();
  return product ? { accountId: account.id, productId: product.id } : null;
}

/** @returns whether it was loaded now: false where somebody has loaded it before. */
async function seedWorld(): Promise<boolean> {
  if (await inTransaction(isLoaded)) return false;
  const hashes = await hashDemoPasswords();
  return await inTransaction(async (tx) => {
    await sql`lock table product_line in share row exclusive mode`.execute(tx);
    if (await isLoaded(tx)) return false;
    await load(tx, hashes);
    return true;
  });
}

/** How often a part is tried, half a second apart: a database that was killed is back by then. */
const tries = 120;

/** The second of two starters waits for the whole of the first one's load; each wait for a lock is short (C4). */
async function whenFree<Result>(act: () => Promise<Result>): Promise<Result> {
  for (let tried = 1; ; tried++) {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'BUSY') || tried === tries) throw error;
      await pause(500);
    }
  }
}

async function load(tx: Tx, hashes: ReadonlyMap<DemoAccountKey, string>): Promise<void> {
  const now = await readNow(tx);
  await loadKnownCalendar(tx);
  const catalogue = await writeCatalogue(tx, now);
  await writePostTestBoards(tx, catalogue, now);
  const sessions = await writeSessions(tx, catalogue, now);
  await writePriceList(tx);
  const people = await writePeople(tx, hashes, now);
  const endings = await writeRegistrations(tx, { people, sessions, now });
  await writeCancellations(tx, endings);
  await writeBookings(tx, { catalogue, people, now });
  await writePostTestRequests(tx, { catalogue, people, now });
  await replaceAddress(tx, known(people.accounts, 'college'));
}

async function isLoaded(tx: Tx): Promise<boolean> {
  return (await tx.selectFrom('product_line').select('id').limit(1).executeTakeFirst()) !== undefined;
}
