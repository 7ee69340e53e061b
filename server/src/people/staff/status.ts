import { type EventOf, staffAccountMachine } from '@exam/contract/machines';
import type { Tx } from '#platform/database';
import { type Actor, transition } from '#platform/transition';

type Move = { id: string; actor: Actor; reason?: string };

/**
 * Moves a member of staff by an event of the machine.
 * @throws Refusal ILLEGAL_STATE (412) in any other state.
 */
export async function moveStaff(
  tx: Tx,
  event: EventOf<typeof staffAccountMachine>,
  move: Move,
): Promise<{ from: string; to: string }> {
  return await transition(tx, staffAccountMachine, { table: 'staff_account', kind: 'staffAccount', event, ...move });
}
