import * as z from 'zod/mini';
import type { Tasks } from '#platform/worker';
import { fallBack } from './fall-back.ts';

/** Notices: what an account is told about its own affairs, in its language, by the channels it receives. */
export { notify } from './notify.ts';
export { staffRoutes } from './staff-routes.ts';

const payload = z.object({ messageId: z.uuid() });

export const tasks: Tasks = {
  'notices.fallBack': async (job) => await fallBack(payload.parse(job).messageId),
};
