import type { RefusalCode } from '@exam/contract/messages';
import { Refusal } from '#platform/errors';
import type { StaffActor } from '#platform/http/staff/call';

/** A staff call that was refused, when its transaction is rolled back already. */
export type Refused = { staff: StaffActor; call: string; params: unknown; refusal: Refusal };
type Recorder = (refused: Refused) => Promise<void>;

/** What domains keep of refusals, by their code. */
export type RefusalRecorders = Readonly<Partial<Record<RefusalCode, Recorder>>>;

let recorders: RefusalRecorders = {};

/** Sets what is kept of refusals: `app.ts` collects it from the domains. */
export function useRefusalRecorders(all: RefusalRecorders): void {
  recorders = all;
}

/** Keeps a refusal that somebody wanted to be told of; everything else is nobody's concern. */
export async function keepRefusal(
  error: unknown,
  refused: Omit<Refused, 'refusal' | 'staff'> & { staff: StaffActor | null },
) {
  const { staff, call, params } = refused;
  if (!(error instanceof Refusal) || staff === null) return;
  await recorders[error.code]?.({ staff, call, params, refusal: error });
}
