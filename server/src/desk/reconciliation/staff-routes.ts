import { reconciliationStaffCalls } from '@exam/contract/staff';
import { inTransaction, reading } from '#platform/database';
import { refuse } from '#platform/errors';
import type { StaffHandlers, StaffRoutes } from '#platform/staff-http';
import { closeDay } from './close-day.ts';
import { findDays } from './days.ts';
import { explainLine } from './explain.ts';
import { findLines, showDay } from './day.ts';
import { takeStatement } from './statement.ts';

const handlers: StaffHandlers<typeof reconciliationStaffCalls> = {
  'reconciliation.days': ({ body, staff }) => reading((tx) => findDays(tx, staff, body)),
  'reconciliation.day': ({ params, staff }) => reading((tx) => showDay(tx, staff, params)),
  'reconciliation.lines': ({ params, body, staff }) => reading((tx) => findLines(tx, staff, { ...params, ...body })),
  'reconciliation.upload': async ({ params, upload, staff }) => {
    if (upload === null) return refuse('MALFORMED');
    await inTransaction((tx) => takeStatement(tx, staff, { ...params, upload }));
    return await reading((tx) => showDay(tx, staff, params));
  },
  'reconciliation.explain': async ({ params, body, staff }) => {
    await inTransaction((tx) => explainLine(tx, staff, { ...params, ...body }));
  },
  'reconciliation.close': async ({ params, body, staff }) => {
    await inTransaction((tx) => closeDay(tx, staff, { ...params, ...body }));
  },
};

export const staffRoutes: StaffRoutes[] = [{ calls: reconciliationStaffCalls, handlers }];
