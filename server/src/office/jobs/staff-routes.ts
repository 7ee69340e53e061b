import { jobsStaffCalls } from '@exam/contract/staff';
import { inTransaction, reading } from '#platform/database';
import type { StaffHandlers, StaffRoutes } from '#platform/staff-http';
import { removeJob, retryJob, searchJobs } from './jobs.ts';

const handlers: StaffHandlers<typeof jobsStaffCalls> = {
  'jobs.search': ({ body }) => reading((tx) => searchJobs(tx, body)),
  'jobs.retry': ({ params, body, staff }) => inTransaction((tx) => retryJob(tx, staff, { ...params, ...body })),
  'jobs.remove': ({ params, body, staff }) => inTransaction((tx) => removeJob(tx, staff, { ...params, ...body })),
};

export const staffRoutes: StaffRoutes[] = [{ calls: jobsStaffCalls, handlers }];
