import type { Language } from '@exam/contract/messages';
import type { WorkObject, WorkAbout } from '@exam/contract/staff';
import type { Tx } from '#platform/database';
import type { StaffActor } from '#platform/staff-http';

export type About = WorkAbout & { id: string };
type Reading = { ids: readonly string[]; language: Language };

/** Reads who and what some objects are about, as their domain shows it in a list, minors' names masked; what is gone, or restricted, has no line. */
export type ReadAbout = (tx: Tx, staff: StaffActor, reading: Reading) => Promise<readonly About[]>;

/** How to read it of each kind of object that is about somebody, or about an exam. */
export type AboutReaders = Readonly<Partial<Record<WorkObject | 'order', ReadAbout>>>;

let readers: AboutReaders = {};

/** Sets every reader there is: `app.ts` collects them from the domains. */
export function useAbouts(all: AboutReaders): void {
  readers = all;
}

type Target = { objectKind: WorkObject | 'order' | null; objectId: string };

/**
 * Who and what these objects are about, by their ids; one query a kind.
 * @param targets `objectKind` null: of any kind
 */
export async function readAbouts(
  tx: Tx,
  staff: StaffActor,
  { targets, language }: { targets: readonly Target[]; language: Language },
): Promise<ReadonlyMap<string, WorkAbout>> {
  const found = new Map<string, WorkAbout>();
  for (const [kind, read] of Object.entries(readers)) {
    const wanted = targets.filter(({ objectKind }) => objectKind === null || objectKind === kind);
    const ids = wanted.map(({ objectId }) => objectId);
    const abouts = ids.length === 0 ? [] : await read(tx, staff, { ids, language });
    for (const { id, ...about } of abouts) found.set(id, about);
  }
  return found;
}
