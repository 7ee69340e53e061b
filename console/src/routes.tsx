import { routeFinder, screen, type Screen } from '@exam/ui/app';
import { formsWords } from './messages/forms.ts';
import { messagesWords } from './messages/messages.ts';
import { examDayWords } from './messages/exam-day.ts';
import { pageWords } from './messages/page.ts';
import { peopleWords } from './messages/people.ts';
import { privacyWords } from './messages/privacy.ts';
import { relativesWords } from './messages/relatives.ts';
import { rightsWords } from './messages/rights.ts';
import { bookingsWords } from './messages/bookings.ts';
import { decisionsWords } from './messages/decisions.ts';
import { manyWords } from './messages/many.ts';
import { moneyWords } from './messages/money.ts';
import { registrationWords } from './messages/registrations.ts';
import { settingsWords } from './messages/settings.ts';
import { placesWords } from './messages/places.ts';
import { sessionsWords } from './messages/sessions.ts';
import { todayWords } from './messages/today.ts';
import type { Route } from './route.ts';
import { catalogueRoutes } from './catalogue-routes.tsx';
import { moneyRoutes } from './money-routes.tsx';
import { privacyRoutes } from './privacy-routes.tsx';
import { workRoutes } from './work-routes.tsx';

const signIn = screen(() => import('./screens/sign-in/sign-in.tsx').then((m) => m.SignIn));

/** What everybody sees who is not signed in. */
export const signInRoute: Route = { path: '*', title: 'signIn', screen: signIn };

const routes: readonly Route[] = [
  {
    path: '/invitation',
    title: 'invitation',
    isOpen: true,
    screen: screen(() => import('./screens/sign-in/invitation.tsx').then((m) => m.Invitation)),
  },
  {
    path: '/',
    title: 'today',
    screen: screen(() => import('./screens/today/today.tsx').then((m) => m.Today), todayWords, pageWords),
  },
  ...workRoutes,
  {
    path: '/search',
    title: 'search',
    screen: screen(
      () => import('./screens/settings/search.tsx').then((m) => m.Search),
      settingsWords,
      pageWords,
      registrationWords,
      bookingsWords,
      moneyWords,
      decisionsWords,
    ),
  },
  {
    path: '/sessions',
    title: 'sessions',
    permission: 'sessions:read',
    screen: screen(
      () => import('./screens/sessions/sessions.tsx').then((m) => m.Sessions),
      sessionsWords,
      pageWords,
      manyWords,
    ),
  },
  {
    path: '/sessions/new',
    title: 'newSessions',
    permission: 'sessions:write',
    screen: screen(
      () => import('./screens/sessions/new-sessions.tsx').then((m) => m.NewSessions),
      sessionsWords,
      pageWords,
    ),
  },
  {
    path: '/sessions/:id',
    title: 'session',
    permission: 'sessions:read',
    screen: screen(
      () => import('./screens/sessions/session.tsx').then((m) => m.Session),
      sessionsWords,
      registrationWords,
      pageWords,
    ),
  },
  ...moneyRoutes,
  ...catalogueRoutes,
  {
    path: '/venues',
    title: 'venues',
    permission: 'venues:read',
    screen: screen(() => import('./screens/places/venues.tsx').then((m) => m.Venues), placesWords, pageWords),
  },
  {
    path: '/venues/:id',
    title: 'venue',
    permission: 'venues:read',
    screen: screen(() => import('./screens/places/venue.tsx').then((m) => m.Venue), placesWords, pageWords),
  },
  {
    path: '/working-days',
    title: 'workingDays',
    permission: 'calendar:read',
    screen: screen(
      () => import('./screens/places/working-days.tsx').then((m) => m.WorkingDays),
      placesWords,
      pageWords,
    ),
  },
  {
    path: '/forms',
    title: 'forms',
    permission: 'catalogue:read',
    screen: screen(() => import('./screens/forms/forms.tsx').then((m) => m.Forms), formsWords, pageWords),
  },
  {
    path: '/forms/:number',
    title: 'form',
    permission: 'catalogue:read',
    screen: screen(() => import('./screens/forms/form.tsx').then((m) => m.FormPage), formsWords, pageWords),
  },
  {
    path: '/accounts',
    title: 'accounts',
    permission: 'accounts:read',
    screen: screen(() => import('./screens/people/accounts.tsx').then((m) => m.Accounts), peopleWords),
  },
  {
    path: '/accounts/:id',
    title: 'account',
    permission: 'accounts:read',
    screen: screen(
      () => import('./screens/people/account.tsx').then((m) => m.Account),
      peopleWords,
      registrationWords,
      bookingsWords,
      moneyWords,
      relativesWords,
      pageWords,
    ),
  },
  {
    path: '/claims',
    title: 'claims',
    permission: 'accounts:write',
    screen: screen(() => import('./screens/people/claims.tsx').then((m) => m.Claims), peopleWords, pageWords),
  },
  {
    path: '/claims/:id',
    title: 'claim',
    permission: 'accounts:write',
    screen: screen(() => import('./screens/people/claim.tsx').then((m) => m.Claim), peopleWords, pageWords),
  },
  {
    path: '/candidates',
    title: 'candidates',
    permission: 'candidates:read',
    screen: screen(() => import('./screens/people/candidates.tsx').then((m) => m.Candidates), peopleWords),
  },
  {
    path: '/candidates/:id',
    title: 'candidate',
    permission: 'candidates:read',
    screen: screen(
      () => import('./screens/people/candidate.tsx').then((m) => m.Candidate),
      peopleWords,
      registrationWords,
      bookingsWords,
      moneyWords,
      relativesWords,
      pageWords,
    ),
  },
  {
    path: '/staff',
    title: 'staff',
    permission: 'staff:read',
    screen: screen(() => import('./screens/people/staff-users.tsx').then((m) => m.StaffUsers), peopleWords, pageWords),
  },
  {
    path: '/staff/:id',
    title: 'staffUser',
    permission: 'staff:read',
    screen: screen(() => import('./screens/people/staff-user.tsx').then((m) => m.StaffUser), peopleWords, pageWords),
  },
  {
    path: '/audit',
    title: 'audit',
    permission: 'audit:read',
    screen: screen(() => import('./screens/settings/audit.tsx').then((m) => m.Audit), settingsWords, pageWords),
  },
  {
    path: '/audit/:id',
    title: 'auditEntry',
    permission: 'audit:read',
    screen: screen(() => import('./screens/settings/audit.tsx').then((m) => m.AuditEntry), settingsWords, pageWords),
  },
  {
    path: '/audit-months',
    title: 'auditMonths',
    permission: 'audit:read',
    screen: screen(() => import('./screens/settings/audit-months.tsx').then((m) => m.AuditMonths), settingsWords),
  },
  {
    path: '/retention',
    title: 'retention',
    permission: 'privacy:read',
    screen: screen(() => import('./screens/privacy/retention.tsx').then((m) => m.Retention), privacyWords, pageWords),
  },
  {
    path: '/deletion-records',
    title: 'deletionRecords',
    permission: 'privacy:read',
    screen: screen(() => import('./screens/privacy/deletion-records.tsx').then((m) => m.DeletionRecords), privacyWords),
  },
  {
    path: '/holds',
    title: 'holds',
    permission: 'privacy:read',
    screen: screen(() => import('./screens/privacy/holds.tsx').then((m) => m.Holds), privacyWords, pageWords),
  },
  ...privacyRoutes,
  {
    path: '/rights-requests',
    title: 'rightsRequests',
    permission: 'privacy:read',
    screen: screen(
      () => import('./screens/privacy/rights-requests.tsx').then((m) => m.RightsRequests),
      rightsWords,
      relativesWords,
      pageWords,
    ),
  },
  {
    path: '/rights-requests/:id',
    title: 'rightsRequest',
    permission: 'privacy:read',
    screen: screen(
      () => import('./screens/privacy/rights-request.tsx').then((m) => m.RightsRequestPage),
      rightsWords,
      relativesWords,
      pageWords,
    ),
  },
  {
    path: '/rights-requests/:id/receipt',
    title: 'relativeReceipt',
    permission: 'privacy:read',
    screen: screen(
      () => import('./screens/privacy/relatives/receipt.tsx').then((m) => m.RelativeReceipt),
      rightsWords,
      relativesWords,
      pageWords,
    ),
  },
  {
    path: '/jobs',
    title: 'jobs',
    permission: 'jobs:read',
    screen: screen(() => import('./screens/settings/jobs.tsx').then((m) => m.Jobs), settingsWords, pageWords),
  },
  {
    path: '/messages',
    title: 'messages',
    permission: 'messages:read',
    screen: screen(() => import('./screens/messages/messages.tsx').then((m) => m.Messages), messagesWords, pageWords),
  },
  {
    path: '/message-templates',
    title: 'messageTemplates',
    permission: 'messages:read',
    screen: screen(() => import('./screens/messages/templates.tsx').then((m) => m.Templates), messagesWords, pageWords),
  },
  {
    path: '/message-templates/:kind/:language',
    title: 'messageTemplate',
    permission: 'messages:read',
    screen: screen(() => import('./screens/messages/template.tsx').then((m) => m.Template), messagesWords, pageWords),
  },
  {
    path: '/me',
    title: 'me',
    screen: screen(() => import('./screens/people/me.tsx').then((m) => m.MyAccount), peopleWords, pageWords),
  },
  {
    path: '/applications',
    title: 'applications',
    permission: 'applications:read',
    screen: screen(
      () => import('./screens/registrations/applications.tsx').then((m) => m.Applications),
      registrationWords,
      pageWords,
      manyWords,
    ),
  },
  {
    path: '/applications/:id',
    title: 'application',
    permission: 'applications:read',
    screen: screen(
      () => import('./screens/registrations/application.tsx').then((m) => m.Application),
      registrationWords,
      pageWords,
    ),
  },
  {
    path: '/special-arrangements',
    title: 'arrangements',
    permission: 'arrangements:read',
    screen: screen(
      () => import('./screens/registrations/arrangements.tsx').then((m) => m.Arrangements),
      registrationWords,
    ),
  },
  {
    path: '/special-arrangements/:id',
    title: 'arrangement',
    permission: 'arrangements:read',
    screen: screen(
      () => import('./screens/registrations/arrangements.tsx').then((m) => m.Arrangement),
      registrationWords,
      pageWords,
    ),
  },
  {
    path: '/exam-day',
    title: 'examDays',
    permission: 'examDay:read',
    screen: screen(() => import('./screens/exam-day/exam-days.tsx').then((m) => m.ExamDays), examDayWords),
  },
  {
    path: '/exam-day/:id',
    title: 'examDay',
    permission: 'examDay:read',
    screen: screen(() => import('./screens/exam-day/exam-day.tsx').then((m) => m.ExamDay), examDayWords, pageWords),
  },
  {
    path: '/body-entries',
    title: 'bodyEntries',
    permission: 'bodyEntries:read',
    screen: screen(
      () => import('./screens/exam-day/body-entries.tsx').then((m) => m.BodyEntries),
      examDayWords,
      pageWords,
    ),
  },
];

/** The route of an address (path only), or null for a page that does not exist. */
export const routeOf = routeFinder(routes);

/** The screen of an address, to fetch it early. */
export function screenOf(pathname: string): Screen | null {
  return routeOf(pathname)?.screen ?? null;
}
