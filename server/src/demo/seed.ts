import { sql } from 'kysely';
import { findAccount } from '#people/accounts';
import { inTransaction, type Tx } from '#platform/database';
import { Refusal } from '#platform/errors';
import { plusSeconds, readNow } from '#platform/clock';
import { loadKnownCalendar } from '#office/working-days';
import { type DemoAccountKey, demoAccounts } from './data/people.ts';
import { writeBookings } from './write-bookings.ts';
import { writeCancellations } from './write-cancellations.ts';
import { writeCatalogue } from './write-catalogue.ts';
import { hashDemoPasswords, writePeople } from './write-people.ts';
import { writePriceList } from './write-price-list.ts';
import { writePostTestBoards } from './write-post-test-board.ts';
import { writePostTestRequests } from './write-post-test-requests.ts';
import { writePrivacy } from './write-privacy.ts';
import { type Family, keepPapers, writeReviews } from './write-reviews.ts';
import { writeRegistrations } from './write-registrations.ts';
import { writeSessions } from './write-sessions.ts';
import { writeStaff } from './write-staff.ts';
import { demoStaffPassword } from './data/staff.ts';
import { hashPassword } from '#platform/vault';

/**
 * Loads the demonstration (3-domain section 10) into a database that has no product yet; dates are relative to the database's
 * clock. Once: two starters at the same time load it once. In three parts, each whole or not at all: what a start that was cut off
 * had not come to is loaded by the next.
 * @returns whether it was loaded now.
 */
export async function seedDemo(): Promise<{ loaded: boolean }> {
  const loaded = await seedWorld();
  await seedStaff();
  await seedReviews();
  return { loaded };
}

/** People for the console, where there is nobody yet: also in a database that was loaded before there was a console. */
async function seedStaff(): Promise<void> {
  const isThere = (tx: Tx) => tx.selectFrom('staff_account').select('id').limit(1).executeTakeFirst();
  if (await inTransaction(isThere)) return;
  const passwordHash = await hashPassword(demoStaffPassword);
  await inTransaction(async (tx) => {
    await sql`lock table staff_account in share row exclusive mode`.execute(tx);
    if (await isThere(tx)) return;
    await writePrivacy(tx, await writeStaff(tx, passwordHash));
  });
}

/** Reviews of marking that the family of the demonstration has paid for, unless it has asked for anything by now. */
async function seedReviews(): Promise<void> {
  const family = await inTransaction(findFamily);
  if (!family || (await inTransaction((tx) => hasAsked(tx, family)))) return;
  // Files are kept outside a transaction, for people who are there; those of a load that ends here go like any that nothing uses.
  const papers = await keepPapers(family);
  await whenFree(() =>
    inTransaction(async (tx) => {
      await sql`select from account where id = ${family.accountId} for update`.execute(tx);
      if (!(await hasAsked(tx, family))) await writeReviews(tx, family, papers);
    }),
  );
}

/** @returns null where one of the three is gone, or has been there for a day: what is asked for runs by dates of the load. */
async function findFamily(tx: Tx): Promise<Family | null> {
  const account = await findAccount(tx, { phone: demoAccounts[0].phone });
  if (!account || plusSeconds(account.created_at, 86_400) < (await readNow(tx))) return null;
  const product = await tx.selectFrom('product').select('id').where('code', '=', 'results-pearson').executeTakeFirst();
  const officer = await tx
    .selectFrom('staff_account')
    .select(['id', 'name'])
    .where('email', '=', 'officer@examport.example')
    .executeTakeFirst();
  return product && officer ? { accountId: account.id, productId: product.id, officer } : null;
}

async function hasAsked(tx: Tx, { accountId }: Family): Promise<boolean> {
  const request = tx.selectFrom('post_test').select('id').where('account_id', '=', accountId);
  return (await request.limit(1).executeTakeFirst()) !== undefined;
}

/** @returns whether it was loaded now: false where somebody has loaded it before. */
async function seedWorld(): Promise<boolean> {
  if (await inTransaction(isLoaded)) return false;
  const hashes = await hashDemoPasswords();
  return whenFree(() =>
    inTransaction(async (tx) => {
      await sql`lock table product_line in share row exclusive mode`.execute(tx);
      if (await isLoaded(tx)) return false;
      await load(tx, hashes);
      return true;
    }),
  );
}

/** The second of two starters waits for the whole of the first one's load; each wait for a lock is short (C4). */
async function whenFree<Result>(act: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'BUSY') || tries === 40) throw error;
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
}

async function isLoaded(tx: Tx): Promise<boolean> {
  return (await tx.selectFrom('product_line').select('id').limit(1).executeTakeFirst()) !== undefined;
}
