import type { QueueLane } from '#platform/worker/lanes';

/**
 * What becomes of the other items when one item always throws:
 * - `alone`: a job is about one item. The queue tries it again with growing pauses, twelve times, while the others go on; then it is given up and told;
 *   no sweep begins its tries again.
 * - `each`: a sweep does each item in a transaction of its own; those that fail are tried again by the next run. However many they are, the others get
 *   their turn in the same run.
 * - `halves`: many in one transaction; where it fails its halves are tried, until the item that fails is alone and left out.
 * - `handsOver`: a sweep only puts jobs into the queue, one for each item that is due, and looks into none.
 * - `asOne`: one statement, or a few, for everything that is due; `why` says why no item of it can hold the others up. The next run tries again.
 */
export type Answer = 'alone' | 'each' | 'halves' | 'handsOver' | 'asOne';

/** `lane`: who stands in line with whom (`lanes.ts`); without one a task goes with everything else. */
type Work = { about: string; lane?: QueueLane } & (
  | { answer: Exclude<Answer, 'asOne'> }
  | { answer: 'asOne'; why: string }
);

/** Everything that the queue runs, by task; a test holds it to the tasks and crons of the domains. */
export const background: Readonly<Record<string, Work>> = {
  'platform.forget': {
    lane: 'late',
    about:
      'keys of requests and takes of limits that are over; words, birth dates and codes that a server of the version before wrote in clear',
    answer: 'asOne',
    why: 'rows are deleted by their time alone, nothing in them is read; the rest is sealed whatever it says',
  },
  'platform.birthdays': {
    about: 'birthdays that came, of those who reach an age with them that changes a rule',
    answer: 'halves',
  },
  'platform.reseal': {
    lane: 'late',
    about: 'values that are sealed in an older format, or with an older key',
    answer: 'halves',
  },
  'platform.unlock': {
    about: 'jobs of ended processes',
    answer: 'asOne',
    why: 'one statement about processes, by their ids',
  },
  'platform.tell': {
    about: 'what waits too long in the queue, and what was given up',
    answer: 'asOne',
    why: 'counts, and writes nothing but the log',
  },
  'accounts.tellUnused': { about: 'accounts that nobody uses, before they are closed', answer: 'each' },
  'accounts.forget': {
    about: 'sessions, devices and contacts that are over',
    answer: 'asOne',
    why: 'rows are deleted or ended by their time alone; nothing in them is read',
  },
  'passkeys.forget': {
    about: 'challenges that are over',
    answer: 'asOne',
    why: 'rows are deleted by their time alone; nothing in them is read',
  },
  'verification.forget': {
    about: 'codes and captchas that are over',
    answer: 'asOne',
    why: 'rows are deleted by their time alone; nothing in them is read',
  },
  'prepared.forget': {
    about: 'what staff typed for families who did not come back',
    answer: 'asOne',
    why: 'rows are deleted by their time alone; nothing in them is read',
  },
  'imports.forget': {
    about: 'previewed files that are over',
    answer: 'asOne',
    why: 'rows are deleted by their time alone; nothing in them is read',
  },
  'guardians.ask': { about: 'the guardians of what an order or a request is about', answer: 'alone' },
  'candidates.elsewhere': {
    lane: 'late',
    about:
      'whether the guardian of a saved child has another number than the account, where a version before did not look',
    answer: 'halves',
  },
  'rights.takeOver': {
    lane: 'late',
    about: 'what the version before kept of guardians',
    answer: 'asOne',
    why: 'each notice is taken over by itself; one that cannot be is told in the log and tried the next night',
  },
  'applications.lapse': { about: 'lines of carts that can never be ordered', answer: 'halves' },
  'orders.tellPlaced': { about: 'an order that was placed', answer: 'alone' },
  'payments.deadline': { lane: 'money', about: 'an order whose time to pay is over', answer: 'alone' },
  'payments.poll': { lane: 'money', about: 'an attempt to pay that the channel is asked about', answer: 'alone' },
  'payments.sweep': { lane: 'money', about: 'polls and deadlines whose job was lost', answer: 'handsOver' },
  'payments.lookOutside': { lane: 'money', about: 'a refund that the channel made by itself', answer: 'alone' },
  'payments.clear': { lane: 'money', about: 'the open attempts of an order paid by hand', answer: 'alone' },
  'refunds.send': { lane: 'money', about: 'a refund', answer: 'alone' },
  'refunds.sweep': { lane: 'money', about: 'refunds whose job was lost', answer: 'handsOver' },
  'refunds.watchTargets': { about: 'refunds past their target', answer: 'each' },
  'bookings.sweep': {
    about: 'bookings whose time is over, or nearly, and proposed dates that nobody answered',
    answer: 'each',
  },
  'postTest.lapse': { about: 'drafts whose window is over', answer: 'each' },
  'cancellations.watchDocuments': { about: 'documents that are awaited or overdue', answer: 'each' },
  'cashier.adopt': { lane: 'money', about: 'a payment that staff gave to an order', answer: 'alone' },
  'fapiao.mail': { lane: 'late', about: 'the mail of an invoice', answer: 'alone' },
  'retention.run': { lane: 'late', about: 'data whose period is over, class by class', answer: 'halves' },
  'retention.journal': {
    lane: 'late',
    about: 'the journal of erasures in the store',
    answer: 'asOne',
    why: 'lines are ids and times; a journal that left one out would bring somebody back',
  },
  'files.purge': { lane: 'late', about: 'uploads that nothing uses', answer: 'halves' },
  'files.remove': { about: 'the bytes of a file', answer: 'alone' },
  'files.sweep': { about: 'the bytes of an upload that may have come to nothing', answer: 'alone' },
  'files.removeHalves': {
    lane: 'late',
    about: 'what killed processes had begun to write',
    answer: 'asOne',
    why: 'what cannot be removed is told when all the others have been',
  },
  'letters.plan': { lane: 'late', about: 'a letter whose day has come', answer: 'alone' },
  'letters.again': { lane: 'late', about: 'a letter that staff have sent again', answer: 'alone' },
  'letters.mail': { lane: 'late', about: 'the mail of a letter', answer: 'alone' },
  'letters.sweep': { lane: 'late', about: 'letters whose day has come', answer: 'handsOver' },
  'messages.readReports': {
    lane: 'late',
    about: 'SMS that the service took and may not have delivered',
    answer: 'each',
  },
  'messages.send': { about: 'a message', answer: 'alone' },
  'messages.sendCode': { lane: 'codes', about: 'a code, or the notice in its place', answer: 'alone' },
  'messages.sendCircular': { lane: 'late', about: 'the message of a circular', answer: 'alone' },
  'notices.fallBack': { about: 'a message that one channel gave up', answer: 'alone' },
  'reminders.exams': { about: 'exams that are near', answer: 'each' },
  'reminders.carts': { about: 'carts that lapse today, or did', answer: 'each' },
  'reminders.orders': { about: 'unpaid orders that end soon', answer: 'each' },
  'reminders.venues': { about: 'offices whose exams are near and have no venue', answer: 'each' },
  'reminders.cartLapsed': { about: 'lines of a cart that lapsed', answer: 'each' },
  'approvals.lapse': { about: 'proposals that nobody decided', answer: 'each' },
  'workItems.sweep': { about: 'kinds of work that time alone makes due', answer: 'each' },
  'minimums.find': { about: 'papers whose registration has closed', answer: 'each' },
  'minimums.withdraw': { about: 'papers that nobody decided about', answer: 'each' },
  'moves.tell': { about: 'registrations that a move concerned', answer: 'each' },
  'moves.close': { about: 'choices whose time is over', answer: 'halves' },
  'sessionDesk.empty': { about: 'a withdrawn session', answer: 'alone' },
  'sessionDesk.endOrder': { lane: 'money', about: 'an unpaid order of a withdrawn session', answer: 'alone' },
  'sessionDesk.sweep': { about: 'withdrawn sessions with somebody in them', answer: 'each' },
  'circulars.tell': { lane: 'late', about: 'a circular to an account', answer: 'alone' },
  'catalogueDesk.takeEffect': { about: 'a planned change of the catalogue', answer: 'alone' },
  'catalogueDesk.sweep': { about: 'planned changes whose moment has come', answer: 'each' },
};

/** The lane of a task; what the table does not know goes with everything else. */
export function laneOf(task: string): QueueLane {
  return background[task]?.lane ?? 'usual';
}

/** What runs beside the queue for as long as the process does, with what happens when one thing in it always fails. */
export const besideTheQueue: readonly { file: string; about: string; answer: string }[] = [
  {
    file: 'network-log.ts',
    about: 'rows of calls, written each second',
    answer: 'a row that the database refuses is counted and left out; the others are written',
  },
  {
    file: 'worker/lease.ts',
    about: 'what shows that the workers of this process live',
    answer: 'knows no items; a lost connection is replaced each second until one holds',
  },
  {
    file: 'worker.ts',
    about: 'the queue itself: fetches jobs, hears of new ones, runs the crons',
    answer: 'a task that throws is written down as failed; a loss of the database begins the worker again',
  },
  {
    file: 'database/silence.ts',
    about: 'whether the database is heard',
    answer: 'knows no items; a look that fails is a sign of silence',
  },
  {
    file: 'process/faults.ts',
    about: 'whether the process stood still',
    answer: 'knows no items; it only tells',
  },
  {
    file: 'process/watchdog.ts',
    about: 'that the loop of the process goes round',
    answer: 'knows no items; it counts, and tells systemd',
  },
  {
    file: 'process/watchdog-thread.ts',
    about: 'whether the loop of the process is blocked',
    answer: 'a loop that one thing keeps for 20 seconds is ended with its process',
  },
  {
    file: 'http/open-bodies.ts',
    about: 'bodies of which hardly anything comes',
    answer: 'each has a look of its own, which ends with it',
  },
  {
    file: 'log.ts',
    about: 'the size of the log file',
    answer: 'knows no items; a file that cannot be turned over is written on',
  },
];
