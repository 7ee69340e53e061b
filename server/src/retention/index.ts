import { privacyStaffCalls } from '@exam/contract/staff';
import { retention as access } from '#access';
import { retention as accounts } from '#accounts';
import { retention as applications } from '#applications';
import { audit } from '#audit';
import { retention as auditSegments, sealMonths } from '#audit-segments';
import { retention as bookings } from '#bookings';
import { retention as cancellations } from '#cancellations';
import { retention as candidates } from '#candidates';
import { retention as drafts } from '#drafts';
import { unusedUploads } from '#files';
import { findHold, proposeHold, proposeRelease, searchHolds, type Sweep } from '#holds';
import { retention as messages } from '#messages';
import { retention as networkLog } from '#network-log';
import { retention as orders } from '#orders';
import { retention as oversight } from '#oversight';
import { inTransaction, reading } from '#platform/database';
import { logInfo } from '#platform/log';
import { enqueue } from '#platform/outbox';
import { retention as postTest } from '#post-test';
import type { StaffHandlers, StaffRoutes } from '#platform/staff-http';
import type { Cron, Tasks } from '#platform/worker';
import { retention as rights } from '#rights';
import { retention as staff } from '#staff';
import { previewRun, searchRecords } from './preview.ts';
import { forgetDue } from './run.ts';

export { borderOf, forgetDue } from './run.ts';

/** Whatever the run forgets, the most sensitive first. */
export const sweeps: readonly Sweep[] = [
  ...cancellations,
  ...applications,
  ...bookings,
  ...postTest,
  ...candidates,
  ...drafts,
  unusedUploads,
  ...messages,
  ...accounts,
  ...staff,
  ...orders,
  ...rights,
  ...access,
  ...oversight,
  ...auditSegments,
  ...networkLog,
];

const handlers: StaffHandlers<typeof privacyStaffCalls> = {
  'retention.preview': () => reading((tx) => previewRun(tx, sweeps)),
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
  'holds.search': ({ body }) => reading((tx) => searchHolds(tx, body)),
  'holds.get': ({ params }) => reading((tx) => findHold(tx, params.id)),
  'holds.propose': async ({ body, staff }) => ({
    proposalId: await inTransaction((tx) => proposeHold(tx, staff, body)),
  }),
  'holds.proposeRelease': async ({ params, body, staff }) => ({
    proposalId: await inTransaction((tx) => proposeRelease(tx, staff, { ...params, ...body })),
  }),
};

/** Periods and holds as the privacy officer works with them. */
export const staffRoutes: StaffRoutes[] = [{ calls: privacyStaffCalls, handlers }];

export const tasks: Tasks = {
  'retention.run': async () => {
    const sealed = await sealMonths();
    if (sealed > 0) logInfo('audit months sealed', { count: sealed });
    const count = await forgetDue(sweeps);
    if (count > 0) logInfo('retention run', { count });
  },
};
/** At two in the morning in China. */
export const crons: Cron[] = [{ task: 'retention.run', match: '0 18 * * *' }];
