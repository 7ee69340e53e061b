import { type DemoEnding, endings } from './cancellations.ts';

/** One order of the demonstration, or a line in the cart; `session` and `people` are keys of the other data files. */
export type DemoRegistration = {
  account: 'parent' | 'college';
  session: string;
  people: readonly string[];
  /** The session's first paper when left out. */
  subjects?: readonly string[];
  state: 'paid' | 'pending' | 'cart';
  daysAgo: number;
  /** How a paid one went on: somebody asked to cancel it. */
  ending?: DemoEnding;
};

/** What has already happened when the portal opens for the first time. */
export const registrations: readonly DemoRegistration[] = [
  // A full session, one with a last seat, and one four days ahead with two registrations.
  {
    account: 'college',
    session: 'full',
    people: ['teacherOne', 'teacherTwo', 'teacherThree'],
    subjects: ['M1'],
    state: 'paid',
    daysAgo: 9,
  },
  {
    account: 'college',
    session: 'lastSeat',
    people: ['teacherOne', 'teacherTwo'],
    subjects: ['M2'],
    state: 'paid',
    daysAgo: 7,
  },
  {
    account: 'college',
    session: 'soon',
    people: ['teacherOne', 'teacherTwo'],
    subjects: ['M1'],
    state: 'paid',
    daysAgo: 6,
  },
  // The parent's own: an exam that is over, one to come, an order about to expire, a line in the cart.
  { account: 'parent', session: 'expired', people: ['adult'], subjects: ['M1'], state: 'paid', daysAgo: 30 },
  {
    account: 'parent',
    session: 'available',
    people: ['adult', 'passport'],
    subjects: ['M2'],
    state: 'paid',
    daysAgo: 3,
  },
  // A cancellation in each of its states: registration closed and papers still missing, the others while it is open.
  { ...ofParent('hongKong', 'ended', 'M1'), daysAgo: 8, ending: endings.requested },
  { ...ofParent('taiwan', 'available', 'M1'), daysAgo: 5, ending: endings.rejected },
  { ...ofParent('taiwan', 'available', 'M2'), daysAgo: 5, ending: endings.takenBack },
  { ...ofParent('hongKong', 'available', 'M1'), daysAgo: 6, ending: endings.approved },
  { ...ofParent('hongKong', 'available', 'M2'), daysAgo: 6, ending: endings.failed },
  { ...ofParent('hongKong', 'available', 'M3'), daysAgo: 7, ending: endings.completed },
  { account: 'parent', session: 'closingToday', people: ['passport'], subjects: ['M1'], state: 'pending', daysAgo: 0 },
  { account: 'parent', session: 'sample', people: ['adult'], state: 'cart', daysAgo: 0 },
];

function ofParent(person: string, session: string, subject: string) {
  return { account: 'parent', session, people: [person], subjects: [subject], state: 'paid' } as const;
}
