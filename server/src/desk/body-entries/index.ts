import { bodyEntriesStaffCalls } from '@exam/contract/staff';
import { reading } from '#platform/database';
import type { StaffHandlers, StaffRoutes } from '#platform/staff-http';
import { previewChanges } from './changes.ts';
import { exportAgain, exportEntries } from './export.ts';
import { findExports, findSources } from './queries.ts';

const handlers: StaffHandlers<typeof bodyEntriesStaffCalls> = {
  'bodyEntries.sources': ({ staff }) => reading((tx) => findSources(tx, staff)),
  'bodyEntries.search': ({ body, staff }) => reading((tx) => findExports(tx, staff, body)),
  'bodyEntries.preview': async ({ body, staff }) => {
    const scope = { productId: body.productId, sessionId: body.sessionId ?? null };
    const { body: to, rows, unchanged, left } = await reading((tx) => previewChanges(tx, staff, scope));
    return {
      recipientEn: to.nameEn,
      recipientZh: to.nameZh,
      country: to.country,
      fields: to.template.columns.map(({ field }) => field),
      rows: rows.map(({ applicationId, code, candidateName, change }) => ({
        applicationId,
        code,
        candidateName,
        change,
      })),
      unchanged,
      left,
    };
  },
  'bodyEntries.export': ({ body: { exportId, sessionId = null, ...body }, staff }) =>
    exportId ? exportAgain(staff, { ...body, exportId }) : exportEntries(staff, { ...body, sessionId }),
};

/** Entries: passing registered candidates on to the awarding bodies (3-domain 6.2). */
export const staffRoutes: StaffRoutes[] = [{ calls: bodyEntriesStaffCalls, handlers }];
