import { privacyStaffCalls } from '@exam/contract/staff';
import { retention as access } from '#office/access';
import { retention as unusedAccounts } from '#privacy/account-closing';
import { retention as accounts } from '#people/accounts';
import { retention as applications } from '#registering/applications';
import { audit } from '#office/audit';
import { retention as auditMonths, sealMonths } from '#privacy/audit-months';
import { retention as bookings } from '#services/bookings';
import { retention as cancellations } from '#services/cancellations';
import { retention as candidates } from '#people/candidates';
import { retention as drafts } from '#people/drafts';
import { retention as filedPapers } from '#desk/filed-papers';
import { unusedUploads } from '#office/files';
import { findHold, proposeHold, proposeRelease, searchHolds, type Sweep } from '#office/holds';
import { forgetCases } from '#people/guardians';
import { retention as messages } from '#people/messages';
import { retention as networkLog } from '#privacy/network-log';
import { retention as incidents } from '#privacy/incidents';
import { inTransaction, reading } from '#platform/database';
import { eachByItself } from '#platform/each';
import { logInfo } from '#platform/log';
import { enqueue } from '#platform/outbox';
import { retention as postTest } from '#services/post-test';
import type { StaffHandlers, StaffRoutes } from '#platform/staff-http';
import type { Cron, Tasks } from '#platform/worker';
import { retention as rights } from '#privacy/rights';
import { retention as staff } from '#people/staff';
import { previewRun, searchRecords } from './preview.ts';
import { clearAway } from './clear-away.ts';
import { findCovered, findNamed } from './hold-covers.ts';
import { ordersRetention } from './orders.ts';
import { forgetDue } from './run.ts';

export { borderOf, forgetDue } from './run.ts';

/** Whatever the run forgets, the most sensitive first. */
export const retentionSweeps: readonly Sweep[] = [
  ...cancellations,
  ...filedPapers,
  ...applications,
  ...bookings,
  ...postTest,
  ...candidates,
  ...drafts,
  unusedUploads,
  ...messages,
  ...accounts,
  ...unusedAccounts,
  ...staff,
  ...ordersRetention,
  ...rights,
  ...access,
  ...incidents,
  ...auditMonths,
  ...networkLog,
];

const handlers: StaffHandlers<typeof privacyStaffCalls> = {
  'retention.preview': () => reading((tx) => previewRun(tx, retentionSweeps)),
  'retention.run': async ({ body, staff }) => {
    await inTransaction(async (tx) => {
      await enqueue(tx, 'retention.run', {}, { jobKey: 'retention.run' });
      await audit(tx, {
        staff,
        action: 'retention.run',
        object: { kind: 'job', id: 'retention.run' },
        reason: body.reason,
      });
    });
    return null;
  },
  'retention.records': ({ body }) => reading((tx) => searchRecords(tx, body)),
  'holds.search': ({ body, staff }) =>
    reading(async (tx) => {
      const page = await searchHolds(tx, body);
      const ids = page.list.map(({ id }) => id);
      const named = await findNamed(tx, staff, ids);
      return { ...page, list: page.list.map((hold) => ({ ...hold, on: named.get(hold.id) ?? null })) };
    }),
  'holds.get': ({ params, staff }) =>
    reading(async (tx) => {
      const hold = await findHold(tx, params.id);
      const on = (await findNamed(tx, staff, [hold.id])).get(hold.id) ?? null;
      return { ...hold, on, covers: await findCovered(tx, staff, hold) };
    }),
  'holds.propose': async ({ body, staff }) => ({
    proposalId: await inTransaction((tx) => proposeHold(tx, staff, body)),
  }),
  'holds.proposeRelease': async ({ params, body, staff }) => ({
    proposalId: await inTransaction((tx) => proposeRelease(tx, staff, { ...params, ...body })),
  }),
};

/** Periods and holds as the privacy officer works with them. */
export const staffRoutes: StaffRoutes[] = [{ calls: privacyStaffCalls, handlers }];

async function seal(): Promise<void> {
  const count = await sealMonths();
  if (count > 0) logInfo('audit months sealed', { count });
}

async function forget(): Promise<void> {
  const count = await forgetDue(retentionSweeps);
  if (count > 0) logInfo('retention run', { count });
  // What guardians were asked ends with the last of what it was about.
  await inTransaction(forgetCases);
}

export const tasks: Tasks = {
  'retention.run': () => eachByItself([seal, forget, clearAway], (work) => work()),
};
/** At two in the morning in China. */
export const crons: Cron[] = [{ task: 'retention.run', match: '0 18 * * *' }];
