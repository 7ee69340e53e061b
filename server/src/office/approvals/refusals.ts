import * as z from 'zod/mini';
import { audit } from '#office/audit';
import { inTransaction } from '#platform/database';
import type { RefusalRecorders, Refused } from '#platform/http/staff/refusals';

const ofProposal = z.object({ id: z.uuid() });

/** Somebody tried to be their own second person, or by another account: that they were refused is kept (S-16, S-21). */
export const refusals: RefusalRecorders = {
  SECOND_PERSON_NEEDED: keepOwnSecond,
  RIGHTS_TOO_NEW: keepOwnSecond,
  RIGHTS_GIVEN_BY_YOU: keepOwnSecond,
};

async function keepOwnSecond({ staff, call, params }: Refused): Promise<void> {
  const about = ofProposal.safeParse(params);
  if (!call.startsWith('approvals.') || !about.success) return;
  const object = { kind: 'proposal', id: about.data.id } as const;
  await inTransaction((tx) => audit(tx, { staff, action: 'approvals.refused', object, after: { call } }));
}
