import { screen } from '@exam/ui/app';
import { bookingsWords } from './messages/bookings.ts';
import type { Route } from './route.ts';

/** What offices and the finance people work through: requests, cancellations, refunds, second persons. */
export const workRoutes: readonly Route[] = [
  {
    path: '/bookings',
    title: 'bookings',
    group: 'work',
    permission: 'bookings:read',
    screen: screen(() => import('./screens/bookings/list.tsx').then((m) => m.Bookings), bookingsWords),
  },
  {
    path: '/bookings/:id',
    title: 'booking',
    permission: 'bookings:read',
    screen: screen(() => import('./screens/bookings/booking.tsx').then((m) => m.BookingPage), bookingsWords),
  },
  {
    path: '/service-dates',
    title: 'serviceDates',
    group: 'exams',
    permission: 'bookings:read',
    screen: screen(() => import('./screens/bookings/service-dates.tsx').then((m) => m.ServiceDates), bookingsWords),
  },
];
