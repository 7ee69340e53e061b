import { isDeepStrictEqual } from 'node:util';
import type { CatalogueFees } from '@exam/contract/rules';
import { audit, type Auditor } from '#office/audit';
import type { Tx } from '#platform/database';
import { record } from '#platform/transition';
import { changeSession, type Paper, writePrices } from '#offer/sessions';
import { asWritten } from './fees.ts';
import { papersOf } from '../plan.ts';

type Repricing = { subjectId: string; fees: CatalogueFees; staff: Auditor; reason: string | null };

/** Sessions whose price follows the catalogue: not begun, not withdrawn, no booking's own, and open to everybody. */
function following(tx: Tx, subjectId: string) {
  return tx
    .selectFrom('exam_session')
    .select('id')
    .where('booking_id', 'is', null)
    .where('is_exclusive', '=', false)
    .where('status', 'in', ['Draft', 'Published'])
    .where('starts_at', '>', ({ fn }) => fn<string>('app_now'))
    .where('id', 'in', (query) =>
      query.selectFrom('session_subject').select('session_id').where('subject_id', '=', subjectId),
    );
}

/** How many sessions a new price of a subject would take along. */
export async function countFollowing(tx: Tx, subjectId: string): Promise<number> {
  return (await following(tx, subjectId).execute()).length;
}

/**
 * Gives the sessions to come of a subject the catalogue's price; what two persons have published is behind it (S-16). Stages of late
 * entry keep their days and take the new charge. Whoever has ordered keeps the price of the order, carts are priced again.
 * @returns how many sessions changed.
 */
export async function repriceSessions(tx: Tx, { subjectId, fees, staff, reason }: Repricing): Promise<number> {
  const sessions = await following(tx, subjectId).orderBy('id').forNoKeyUpdate().execute();
  let changed = 0;
  for (const { id } of sessions) {
    const own = (await papersOf(tx, id)).find((paper) => paper.subjectId === subjectId);
    if (own === undefined) continue;
    const [before, after] = [asWritten(own), priced(own, fees)];
    if (isDeepStrictEqual(before, after)) continue;
    await writePrices(tx, after.sessionSubjectId, after);
    await changeSession(tx, id, {});
    const actor = { kind: 'staff', id: staff.id } as const;
    await record(tx, { kind: 'session', id, event: 'changeFees', actor, reason });
    await audit(tx, {
      staff,
      action: 'sessions.changeFees',
      object: { kind: 'session', id },
      reason,
      before: { papers: [before] },
      after: { papers: [after] },
    });
    changed += 1;
  }
  return changed;
}

function priced(paper: Paper, fees: CatalogueFees): ReturnType<typeof asWritten> {
  const { lateCharges, sessionSubjectId } = asWritten(paper);
  return {
    sessionSubjectId,
    localFee: fees.localFee,
    boardFee: fees.boardFee,
    vat: fees.vat,
    tierFees: fees.tierFees.map(({ from, to, localFee }) => ({ from, to, localFee })),
    lateCharges: lateCharges.map((charge) => ({
      ...charge,
      fee: fees.lateStages.find(({ stage }) => stage === charge.stage)?.fee ?? charge.fee,
    })),
  };
}
