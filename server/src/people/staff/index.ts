import type { Sweeps } from '#office/work-items';
import { signInsTried } from './sign-in.ts';

/** The people of the console: signing in, sessions, rights, invitations. */
export { staffRoutes } from './staff-routes.ts';
export { retention } from './retention.ts';
export { beginStaffSession, identifyStaff } from './session.ts';
export { createFirstAdministrator, createReadyStaff, type ReadyStaff } from './first-administrator.ts';

export const sweeps: Sweeps = { signInsTried };
