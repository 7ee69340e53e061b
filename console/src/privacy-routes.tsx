import { screen } from '@exam/ui/app';
import { incidentsWords } from './messages/incidents.ts';
import { pageWords } from './messages/page.ts';
import { privacyWords } from './messages/privacy.ts';
import type { Route } from './route.ts';

/** What the privacy officers answer for: whom a hold covers, who may see minors' records, the yearly report, incidents. */
export const privacyRoutes: readonly Route[] = [
  {
    path: '/holds/:id',
    title: 'hold',
    permission: 'privacy:read',
    screen: screen(
      () => import('./screens/privacy/hold.tsx').then((m) => m.HoldPage),
      privacyWords,
      incidentsWords,
      pageWords,
    ),
  },
  {
    path: '/minor-approvals',
    title: 'minorApprovals',
    permission: 'privacy:read',
    screen: screen(
      () => import('./screens/privacy/minors/approvals.tsx').then((m) => m.MinorApprovals),
      incidentsWords,
      pageWords,
    ),
  },
  {
    path: '/minors-report',
    title: 'minorsReport',
    permission: 'privacy:read',
    screen: screen(
      () => import('./screens/privacy/minors/report.tsx').then((m) => m.MinorsReport),
      incidentsWords,
      pageWords,
    ),
  },
  {
    path: '/incidents',
    title: 'incidents',
    permission: 'privacy:read',
    screen: screen(() => import('./screens/privacy/incidents.tsx').then((m) => m.Incidents), incidentsWords, pageWords),
  },
];
