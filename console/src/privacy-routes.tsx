import { screen } from '@exam/ui/app';
import { oversightWords } from './messages/oversight.ts';
import { pageWords } from './messages/page.ts';
import type { Route } from './route.ts';

/** What the privacy officers answer for: who may see minors' records, the yearly report, incidents. */
export const privacyRoutes: readonly Route[] = [
  {
    path: '/minor-approvals',
    title: 'minorApprovals',
    group: 'settings',
    permission: 'privacy:read',
    screen: screen(
      () => import('./screens/privacy/minor-approvals.tsx').then((m) => m.MinorApprovals),
      oversightWords,
      pageWords,
    ),
  },
  {
    path: '/minors-report',
    title: 'minorsReport',
    permission: 'privacy:read',
    screen: screen(
      () => import('./screens/privacy/minors-report.tsx').then((m) => m.MinorsReport),
      oversightWords,
      pageWords,
    ),
  },
  {
    path: '/incidents',
    title: 'incidents',
    group: 'settings',
    permission: 'privacy:read',
    screen: screen(() => import('./screens/privacy/incidents.tsx').then((m) => m.Incidents), oversightWords, pageWords),
  },
];
