import type { OutcomeInput } from '@exam/contract/staff';
import { gradeChangeRefund, hasMarkOutcome, isContradictory, isGradeChangeTold, readMark } from '@exam/contract/rules';
import * as z from 'zod/mini';
import { propose, type Proposal } from '#office/approvals';
import { lockOrder } from '#checkout/orders';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { StaffActor } from '#platform/staff-http';
import { refundForProvider } from '#books/refunds';
import { closeItem } from '#office/work-items';
import { readBoardOf } from '../request/board.ts';
import { paidFees } from '../request/cancel.ts';
import { actorOf, change, handFiles, isLeftToSecond, lockSeen, move, note, type Seen } from '../staff-acts.ts';
import { mayCorrect } from '../staff-queries.ts';
import { type ItemRow, itemsOf, lockRequest, paidOf, type RequestRow } from '../store.ts';
import { tellComplete, tellCorrected } from '../notify.ts';

/**
 * Records the outcome of a request (9.6 #12): of each mark that was looked at again, and whether the grade changed; then the board's fee
 * of the components whose mark moved goes back by itself (3-domain 4.1); above the limit, and where marks and
 * grades do not tell the change by themselves, a second person decides first (S-16). Files go to the
 * candidate.
 * @throws Refusal as `lockSeen`; ILLEGAL_STATE; OUTCOME_INCOMPLETE; OUTCOME_CONTRADICTS; PROPOSAL_OPEN.
 */
export async function recordOutcome(
  tx: Tx,
  staff: StaffActor,
  { fileIds, ...input }: Seen & OutcomeInput & { fileIds: readonly string[] },
): Promise<void> {
  const row = await lockSeen(tx, staff, input);
  await completeRequest(tx, staff, row, input);
  await handFiles(tx, staff, row, fileIds);
}

/** The same for a locked request. @returns whether it is recorded, and not left to a second person. */
export async function completeRequest(
  tx: Tx,
  staff: StaffActor,
  row: RequestRow,
  input: OutcomeInput,
): Promise<boolean> {
  if (row.status !== 'Processing') refuse('ILLEGAL_STATE');
  const amount = changedFee(await checkedItems(tx, row, input), input);
  const what = { act: 'complete', ...outcome.parse(input) } as const;
  const isDoubtful = amount > 0 && !isGradeChangeTold(input);
  if (await isLeftToSecond(tx, { staff, row, amount, what, reason: input.note ?? '', isDoubtful })) return false;
  await performOutcome(tx, staff, row, input);
  return true;
}

/** Records an outcome that one person, or two, have decided. */
export async function performOutcome(tx: Tx, staff: StaffActor, row: RequestRow, input: OutcomeInput): Promise<void> {
  const items = await checkedItems(tx, row, input);
  await move(tx, row, { event: 'complete', staff });
  await writeOutcome(tx, row, input);
  await change(tx, row.id, { completed_at: await readNow(tx) });
  const amount = await giveBack(tx, staff, { row, items, input });
  await closeItem(tx, { kind: 'postTestOutcome', objectId: row.id });
  await note(tx, staff, row, { action: 'postTest.outcome', after: { ...input, amount } });
  await tellComplete(tx, { id: row.id, version: row.version, amount });
}

/** An outcome as a proposal keeps it. */
export const outcome = z.object({
  components: z.array(
    z.object({
      position: z.int(),
      outcome: z.enum(['Lowered', 'Confirmed', 'Raised']),
      markBefore: z.nullish(z.string()),
      markAfter: z.nullish(z.string()),
    }),
  ),
  isGradeChanged: z.boolean(),
  gradeBefore: z.nullish(z.string()),
  gradeAfter: z.nullish(z.string()),
  note: z.nullish(z.string()),
});

/** Proposes another outcome within 30 days; a second person decides (9.6 #13). */
export async function proposeCorrection(
  tx: Tx,
  staff: StaffActor,
  { reason, ...input }: Seen & OutcomeInput & { reason: string },
): Promise<void> {
  const row = await lockSeen(tx, staff, { ...input, reason });
  if (row.status !== 'Complete' || !mayCorrect(row, await readNow(tx))) refuse('ILLEGAL_STATE');
  await checkedItems(tx, row, input);
  await propose(tx, {
    kind: 'postTestCorrection',
    objectId: row.id,
    label: row.code,
    officeId: row.office_id,
    payload: outcome.parse(input),
    staff,
    reason,
  });
}

/** What the second person's approval does: money that went back for a changed grade stays with the payer. */
export async function performCorrection(tx: Tx, proposal: Proposal, staff: StaffActor): Promise<void> {
  const input = outcome.parse(proposal.payload);
  const paid = await paidOf(tx, proposal.objectId);
  if (paid) await lockOrder(tx, { orderId: paid.orderId });
  const row = await lockRequest(tx, proposal.objectId);
  if (!mayCorrect(row, await readNow(tx))) refuse('ILLEGAL_STATE');
  const items = await checkedItems(tx, row, input);
  await move(tx, row, { event: 'correct', staff, reason: proposal.reason });
  await writeOutcome(tx, row, input);
  await change(tx, row.id, {});
  const amount = await giveBack(tx, staff, { row, items, input });
  await note(tx, staff, row, { action: 'postTest.correct', reason: proposal.reason, after: { ...input, amount } });
  await tellCorrected(tx, { id: row.id, version: row.version });
}

/** The request's rows, once every mark that was looked at has its outcome and no other has. */
async function checkedItems(tx: Tx, row: RequestRow, input: OutcomeInput): Promise<ItemRow[]> {
  const items = (await itemsOf(tx, [row.id])).get(row.id) ?? [];
  const { service } = await readBoardOf(tx, row.service_id);
  const wanted = hasMarkOutcome(service.kind) ? items.map((item) => item.position) : [];
  const given = input.components.map((component) => component.position);
  const isWhole = wanted.length === given.length && wanted.every((position) => given.includes(position));
  const isMoved = input.components.some((component) => component.outcome !== 'Confirmed');
  if (!isWhole || (input.isGradeChanged && !isMoved)) refuse('OUTCOME_INCOMPLETE');
  if (isContradictory(input)) refuse('OUTCOME_CONTRADICTS');
  return items;
}

async function writeOutcome(tx: Tx, row: RequestRow, input: OutcomeInput): Promise<void> {
  for (const { position, outcome: mark, markBefore, markAfter } of input.components)
    await tx
      .updateTable('post_test_item')
      .set({ outcome: mark, mark_before: readMark(markBefore), mark_after: readMark(markAfter) })
      .where('post_test_id', '=', row.id)
      .where('position', '=', position)
      .execute();
  await tx
    .updateTable('post_test')
    .set({
      is_grade_changed: input.isGradeChanged,
      grade_before: readMark(input.gradeBefore),
      grade_after: readMark(input.gradeAfter),
      outcome_note: input.note ?? null,
    })
    .where('id', '=', row.id)
    .execute();
}

type Outcome = { row: RequestRow; items: readonly ItemRow[]; input: OutcomeInput };

/** Asked again for the same request it gives what is more than before (T18). @returns the fen that go back now. */
async function giveBack(tx: Tx, staff: StaffActor, { row, items, input }: Outcome): Promise<number> {
  const amount = changedFee(items, input);
  if (amount === 0) return 0;
  const paid = (await paidOf(tx, row.id)) ?? refuse('ILLEGAL_STATE');
  return await refundForProvider(tx, paid, {
    amount,
    policyRow: 'T3',
    cause: 'gradeChange',
    note: null,
    actor: actorOf(staff),
  });
}

/** The board's fee of the components whose mark moved, where the grade changed (3-domain 4.1): fen. */
function changedFee(items: readonly ItemRow[], { isGradeChanged, components }: OutcomeInput): number {
  const moved = new Set(components.filter((each) => each.outcome !== 'Confirmed').map(({ position }) => position));
  const looked = items.filter((item) => isGradeChanged && moved.has(item.position));
  return gradeChangeRefund(looked.map((item) => paidFees([item])));
}
