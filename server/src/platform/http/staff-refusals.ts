import type { RefusalCode } from '@exam/contract/messages';
import { Refusal } from '#platform/errors';
import type { StaffActor } from '#platform/http/staff-call';

/** A staff call that was refused, when its transaction is rolled back already. */
type Refused = { staff: StaffActor; call: string; params: unknown; refusal: Refusal };
type Recorder = (refused: Refused) => Promise<void>;

const recorders = new Map<RefusalCode, Recorder>();

/** Tells what is to be kept of a refusal; once per code, when a domain is loaded. @throws Error when it was told before. */
export function recordRefusals(code: RefusalCode, recorder: Recorder): void {
  if (recorders.has(code)) throw new Error(`Refusals ${code} are recorded twice.`);
  recorders.set(code, recorder);
}

/** Keeps a refusal that somebody wanted to be told of; everything else is nobody's concern. */
export async function keepRefusal(
  error: unknown,
  refused: Omit<Refused, 'refusal' | 'staff'> & { staff: StaffActor | null },
) {
  const { staff, call, params } = refused;
  if (!(error instanceof Refusal) || staff === null) return;
  await recorders.get(error.code)?.({ staff, call, params, refusal: error });
}
