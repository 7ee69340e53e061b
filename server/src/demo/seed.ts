import { sql } from 'kysely';
import { inTransaction, type Tx } from '#platform/database';
import { Refusal } from '#platform/errors';
import { readNow } from '#platform/clock';
import { loadKnownCalendar } from '#office/working-days';
import type { DemoAccountKey } from './data/people.ts';
import { writeBookings } from './write-bookings.ts';
import { writeCancellations } from './write-cancellations.ts';
import { known, writeCatalogue } from './write-catalogue.ts';
import { writePaidPostTests } from './write-paid-post-tests.ts';
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
  const family = await seedWorld();
  await seedStaff();
  if (family) await writePaidPostTests({ ...family, officer: await inTransaction(demoOfficer) });
  return { loaded: family !== null };
}

/** Whichever of two starters wrote the staff. */
async function demoOfficer(tx: Tx): Promise<{ id: string; name: string }> {
  return await tx
    .selectFrom('staff_account')
    .select(['id', 'name'])
    .where('email', '=', 'officer@examport.example')
    .executeTakeFirstOrThrow();
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

/** The family that has paid for services, and the board they asked. */
type Family = { accountId: string; productId: string };

/** @returns null where somebody has loaded it before. */
async function seedWorld(): Promise<Family | null> {
  if (await inTransaction(isLoaded)) return null;
  const hashes = await hashDemoPasswords();
  return whenFree(() =>
    inTransaction(async (tx) => {
      await sql`lock table product_line in share row exclusive mode`.execute(tx);
      return (await isLoaded(tx)) ? null : await load(tx, hashes);
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

async function load(tx: Tx, hashes: ReadonlyMap<DemoAccountKey, string>): Promise<Family> {
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
  return { accountId: known(people.accounts, 'parent'), productId: known(catalogue.products, 'results-pearson') };
}

async function isLoaded(tx: Tx): Promise<boolean> {
  return (await tx.selectFrom('product_line').select('id').limit(1).executeTakeFirst()) !== undefined;
}
