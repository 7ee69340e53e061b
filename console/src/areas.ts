import type { Permission } from '@exam/contract/staff/permissions';
import type { WorkKind } from '@exam/contract/staff/work';
import type { FrameMessages } from './messages/en/frame.ts';
import type { Path } from './paths.ts';
import { routeOf } from './routes.tsx';

/** An entry of the navigation. */
export type Area = keyof FrameMessages['areas'];

/** The navigation: nine entries, each with its pages as tabs; whoever may not see one begins with the next (decision 0063). */
export const areas: Readonly<Record<Area, readonly Path[]>> = {
  today: ['/', '/approvals'],
  bookings: ['/bookings', '/service-dates'],
  registrations: ['/applications', '/special-arrangements', '/cancellations', '/post-test'],
  sessions: ['/sessions', '/session-minimums', '/reports/fill', '/reports/no-shows'],
  examDays: ['/exam-day', '/body-entries'],
  money: [
    '/orders',
    '/payments',
    '/payment-exceptions',
    '/refunds',
    '/fapiao',
    '/reconciliation',
    '/reports/revenue',
    '/reports/refunds',
  ],
  people: ['/candidates', '/accounts', '/claims', '/rights-requests', '/messages'],
  catalogue: ['/catalogue', '/forms', '/venues', '/offices', '/cities', '/centres'],
  settings: [
    '/staff',
    '/message-templates',
    '/working-days',
    '/jobs',
    '/audit',
    '/retention',
    '/holds',
    '/minor-approvals',
    '/incidents',
  ],
};

export const areaNames = Object.keys(areas) as Area[];

/** Pages that a tab leads to and whose address does not begin with the tab's. */
const behind: Partial<Record<string, Path>> = {
  '/audit-months': '/audit',
  '/deletion-records': '/retention',
  '/minors-report': '/minor-approvals',
};

/** The tab that an address belongs to: its own page, or the list it belongs to; null for a page outside the areas (search, own account). */
export function tabOf(pathname: string): Path | null {
  const within = behind[pathname] ?? pathname;
  const isWithin = (tab: Path) => within === tab || (tab !== '/' && within.startsWith(`${tab}/`));
  return Object.values(areas).flat().find(isWithin) ?? null;
}

/** The area of an address. */
export function areaOf(pathname: string): Area | null {
  const tab = tabOf(pathname);
  return areaNames.find((area) => tab !== null && areas[area].includes(tab)) ?? null;
}

/** The tabs of an area that somebody may see. */
export function tabsFor(area: Area, may: (permission: Permission) => boolean): Path[] {
  return areas[area].filter((tab) => {
    const permission = routeOf(tab)?.permission;
    return permission === undefined || may(permission);
  });
}

/** The tab on which each kind of work of the Today board is found. */
const tabsOfWork: Readonly<Record<WorkKind, Path>> = {
  bookingToPrice: '/bookings',
  bookingRejected: '/bookings',
  cancellationToDecide: '/cancellations',
  documentsOverdue: '/cancellations',
  refundFailed: '/refunds',
  refundOverdue: '/refunds',
  paymentException: '/payment-exceptions',
  sessionUnderMinimum: '/session-minimums',
  venueMissing: '/sessions',
  secondPersonNeeded: '/approvals',
  letterFailed: '/applications',
  guardianSilent: '/applications',
  objectionUpheld: '/applications',
  specialArrangement: '/special-arrangements',
  publicationFailed: '/catalogue',
  fapiaoToIssue: '/fapiao',
  fapiaoToRed: '/fapiao',
  postTestToSend: '/post-test',
  postTestOutcome: '/post-test',
  postTestCancellation: '/post-test',
  claimToDecide: '/claims',
  rightsRequest: '/rights-requests',
  minorsReportDue: '/minor-approvals',
  holdReview: '/holds',
  signInsTried: '/staff',
  manyReveals: '/incidents',
  manySearches: '/incidents',
  rightsGiven: '/audit',
  holidaysToConfirm: '/working-days',
};

type Waiting = readonly { kind: WorkKind; open: number }[];

/** How much of the board waits on these tabs; the board itself shows all of it. */
export function waitingOn(tabs: readonly Path[], waiting: Waiting): number {
  const here = waiting.filter(({ kind }) => tabs.includes('/') || tabs.includes(tabsOfWork[kind]));
  return here.reduce((sum, { open }) => sum + open, 0);
}
