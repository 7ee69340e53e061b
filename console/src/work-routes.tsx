import { screen } from '@exam/ui/app';
import { bookingsWords } from './messages/bookings.ts';
import { decisionsWords } from './messages/decisions.ts';
import { examDayWords } from './messages/exam-day.ts';
import { postTestWords } from './messages/post-test.ts';
import { privacyWords } from './messages/privacy.ts';
import { registrationWords } from './messages/registrations.ts';
import type { Route } from './route.ts';

/** What offices and the finance people work through: requests, cancellations, refunds, proposals. */
export const workRoutes: readonly Route[] = [
  {
    path: '/bookings',
    title: 'bookings',
    permission: 'bookings:read',
    screen: screen(() => import('./screens/bookings/list.tsx').then((m) => m.Bookings), bookingsWords),
  },
  {
    path: '/bookings/:id',
    title: 'booking',
    permission: 'bookings:read',
    screen: screen(
      () => import('./screens/bookings/booking.tsx').then((m) => m.BookingPage),
      bookingsWords,
      decisionsWords,
      registrationWords,
    ),
  },
  {
    path: '/service-dates',
    title: 'serviceDates',
    permission: 'bookings:read',
    screen: screen(() => import('./screens/bookings/service-dates.tsx').then((m) => m.ServiceDates), bookingsWords),
  },
  {
    path: '/cancellations',
    title: 'cancellations',
    permission: 'cancellations:read',
    screen: screen(() => import('./screens/decisions/cancellations.tsx').then((m) => m.Cancellations), decisionsWords),
  },
  {
    path: '/cancellations/:id',
    title: 'cancellation',
    permission: 'cancellations:read',
    screen: screen(
      () => import('./screens/decisions/cancellation.tsx').then((m) => m.CancellationPage),
      decisionsWords,
    ),
  },
  {
    path: '/post-test',
    title: 'postTests',
    permission: 'postTest:read',
    screen: screen(() => import('./screens/post-test/list.tsx').then((m) => m.PostTests), postTestWords),
  },
  {
    path: '/post-test/send',
    title: 'sendPostTests',
    permission: 'postTest:read',
    screen: screen(
      () => import('./screens/post-test/send.tsx').then((m) => m.SendPostTests),
      postTestWords,
      examDayWords,
    ),
  },
  {
    path: '/post-test/offer',
    title: 'postTestOffer',
    permission: 'postTest:read',
    screen: screen(() => import('./screens/post-test/offer.tsx').then((m) => m.PostTestOffer), postTestWords),
  },
  {
    path: '/post-test/outcomes',
    title: 'postTestOutcomes',
    permission: 'postTest:write',
    screen: screen(() => import('./screens/post-test/outcomes.tsx').then((m) => m.PostTestOutcomes), postTestWords),
  },
  {
    path: '/post-test/:id',
    title: 'postTestRequest',
    permission: 'postTest:read',
    screen: screen(() => import('./screens/post-test/request.tsx').then((m) => m.PostTestRequest), postTestWords),
  },
  {
    path: '/approvals',
    title: 'approvals',
    screen: screen(() => import('./screens/decisions/approvals.tsx').then((m) => m.Approvals), decisionsWords),
  },
  {
    path: '/approvals/:id',
    title: 'approval',
    screen: screen(
      () => import('./screens/decisions/approval.tsx').then((m) => m.ApprovalPage),
      decisionsWords,
      privacyWords,
    ),
  },
  {
    path: '/session-minimums',
    title: 'sessionMinimums',
    permission: 'sessions:read',
    screen: screen(
      () => import('./screens/decisions/session-minimums.tsx').then((m) => m.SessionMinimums),
      decisionsWords,
    ),
  },
  {
    path: '/session-minimums/:id',
    title: 'minimum',
    permission: 'sessions:read',
    screen: screen(
      () => import('./screens/decisions/session-minimum.tsx').then((m) => m.SessionMinimum),
      decisionsWords,
    ),
  },
  {
    path: '/refunds',
    title: 'refunds',
    permission: 'refunds:read',
    screen: screen(() => import('./screens/decisions/refunds.tsx').then((m) => m.Refunds), decisionsWords),
  },
  {
    path: '/refunds/:id',
    title: 'refund',
    permission: 'refunds:read',
    screen: screen(() => import('./screens/decisions/refund.tsx').then((m) => m.RefundPage), decisionsWords),
  },
];
