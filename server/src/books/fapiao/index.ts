import * as z from 'zod/mini';
import type { Tasks } from '#platform/worker';
import { mailPaper, mailTask } from './notify.ts';

/** Invoices (fapiao): asked for by candidates, issued by staff in the tax system, taken back by red letters after refunds. */
export { forgetBuyers, forgetFapiao } from './forget.ts';
export { followRefund } from './refunded.ts';
export { routes, staffRoutes } from './routes.ts';

const payload = z.object({ messageId: z.uuid() });

export const tasks: Tasks = { [mailTask]: async (job) => mailPaper(payload.parse(job).messageId) };
