import type { Sweeps } from '#office/work-items';
import { rightsGiven } from './rights-given.ts';

/** The audit: what staff did, in a chain that cannot be changed unseen. */
export { staffRoutes } from './staff-routes.ts';
export { audit, type AuditEntry, type Auditor } from './write.ts';
export { actsOn, changesOf, filesOpened, type Sighting, whoSaw } from './queries.ts';
export { chainLines, type ChainCheck, checkChain } from './verify.ts';
export { lastRightsGiven } from './rights-given.ts';

export const sweeps: Sweeps = { rightsGiven };
