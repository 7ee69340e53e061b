import { loadKnownCalendar } from '#catalogue';
import { sql } from 'kysely';
import { inTransaction, type Tx } from '#platform/database';
import { readNow } from '#platform/clock';
import type { DemoAccountKey } from './data/people.ts';
import { writeBookings } from './write-bookings.ts';
import { writeCancellations } from './write-cancellations.ts';
import { writeCatalogue } from './write-catalogue.ts';
import { hashDemoPasswords, writePeople } from './write-people.ts';
import { writePriceList } from './write-price-list.ts';
import { writePostTestBoards } from './write-post-test-board.ts';
import { writePostTestRequests } from './write-post-test-requests.ts';
import { writePrivacy } from './write-privacy.ts';
import { writeRegistrations } from './write-registrations.ts';
import { writeSessions } from './write-sessions.ts';
import { writeStaff } from './write-staff.ts';
import { demoStaffPassword } from './data/staff.ts';
import { hashPassword } from '#platform/vault';

/**
 * Loads the demonstration (3-domain section 10) into a database that has no product yet; dates are relative to the database's
 * clock. All or nothing, and once: two starters at the same time load it once.
 * @returns whether it was loaded now.
 */
export async function seedDemo(): Promise<{ loaded: boolean }> {
  const loaded = await seedWorld();
  await seedStaff();
  return loaded;
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

async function seedWorld(): Promise<{ loaded: boolean }> {
  if (await inTransaction(isLoaded)) return { loaded: false };
  const hashes = await hashDemoPasswords();
  return inTransaction(async (tx) => {
    // The second of two starters waits for the whole of the first one's load.
    await sql`set local lock_timeout = '2min'`.execute(tx);
    await sql`set local statement_timeout = '2min'`.execute(tx);
    await sql`lock table product_line in share row exclusive mode`.execute(tx);
    if (await isLoaded(tx)) return { loaded: false };
    await load(tx, hashes);
    return { loaded: true };
  });
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
