import * as z from 'zod/mini';
import { count, instant, text } from '../../entities/index.ts';
import { defineStaffCalls, reason } from './call.ts';
import { listQuery, listReply } from './list.ts';

const jobId = z.string().check(z.regex(/^\d{1,18}$/));
const jobStates = ['Waiting', 'Running', 'Retrying', 'Dead'] as const;

const job = z.object({
  id: jobId,
  task: text(80),
  /** Dead: every try failed, and nobody tries it again by itself. */
  state: z.enum(jobStates),
  attempts: count,
  maxAttempts: count,
  /** The task and the kind of error; never a value. */
  lastError: z.nullable(text(500)),
  runAt: instant,
  createdAt: instant,
});
export type JobItem = z.output<typeof job>;

const act = {
  permission: 'jobs:write',
  reason: true,
  params: z.object({ id: jobId }),
  body: z.strictObject({ reason }),
} as const;

/** The work behind the screens: what waits, what failed for good. */
export const jobsStaffCalls = defineStaffCalls({
  'jobs.search': {
    permission: 'jobs:read',
    body: listQuery(['runAt', 'createdAt'], { state: z.enum(jobStates), task: text(80) }),
    reply: listReply(job),
  },
  /** Tries it again at once, with as many tries as a new one. */
  'jobs.retry': { ...act, reply: null },
  /** Takes a dead job away. Only one that no worker holds. */
  'jobs.remove': { ...act, reply: null },
});
