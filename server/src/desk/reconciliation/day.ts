import { type ReconciliationLine, reconciliationStaffCalls, type StaffCalls } from '@exam/contract/staff';
import * as z from 'zod/mini';
import { chinaDateOf, readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import type { StaffActor } from '#platform/staff-http';
import { checkWholeHouse, closingOf, type Day, openLines, statementOf } from './store.ts';

type DayPage = z.output<StaffCalls['reconciliation.day']['reply']>;
type LinesQuery = Day & z.output<StaffCalls['reconciliation.lines']['body']>;
type LinesPage = z.output<StaffCalls['reconciliation.lines']['reply']>;

const lineList = reconciliationStaffCalls['reconciliation.lines'].reply.def.shape.list;

/** The lines of a day: of a closed one as they were at its closing, for good. */
async function linesOfDay(tx: Tx, day: Day): Promise<readonly ReconciliationLine[]> {
  const closing = await closingOf(tx, day);
  return closing === null ? await openLines(tx, day) : z.parse(lineList, closing.lines);
}

/** A day's sums, counts and state. @throws Refusal NOT_FOUND for staff of single offices. */
export async function showDay(tx: Tx, staff: StaffActor, day: Day): Promise<DayPage> {
  checkWholeHouse(staff);
  const lines = await linesOfDay(tx, day);
  const statement = await statementOf(tx, day);
  const closing = await closingOf(tx, day);
  const count = (list: ReconciliationLine['list']) => lines.filter((line) => line.list === list).length;
  return {
    ...day,
    ...sumsOf(lines, statement !== null),
    isOver: chinaDateOf(await readNow(tx)) > day.day,
    statement: statement && {
      id: statement.id,
      fileName: statement.file_name,
      rowCount: statement.row_count,
      uploadedBy: statement.uploaded_by_name,
      isOwn: statement.uploaded_by === staff.id,
      uploadedAt: statement.uploaded_at,
    },
    counts: {
      agree: count('agree'),
      amountDiffers: count('amountDiffers'),
      onlyOurs: count('onlyOurs'),
      onlyTheirs: count('onlyTheirs'),
    },
    unexplained: unexplainedOf(lines).length,
    closedAt: closing?.closed_at ?? null,
    closedBy: closing?.closed_by_name ?? null,
    reason: closing?.reason ?? null,
  };
}

/** The differences that nobody has explained yet. */
export function unexplainedOf(lines: readonly ReconciliationLine[]): ReconciliationLine[] {
  return lines.filter(({ list, explanation }) => list !== 'agree' && explanation === null);
}

function sumsOf(lines: readonly ReconciliationLine[], hasStatement: boolean) {
  const signed = (line: ReconciliationLine, amount: number | null) => (line.kind === 'refund' ? -1 : 1) * (amount ?? 0);
  const ours = lines.filter(({ ourAmount }) => ourAmount !== null);
  const theirs = lines.filter(({ theirAmount }) => theirAmount !== null);
  return {
    ourCount: ours.length,
    ourNet: ours.reduce((sum, line) => sum + signed(line, line.ourAmount), 0),
    theirCount: hasStatement ? theirs.length : null,
    theirNet: hasStatement ? theirs.reduce((sum, line) => sum + signed(line, line.theirAmount), 0) : null,
  };
}

/** The lines of a day, those that differ first, narrowed by list, explanation and words. @throws Refusal NOT_FOUND */
export async function findLines(tx: Tx, staff: StaffActor, query: LinesQuery): Promise<LinesPage> {
  checkWholeHouse(staff);
  const { channel, day, pageIndex, pageSize, sort } = query;
  const found = (await linesOfDay(tx, { channel, day })).filter((line) => isWanted(line, query));
  const sorted = sort === undefined ? found : found.toSorted((a, b) => (a.reference < b.reference ? -1 : 1));
  const list = (sort === '-reference' ? sorted.toReversed() : sorted).slice(
    (pageIndex - 1) * pageSize,
    pageIndex * pageSize,
  );
  return { list, pageIndex, pageSize, recordCount: found.length };
}

function isWanted(line: ReconciliationLine, { list, isExplained, search }: LinesQuery): boolean {
  const words = `${line.reference} ${line.tradeNo} ${line.orderCode ?? ''}`.toLowerCase();
  return (
    (list === undefined || line.list === list) &&
    (isExplained === undefined || (line.list !== 'agree' && (line.explanation !== null) === isExplained)) &&
    (search === undefined || words.includes(search.toLowerCase()))
  );
}
