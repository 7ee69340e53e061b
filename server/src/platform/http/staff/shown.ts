import { AsyncLocalStorage } from 'node:async_hooks';
import type { StaffActor } from '#platform/http/staff/call';

/** Ids of the records whose people an answer shows: by name, or with most of the name hidden. */
export type Shown = { readonly named: Set<string>; readonly masked: Set<string> };
type Recorder = (staff: StaffActor, shown: Shown) => Promise<void>;

const storage = new AsyncLocalStorage<Shown>();

let record: Recorder = async () => {};

/** Sets what is kept of those whom answers show: `app.ts` takes it from the log of looks. */
export function useShownRecorder(recorder: Recorder): void {
  record = recorder;
}

/** Says that the answer being made shows the person of a record; nothing outside a staff call. */
export function noteShown(recordId: string, how: keyof Shown): void {
  storage.getStore()?.[how].add(recordId);
}

/** Makes an answer, and tells whom it shows. */
export async function withShown<Answer>(make: () => Promise<Answer>): Promise<{ answer: Answer; shown: Shown }> {
  const shown: Shown = { named: new Set(), masked: new Set() };
  return { answer: await storage.run(shown, make), shown };
}

/** Makes an answer, and keeps whom it shows before it leaves: a list that cannot be noted is not sent. */
export async function keepingShown<Answer>(staff: StaffActor | null, make: () => Promise<Answer>): Promise<Answer> {
  const { answer, shown } = await withShown(make);
  if (staff && shown.named.size + shown.masked.size > 0) await record(staff, shown);
  return answer;
}
