import type { RightsKind } from '@exam/contract/rules';
import { rightsKinds } from '@exam/contract/rules';
import { openHoldAgain, releaseHoldAgain, type ReturnedHold } from '#office/holds';
import type { Tx } from '#platform/database';
import {
  type ConsentTurn,
  endAgain,
  objectAgain,
  restoreAgain,
  type Returned,
  returnRequest,
  withdrawAgain,
} from '#privacy/rights';
import {
  consentRestored,
  consentWithdrawn,
  type Erased,
  guardianObjected,
  holdOpened,
  holdReleased,
  requestReceived,
  requestRefused,
  requestServed,
  restrictedCandidate,
} from './journal.ts';

/**
 * Brings requests about data back that came after the backup was made, under their numbers and with their clocks, and ends again the consents
 * that were withdrawn since: by their person, or because a guardian objected, unless two of the staff found that to be a mistake.
 * @returns how many consents ended again.
 */
export async function bringBackRights(tx: Tx, lines: readonly Erased[]): Promise<number> {
  const requests = new Map<string, Returned>();
  for (const line of lines) {
    const request = line.class === restrictedCandidate ? ofOldJournal(line) : requestOf(line);
    if (request !== null && !requests.has(request.id)) requests.set(request.id, request);
  }
  const answered = lines.filter(({ class: of }) => of === requestServed || of === requestRefused);
  const steps = [
    ...[...requests.values()].map((request) => ({
      at: request.receivedAt,
      order: 0,
      take: () => returnRequest(tx, request),
    })),
    ...answered.map(({ id, at, class: of }) => ({
      at,
      order: 1,
      take: () => endAgain(tx, { id, at, event: of === requestServed ? 'serve' : 'refuse' }),
    })),
  ];
  // In the order of their time: one deletion of a candidate is open at once.
  for (const { take } of steps.toSorted((a, b) => a.at.localeCompare(b.at) || a.order - b.order)) await take();
  for (const { id, at, more } of lines.filter(({ class: of }) => of === guardianObjected))
    await objectAgain(tx, { linkId: id, requestId: given(more[0]), at });
  const ended = await withdrawAgain(tx, turnsOf(lines, consentWithdrawn));
  // An objection that was a mistake has ended nothing.
  return ended - (await restoreAgain(tx, turnsOf(lines, consentRestored)));
}

/**
 * Opens the holds again that came after the backup was made, before anything is forgotten, and releases those that were released: what two
 * persons kept from deletion is not due in the first night.
 */
export async function bringBackHolds(tx: Tx, lines: readonly Erased[]): Promise<void> {
  for (const line of lines.filter(({ class: of }) => of === holdOpened)) {
    const hold = holdOf(line);
    if (hold !== null) await openHoldAgain(tx, hold);
  }
  for (const { id, at, more } of lines.filter(({ class: of }) => of === holdReleased)) {
    const [releasedBy, approvedBy] = more;
    if (releasedBy !== undefined && approvedBy !== undefined)
      await releaseHoldAgain(tx, { id, at, releasedBy, approvedBy });
  }
}

function holdOf({ id, at: openedAt, more }: Erased): ReturnedHold | null {
  const [scope, objectId, of, reviewOn, openedBy, approvedBy] = more;
  if (scope === undefined || reviewOn === undefined || openedBy === undefined || approvedBy === undefined) return null;
  return { id, scope, objectId: given(objectId), class: given(of), reviewOn, openedBy, approvedBy, openedAt };
}

const given = (value: string | undefined) => (value === undefined || value === '-' ? null : value);

function requestOf({ class: of, id, at, more }: Erased): Returned | null {
  const [code, kind, accountId, candidateId, waitsUntil] = more;
  const known: RightsKind | undefined = rightsKinds.find((each) => each === kind);
  if (of !== requestReceived || code === undefined || known === undefined) return null;
  const whose = { accountId: given(accountId), candidateId: given(candidateId) };
  return { id, code, kind: known, receivedAt: at, waitsUntil: given(waitsUntil), ...whose };
}

/** Older journals tell of a request only beside the candidate whose deletion waits. */
function ofOldJournal({ id: candidateId, at, more }: Erased): Returned | null {
  const [id, code, waitsUntil] = more;
  if (id === undefined || code === undefined) return null;
  return { id, code, kind: 'Deletion', receivedAt: at, waitsUntil: given(waitsUntil), accountId: null, candidateId };
}

/** What the journal tells of consents: of those that ended, or of those that are valid again. */
function turnsOf(lines: readonly Erased[], of: string): ConsentTurn[] {
  const told = lines.filter((line) => line.class === of);
  return told.map(({ id, at, more }) => ({ consentId: id, requestId: given(more[0]), at }));
}
