import { markOutcomes } from '@exam/contract/entities';
import type { OutcomeRow, StaffCalls } from '@exam/contract/staff';
import {
  gradesOfLines,
  hasMarkOutcome,
  isAgainstMarks,
  isContradictory,
  outcomeOfWritten,
  readCode,
  readMark,
} from '@exam/contract/rules';
import type * as z from 'zod/mini';
import { openRecords } from '#office/access';
import { openProposalsAbout } from '#office/approvals';
import { type FileCell, readSpreadsheet, refuseTooMuch } from '#people/imports';
import { lockOrder } from '#checkout/orders';
import { inTransaction, type Tx } from '#platform/database';
import { Refusal, refuse } from '#platform/errors';
import type { StaffActor } from '#platform/staff-http';
import { deskScope } from '../staff-queries.ts';
import { completeRequest } from './outcome.ts';
import { outcomeWordsZh } from './words.zh.ts';
import { type NamedRequest, namedRequests, names } from '../queries.ts';
import { type ItemRow, itemsOf, lockRequest, paidOf } from '../store.ts';

type Line = Omit<OutcomeRow, 'problem'>;
type Given = z.output<StaffCalls['postTests.recordOutcomes']['body']>['rows'][number];

const lineLimit = 500;
const columns = ['code', 'componentCode', 'outcome', 'markBefore', 'markAfter', 'gradeBefore', 'gradeAfter'] as const;

/**
 * Reads a spreadsheet of outcomes with the safe reader of imports: a heading, then one line for each component: reference, component,
 * outcome (or the two marks, from which it follows), marks and grades before and after. Nothing is recorded.
 * @throws Refusal IMPORT_FORMAT, IMPORT_TOO_MUCH, BUSY.
 */
export async function readOutcomes(staff: StaffActor, file: Buffer | null): Promise<{ rows: OutcomeRow[] }> {
  const cells = await readSpreadsheet(file ?? refuse('IMPORT_FORMAT'));
  const lines = cells.slice(1).flatMap((row, index) => lineOf(row, index + 2) ?? []);
  if (lines.length === 0) refuse('IMPORT_FORMAT');
  if (lines.length > lineLimit) refuseTooMuch({ what: 'rows', found: lines.length, limit: lineLimit });
  const known = await inTransaction((tx) =>
    requestsOf(
      tx,
      staff,
      lines.map((line) => line.code),
    ),
  );
  return { rows: lines.map((line) => ({ ...line, problem: problemOf(line, lines, known) })) };
}

function lineOf(row: readonly FileCell[], line: number): Line | null {
  const [
    code = '',
    componentCode = '',
    outcome = '',
    markBefore = '',
    markAfter = '',
    gradeBefore = '',
    gradeAfter = '',
  ] = columns.map((_, at) => (readMark(String(row[at] ?? '')) ?? '').slice(0, 20));
  if (code === '' && componentCode === '') return null;
  const orNull = (text: string) => (text === '' ? null : text);
  return {
    line,
    code: readCode(code),
    componentCode: componentCode.toUpperCase(),
    outcome:
      markOutcomes.find((each) => each.toLowerCase() === outcome.toLowerCase()) ??
      outcomeWordsZh.get(outcome) ??
      outcomeOfWritten(markBefore, markAfter),
    markBefore: orNull(markBefore),
    markAfter: orNull(markAfter),
    gradeBefore: orNull(gradeBefore.slice(0, 10)),
    gradeAfter: orNull(gradeAfter.slice(0, 10)),
  };
}

type Known = ReadonlyMap<string, { row: NamedRequest; items: ItemRow[]; isProposed: boolean }>;

async function requestsOf(tx: Tx, staff: StaffActor, codes: readonly string[]): Promise<Known> {
  const rows = await namedRequests(tx)
    .selectAll('request')
    .select(names)
    .where(deskScope(staff))
    .where('request.code', 'in', [...new Set(codes)])
    .execute();
  const ids = rows.map((row) => row.id);
  const items = await itemsOf(tx, ids);
  const proposed = await openProposalsAbout(tx, { kind: 'postTestRefund', objectIds: ids });
  return new Map(
    rows.map((row) => [row.code, { row, items: items.get(row.id) ?? [], isProposed: proposed.has(row.id) }]),
  );
}

function problemOf(line: Line, all: readonly Line[], known: Known): OutcomeRow['problem'] {
  const request = known.get(line.code);
  if (!request) return 'UnknownCode';
  if (request.row.status !== 'Processing' || !hasMarkOutcome(request.row.service_kind)) return 'NotProcessing';
  if (!request.items.some((item) => item.code === line.componentCode)) return 'UnknownComponent';
  if (line.outcome === null) return 'NoOutcome';
  const { outcome } = line;
  if (isAgainstMarks({ ...line, outcome })) return 'Contradicts';
  const own = all.filter((each) => each.code === line.code);
  if (own.filter((each) => each.componentCode === line.componentCode).length > 1) return 'Twice';
  if (own.length < request.items.length) return 'Incomplete';
  const components = own.flatMap((each) => (each.outcome === null ? [] : [{ ...each, outcome: each.outcome }]));
  const grades = gradesOfLines(own);
  if (grades === null) return 'GradesDiffer';
  if (isContradictory({ components, ...grades })) return 'Contradicts';
  return request.isProposed ? 'Proposed' : null;
}

type Recorded = Record<'recorded' | 'proposed' | 'left', string[]>;

/** Records outcomes that were read, each request in a transaction of its own: what is large waits for a second person, what moved meanwhile is left. */
export async function recordOutcomes(staff: StaffActor, rows: readonly Given[]): Promise<Recorded> {
  await inTransaction(async (tx) => {
    const known = await requestsOf(tx, staff, [...new Set(rows.map(({ code }) => code))]);
    const ids = [...known.values()].map(({ row }) => row.id);
    await openRecords(tx, staff, { kind: 'postTest', ids, purpose: 'postResults.get', act: 'Changed' });
  });
  const answer: Recorded = { recorded: [], proposed: [], left: [] };
  for (const [code, lines] of Map.groupBy(rows, (row) => row.code)) {
    const became = await inTransaction((tx) => recordOne(tx, staff, { code, lines })).catch((error: unknown) => {
      if (error instanceof Refusal) return 'left' as const;
      throw error;
    });
    answer[became].push(code);
  }
  return answer;
}

async function recordOne(
  tx: Tx,
  staff: StaffActor,
  { code, lines }: { code: string; lines: readonly Given[] },
): Promise<keyof Recorded> {
  const found = (await requestsOf(tx, staff, [code])).get(code);
  const grades = gradesOfLines(lines);
  if (!found || grades === null) return 'left';
  const paid = await paidOf(tx, found.row.id);
  if (paid) await lockOrder(tx, { orderId: paid.orderId });
  const row = await lockRequest(tx, found.row.id);
  if (row.status !== 'Processing') return 'left';
  const components = found.items.flatMap((item) => {
    const line = lines.find((each) => each.componentCode === item.code);
    return line
      ? [{ position: item.position, outcome: line.outcome, markBefore: line.markBefore, markAfter: line.markAfter }]
      : [];
  });
  const isRecorded = await completeRequest(tx, staff, row, { components, ...grades, note: null });
  return isRecorded ? 'recorded' : 'proposed';
}
