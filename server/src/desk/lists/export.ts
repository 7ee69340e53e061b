import { Readable } from 'node:stream';
import type { LookField } from '@exam/contract/rules';
import { exportLimit, type listsStaffCalls, type Permission, permissions, type StaffCall } from '@exam/contract/staff';
import { writeXlsxStream } from 'hucre/xlsx';
import * as z from 'zod/mini';
import { noteLooks } from '#office/access';
import { audit } from '#office/audit';
import { csvStream } from '#platform/csv';
import { inTransaction } from '#platform/database';
import { refuse, Refusal } from '#platform/errors';
import type { FileReply } from '#platform/http/call';
import { encodeAnswer } from '#platform/http/encode';
import { type Shown, withShown } from '#platform/http/staff/shown';
import { safeText } from '#platform/safe-text';
import { checkPermission, type StaffCallContext, type StaffHandlers, type StaffRoutes } from '#platform/staff-http';
import { cellsOf, type ExportColumn } from './cells.ts';

type ExportContext = Parameters<StaffHandlers<typeof listsStaffCalls>['lists.export']>[0];
type Served = { call: StaffCall; handler: (call: StaffCallContext) => unknown };
type Page = { list: readonly unknown[]; recordCount: number };
type Loaded = Page & { shown: Shown };

const served = new Map<string, Served>();

/** Tells which calls the console serves; the app does so when it is built. */
export function useListHandlers(routes: readonly StaffRoutes[]): void {
  for (const { calls, handlers } of routes) {
    for (const [name, handler] of Object.entries(handlers)) {
      const call = calls[name];
      if (call) served.set(name, { call, handler: (context) => Reflect.apply(handler, undefined, [context]) });
    }
  }
}

const pageSize = 100;

/**
 * The rows of a list call as a file, a page at a time while it is read, so that a long list does not fill the memory. What the
 * list's own answer masks or leaves out is not there either. One audit row per export.
 * @throws Refusal NOT_FOUND for what is not a list; FORBIDDEN without the list's right and `export` of its area; MALFORMED for
 * filters the list does not have; EXPORT_TOO_LONG (412) beyond 5,000 rows.
 */
export async function exportList(context: ExportContext): Promise<FileReply> {
  const { list, body, columns, format, reason } = context.body;
  const source = listOf(list);
  for (const needed of neededFor(source.call)) checkPermission(context.staff, needed);
  const load = (pageIndex: number) => loadPage(source, context, { ...body, pageIndex, pageSize });
  const first = await load(1);
  if (first.recordCount > exportLimit) refuse('EXPORT_TOO_LONG', { limit: exportLimit });
  const entryId = await inTransaction((tx) =>
    audit(tx, {
      staff: context.staff,
      action: 'lists.export',
      object: { kind: 'list', id: list },
      reason,
      after: { filters: body, columns: columns.map(({ path }) => path), rows: first.recordCount, format },
    }),
  );
  const note = (page: Loaded) => notePage(context, page, { columns, reason, entryId });
  const rows = rowsOf(first, load, { columns, note });
  const name = `${list.replaceAll('.', '-')}.${format}`;
  return { ...fileOf(format, columns, rows), fileName: name };
}

/** Only a call that answers a list, and that a page of the console shows, can be exported. */
function listOf(name: string): Served {
  const source = served.get(name);
  if (!source || !('body' in source.call) || !isList(source.call)) refuse('NOT_FOUND');
  return source;
}

function isList({ reply }: StaffCall): boolean {
  return reply instanceof z.ZodMiniObject && 'recordCount' in reply.def.shape;
}

/** The list's own right and the right to export its area. Lists without an area of their own are not exported. */
function neededFor({ permission }: StaffCall): Permission[] {
  if (permission === null) refuse('FORBIDDEN');
  const area = permission.split(':')[0];
  const exporting = permissions.find((each) => each === `${area}:export`);
  if (exporting === undefined) refuse('FORBIDDEN');
  return [permission, exporting];
}

async function loadPage({ call, handler }: Served, context: ExportContext, body: object): Promise<Loaded> {
  const checked = call.body ? z.safeParse(call.body, body) : null;
  if (!checked?.success) throw new Refusal('MALFORMED');
  const asked = { ...context, params: undefined, query: undefined, body: checked.data } as StaffCallContext;
  const { answer, shown } = await withShown(async () => await handler(asked));
  // The contract's encoding leaves out whatever the list itself would not have sent.
  const page = encodeAnswer(call.reply ?? z.never(), answer as never) as Page;
  return { ...page, shown };
}

/** What of a person a column of a list shows. */
const fieldsOf: ReadonlyMap<string, LookField> = new Map([
  ['candidateName', 'name'],
  ['candidateNameZh', 'name'],
  ['candidateNames', 'name'],
  ['record.name', 'name'],
  ['firstName', 'name'],
  ['lastName', 'name'],
  ['nameZh', 'name'],
  ['idNo', 'maskedIdNo'],
  ['gender', 'gender'],
  ['arrangement', 'arrangement'],
]);

type Noting = { columns: readonly ExportColumn[]; reason: string; entryId: string };

/** Notes whose rows leave with a page, before it does, and whether by name: lists show masked values, to whoever may read them. */
async function notePage(
  { staff }: ExportContext,
  { shown }: Loaded,
  { columns, reason, entryId }: Noting,
): Promise<void> {
  const fields = [...new Set(columns.flatMap(({ path }) => fieldsOf.get(path) ?? []))];
  const look = { purpose: 'lists.export', act: 'Exported', reason, entryId } as const;
  await inTransaction(async (tx) => {
    await noteLooks(tx, staff, { ...look, ids: [...shown.named], fields });
    await noteLooks(tx, staff, { ...look, ids: [...shown.masked], fields: fields.flatMap(unnamed) });
  });
}

/** A list shows part of the name, and nothing of the number, of a minor whom no approval covers. */
const unnamed = (field: LookField): LookField[] =>
  field === 'name' ? ['maskedName'] : field === 'maskedIdNo' ? [] : [field];

async function* rowsOf(
  first: Loaded,
  load: (pageIndex: number) => Promise<Loaded>,
  { columns, note }: { columns: readonly ExportColumn[]; note: (page: Loaded) => Promise<void> },
): AsyncGenerator<(string | number | null)[]> {
  const pages = Math.ceil(first.recordCount / pageSize);
  for (let page = 1; page <= Math.max(1, pages); page++) {
    const loaded = page === 1 ? first : await load(page);
    await note(loaded);
    for (const row of loaded.list) yield cellsOf(row, columns);
  }
}

function fileOf(
  format: 'csv' | 'xlsx',
  columns: readonly ExportColumn[],
  rows: AsyncGenerator<(string | number | null)[]>,
): FileReply {
  if (format === 'xlsx') {
    const stream = writeXlsxStream(rows, {
      name: 'Examport',
      columns: columns.map(({ heading }) => ({ header: safeText(heading) })),
    });
    return {
      content: Readable.fromWeb(stream),
      mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    };
  }
  const stream = csvStream(
    columns.map(({ heading }) => heading),
    rows,
  );
  return { content: Readable.fromWeb(stream), mediaType: 'text/csv' };
}
