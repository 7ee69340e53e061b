import type { Proposals } from '#office/approvals';
import type { Sweeps } from '#office/work-items';
import { giveCase, giveStanding, standingKind } from './ask-approval.ts';
import { caseKind } from './open-records.ts';
import { manyReveals, manySearches } from './over-limits.ts';

export const proposals: Proposals = {
  [caseKind]: giveCase,
  [standingKind]: giveStanding,
};
export const sweeps: Sweeps = { manyReveals, manySearches };

/** Who may look at whose records, and who did (3-domain 6.3). */
export { writeApproval } from './ask-approval.ts';
export { openHousehold, openRecords, refusals } from './open-records.ts';
export { findOwnLooks } from './own-looks.ts';
export { noteListed, noteLooks } from './looks.ts';
export { beginsWithWords, isFoundBy, maskedChinese, maskMinors, readNamed, whoIsNamed, wholeName } from './names.ts';
export { isKnownInOffices, isOfOwnOffice } from './offices.ts';
export { countSeen, findSeen, type LookSource, type SeenPerson } from './looks-report.ts';
export { type Found, seek, soldTo } from './counted-search.ts';
export { retention } from './retention.ts';
export { routes, staffRoutes } from './routes.ts';
