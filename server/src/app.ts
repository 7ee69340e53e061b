import { calls } from '@exam/contract/calls';
import { openApi } from '@exam/contract/openapi';
import { staffOpenApi } from '@exam/contract/staff/openapi';
import type { FastifyInstance } from 'fastify';
import * as access from '#office/access';
import * as accounts from '#people/accounts';
import * as applications from '#registering/applications';
import * as approvals from '#office/approvals';
import * as arrangements from '#registering/arrangements';
import * as audit from '#office/audit';
import * as auditMonths from '#privacy/audit-months';
import * as backup from '#privacy/backup';
import * as cancellations from '#services/cancellations';
import * as deskOrders from '#desk/orders';
import * as bookings from '#services/bookings';
import * as calendarAddress from '#services/calendar-address';
import * as candidates from '#people/candidates';
import * as catalogue from '#offer/catalogue';
import * as deskCatalogue from '#desk/catalogue';
import * as sessionNotices from '#desk/session-notices';
import * as accountClosing from '#privacy/account-closing';
import * as drafts from '#people/drafts';
import * as guardians from '#people/guardians';
import * as bodyEntries from '#desk/body-entries';
import * as examDay from '#desk/exam-day';
import * as fapiao from '#books/fapiao';
import * as files from '#office/files';
import * as filedPapers from '#desk/filed-papers';
import * as forms from '#registering/forms';
import * as holds from '#office/holds';
import * as imports from '#people/imports';
import * as jobs from '#office/jobs';
import * as prepared from '#desk/prepared';
import * as invitations from '#offer/invitations';
import * as letters from '#registering/letters';
import * as lists from '#desk/lists';
import * as messages from '#people/messages';
import * as sessionMinimums from '#desk/session-minimums';
import * as sessionMoves from '#desk/session-moves';
import * as notes from '#office/notes';
import * as notices from '#people/notices';
import * as orders from '#checkout/orders';
import * as incidents from '#privacy/incidents';
import * as passkeys from '#people/passkeys';
import * as payments from '#checkout/payments';
import type { Config } from '#platform/config';
import { createApp, mountAll, type Routes } from '#platform/http';
import { noteBirthdays } from '#platform/birthdays';
import { eachByItself } from '#platform/each';
import { forgetOldKeys } from '#platform/idempotency';
import { forgetOldTakes } from '#platform/limits';
import { keepNetworkLog } from '#platform/network-log';
import { mountStaff, type StaffRoutes } from '#platform/staff-http';
import { addSite, sendNotFoundPage, type Site } from '#platform/http/static-site';
import { type RefusalRecorders, useRefusalRecorders } from '#platform/http/staff/refusals';
import { resealOld } from '#platform/vault/rotate-keys';
import { useShownRecorder } from '#platform/http/staff/shown';
import { sealOldTexts } from '#platform/vault/seal-old';
import type { Cron, Tasks } from '#platform/worker';
import { tellStandings } from '#platform/worker/queue-watch';
import { unlockAbandonedJobs } from '#platform/worker/lease';
import * as postTest from '#services/post-test';
import * as reconciliation from '#desk/reconciliation';
import * as refunds from '#books/refunds';
import * as reminders from '#services/reminders';
import * as search from '#desk/search';
import * as registrations from '#desk/registrations';
import * as rights from '#privacy/rights';
import * as retention from '#privacy/retention';
import * as reports from '#desk/reports';
import * as sessions from '#offer/sessions';
import * as places from '#offer/places';
import * as workingDays from '#office/working-days';
import * as deskSessions from '#desk/sessions';
import * as staff from '#people/staff';
import * as today from '#office/today';
import * as verification from '#people/verification';
import * as workItems from '#office/work-items';

/** What a domain brings. What it does not export is not there: no import does anything by itself. */
export type Domain = {
  /** Its calls for the portal and for the console. */
  routes?: readonly Routes[];
  staffRoutes?: readonly StaffRoutes[];
  /** Its work in the background, and what runs by the clock. */
  tasks?: Tasks;
  crons?: readonly Cron[];
  /** What one member of staff proposes and another decides. */
  proposals?: approvals.Proposals;
  /** What time alone puts on the board of staff. */
  sweeps?: workItems.Sweeps;
  /** Who and what the work about its objects is about. */
  abouts?: workItems.AboutReaders;
  /** What moves with the orders of a category. */
  followers?: orders.OrderFollowers;
  /** What is kept of refused staff calls. */
  refusals?: RefusalRecorders;
  /** Its ways into an account, which end when the phone is lost. */
  forgetWaysIn?: accounts.ForgetWaysIn;
};

/** The platform's own chores. */
const chores: Domain = {
  tasks: {
    'platform.forget': () =>
      eachByItself(
        [forgetOldKeys, forgetOldTakes, sealOldTexts, accounts.sealBirthDates, applications.sealLetterCodes],
        (work) => work(),
      ),
    'platform.birthdays': noteBirthdays,
    'platform.reseal': resealOld,
    'platform.unlock': async () => void (await unlockAbandonedJobs()),
    'platform.tell': tellStandings,
  },
  crons: [
    { task: 'platform.forget', match: '17 * * * *' },
    // A minute past midnight in China.
    { task: 'platform.birthdays', match: '1 16 * * *' },
    { task: 'platform.reseal', match: '23 17 * * *' },
    { task: 'platform.unlock', match: '* * * * *' },
    { task: 'platform.tell', match: '* * * * *' },
  ],
};

/** Every domain of the server. */
export const domains: readonly Domain[] = [
  chores,
  access,
  accounts,
  passkeys,
  accountClosing,
  verification,
  candidates,
  imports,
  drafts,
  guardians,
  catalogue,
  sessions,
  applications,
  orders,
  payments,
  refunds,
  bookings,
  postTest,
  cancellations,
  calendarAddress,
  deskOrders,
  fapiao,
  reconciliation,
  retention,
  backup,
  rights,
  incidents,
  reports,
  files,
  filedPapers,
  holds,
  forms,
  letters,
  messages,
  notices,
  reminders,
  staff,
  audit,
  auditMonths,
  approvals,
  workItems,
  today,
  notes,
  lists,
  sessionMinimums,
  sessionMoves,
  jobs,
  search,
  deskSessions,
  registrations,
  examDay,
  arrangements,
  invitations,
  prepared,
  bodyEntries,
  sessionNotices,
  places,
  deskCatalogue,
  workingDays,
];

/** What the domains bring of one field, together. @throws Error when two bring the same name. */
function collected<T extends object>(field: (domain: Domain) => T | undefined): T {
  const all = domains.flatMap((domain) => Object.entries(field(domain) ?? {}));
  const twice = all.find(([name], at) => all.findIndex(([other]) => other === name) < at);
  if (twice) throw new Error(`Two domains bring ${twice[0]}.`);
  return Object.fromEntries(all) as T;
}

/** Every task of every domain, by name. */
export const tasks = collected<Tasks>((domain) => domain.tasks);

/** Every kind of proposal, and every sweep, of every domain. */
export const proposals = collected<approvals.Proposals>((domain) => domain.proposals);
export const sweeps = collected<workItems.Sweeps>((domain) => domain.sweeps);

approvals.useProposals(proposals);
workItems.useSweeps(sweeps);
workItems.useAbouts(collected<workItems.AboutReaders>((domain) => domain.abouts));
orders.useFollowers(collected<orders.OrderFollowers>((domain) => domain.followers));
useRefusalRecorders(collected<RefusalRecorders>((domain) => domain.refusals));
useShownRecorder(access.noteListed);
accounts.useWaysIn(domains.flatMap((domain) => domain.forgetWaysIn ?? []));

/** Every cron of every domain. */
export const crons: readonly Cron[] = domains.flatMap((domain) => domain.crons ?? []);

/** The configuration as the console sees it: its own origin, its own port. */
export function consoleView(config: Config): Config {
  return { ...config, publicUrl: config.consoleUrl, port: config.consolePort };
}

/**
 * The console's server, not listening yet: an origin of its own, so that a script in one of the two sites reaches nothing of the
 * other (T22, decision 0012).
 * @returns the app and the names of the staff calls it serves, which a test holds to the contract.
 */
export function buildConsole(config: Config, site: Site | null): { app: FastifyInstance; served: string[] } {
  const view = consoleView(config);
  const app = createApp(view, site ? (request, reply) => sendNotFoundPage(site, [], { request, reply }) : undefined);
  keepNetworkLog(app, 'console');
  const routes = domains.flatMap((domain) => domain.staffRoutes ?? []);
  lists.useListHandlers(routes);
  const served = mountStaff(app, { routes, config: view, identify: staff.identifyStaff });
  app.get('/api/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(staffOpenApi()),
  );
  if (site) addSite(app, site, []);
  else app.get('/', async (_request, reply) => reply.type('text/plain; charset=utf-8').send(withoutPages));
  return { app, served };
}

const withoutPages =
  'The pages of the console are not built. Its calls are served under /api/staff and described at /api/openapi.json.\n';

/** Where pages may post a payer's form, and where they may be led on from there: browsers hold both against one list. */
function formTargetsOf({ unionpay }: Config): string[] {
  return unionpay ? [new URL(unionpay.gateway).origin, ...unionpay.pages] : [];
}

/**
 * The portal's server, not listening yet.
 * @returns the app and the names of the calls it serves and those it answers 501, which a test holds to the contract.
 */
export function buildApp(
  config: Config,
  site: Site | null,
): { app: FastifyInstance; served: string[]; later: string[] } {
  const formTargets = formTargetsOf(config);
  const app = createApp(
    config,
    site ? (request, reply) => sendNotFoundPage(site, formTargets, { request, reply }) : undefined,
  );
  keepNetworkLog(app, 'portal');
  const routes = domains.flatMap((domain) => domain.routes ?? []);
  const mounted = mountAll(app, calls, { routes, config, identify: accounts.identify });
  app.get('/api/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(openApi()),
  );
  if (site) addSite(app, site, formTargets);
  return { app, ...mounted };
}
