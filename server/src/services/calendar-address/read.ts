import { ordersToPay } from '#checkout/orders';
import { languageOfActive } from '#people/accounts';
import { readNow } from '#platform/clock';
import { reading, type Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { FileReply } from '#platform/http';
import { calendarFile } from '#platform/icalendar';
import { takeLimit } from '#platform/limits';
import { settings } from '#platform/settings';
import { hashSecret } from '#platform/vault';
import { comingExams } from '#registering/applications';
import { bookingsToPay } from '#services/bookings';
import { refundsNow } from '#services/cancellations';
import { calendarName, type Dates, entriesOf } from './entries.ts';
import { holderOf } from './store.ts';

/** After how many hours apps are asked to read again. */
const hours = 1;

/**
 * The dates of whoever's address it is, for a calendar app that cannot sign in; with a tag, so that an app that has them is told so.
 * @throws Refusal NOT_FOUND for a secret that is not known, has ended, or is of an account that may not be used; RATE_LIMITED after sixty of
 *   those from one address, or too many reads of one.
 */
export async function readDates(token: string, ip: string): Promise<FileReply> {
  const holder = await reading((tx) => openHolder(tx, token));
  if (holder === null) {
    await takeLimit('calendar.ip', ip);
    return refuse('NOT_FOUND');
  }
  await takeLimit('calendar.address', holder.id);
  const { now, ...dates } = await reading((tx) => datesOf(tx, holder));
  const entries = entriesOf(dates, { host: new URL(settings().publicUrl).hostname, site: settings().publicUrl });
  const subscription = { name: calendarName(holder.language), hours };
  // The instant of the file is no part of what the tag compares: it is new each time.
  const tag = hashSecret(JSON.stringify([subscription, entries])).toString('base64url');
  return { content: calendarFile({ entries, madeAt: now, subscription }), tag: `W/"${tag}"` };
}

type Holder = { id: string; accountId: string; language: Dates['language'] };

async function openHolder(tx: Tx, token: string): Promise<Holder | null> {
  const holder = await holderOf(tx, token);
  const language = holder && (await languageOfActive(tx, holder.accountId));
  return holder && language ? { ...holder, language } : null;
}

async function datesOf(tx: Tx, { id, accountId, language }: Holder): Promise<Dates & { now: string }> {
  const now = await readNow(tx);
  const exams = await comingExams(tx, accountId, language);
  const ids = exams.map((exam) => exam.id);
  return {
    addressId: id,
    language,
    exams,
    refunds: await refundsNow(tx, { ids, now }),
    orders: await ordersToPay(tx, accountId, language),
    bookings: await bookingsToPay(tx, accountId, language),
    now,
  };
}
