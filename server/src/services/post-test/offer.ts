import { instantOf, lateCashInAges, latestCloseAt } from '@exam/contract/rules';
import type { OfferedService, StaffCalls } from '@exam/contract/staff';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { propose, type Proposal } from '#office/approvals';
import { audit } from '#office/audit';
import { randomId } from '#platform/chance';
import { chinaDateOf, readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { StaffActor } from '#platform/staff-http';
import { readWorkingCalendar } from '#office/working-days';
import { readBoard, readBoardOf, type Service } from './request/board.ts';
import { levelsOf } from './request/lookups.ts';
import { putOnBoard } from './follow.ts';
import { lockRequest } from './store.ts';

type SeriesWish = z.output<StaffCalls['postTests.addSeries']['body']>;
type WindowWish = z.output<StaffCalls['postTests.saveWindow']['body']>;
type AgeWish = z.output<StaffCalls['postTests.setAgeLimit']['body']>;
type FeesWish = z.output<StaffCalls['postTests.proposeFees']['body']>;

/** The kind of proposal that changes the fees of a service. */
export const feesKind = 'postTestFees';

/** What an awarding body offers, with the fees in force and planned, and its windows. @throws Refusal NOT_FOUND */
export async function showOffer(tx: Tx, productId: string) {
  const board = await readBoard(tx, productId);
  const { rows: fees } = await sql<FeeRow>`
    select service_id, level_id, local_fee, board_fee, vat, effective_from from post_test_fee fee
    where service_id = any(${board.services.map(({ id }) => id)}::uuid[])
      and effective_from >= (select max(effective_from) from post_test_fee before where before.service_id = fee.service_id
        and before.level_id = fee.level_id and before.effective_from <= app_now())
    order by effective_from`.execute(tx);
  const services = board.services.map((service): OfferedService => ({
    id: service.id,
    code: service.code,
    kind: service.kind,
    nameEn: service.name_en,
    nameZh: service.name_zh,
    isAgeLimited: service.age_from !== null,
    levels: levelsOf(board, service).map((level) => ({
      id: level.id,
      nameEn: level.name_en,
      nameZh: level.name_zh,
      fees: fees
        .filter((fee) => fee.service_id === service.id && fee.level_id === level.id)
        .map((fee) => ({
          localFee: fee.local_fee,
          boardFee: fee.board_fee,
          vat: fee.vat,
          effectiveFrom: fee.effective_from,
        })),
    })),
    windows: board.windows
      .filter((window) => window.service_id === service.id)
      .map((window) => ({
        seriesId: window.series_id,
        version: window.version,
        openFrom: window.open_from,
        closeAt: window.close_at,
        boardCloseAt: window.board_close_at,
      })),
  }));
  return {
    series: board.series.map((each) => ({ id: each.id, nameEn: each.name_en, nameZh: each.name_zh })),
    services,
  };
}

type FeeRow = Record<'service_id' | 'level_id' | 'effective_from', string> &
  Record<'local_fee' | 'board_fee' | 'vat', number>;

/**
 * Adds a series of exams, so that services can be opened in it.
 * @throws Refusal NOT_FOUND for a product without post-test services; FIELDS where its month has a series already.
 */
export async function addSeries(tx: Tx, staff: StaffActor, wish: SeriesWish): Promise<void> {
  const { productId, month, nameEn, nameZh, reason } = wish;
  await readBoard(tx, productId);
  const [year, ofYear] = month.split('-').map(Number);
  const { rows } = await sql`
    insert into post_test_series (id, product_id, year, month, name_en, name_zh)
    values (${randomId()}, ${productId}, ${year}, ${ofYear}, ${nameEn}, ${nameZh})
    on conflict (product_id, year, month) do nothing returning id`.execute(tx);
  if (rows.length === 0) refuse('FIELDS', {}, { month: 'SERIES_EXISTS' });
  const object = { kind: 'catalogueProduct', id: productId } as const;
  await audit(tx, { staff, action: 'postTest.addSeries', object, reason, after: { month, nameEn, nameZh } });
}

/**
 * Opens a service in a series, or moves its window (R-85). Requests that wait to be sent take the awarding body's new closing along.
 * @throws Refusal NOT_FOUND; FIELDS where the moments do not follow each other, or the candidates' closing is not two working days
 *   before the awarding body's (3-domain 4.1); VERSION_CONFLICT (409) when somebody was quicker.
 */
export async function saveWindow(tx: Tx, staff: StaffActor, wish: WindowWish): Promise<void> {
  const { board, service } = await readBoardOf(tx, wish.serviceId);
  if (!board.series.some((series) => series.id === wish.seriesId)) refuse('NOT_FOUND');
  const { openFrom, closeAt, boardCloseAt } = wish;
  if (closeAt <= openFrom) refuse('FIELDS', {}, { closeAt: 'WINDOW_ORDER' });
  if (closeAt > latestCloseAt(await readWorkingCalendar(tx), boardCloseAt))
    refuse('FIELDS', {}, { closeAt: 'WINDOW_TOO_LATE' });
  const before = await writeWindow(tx, service, wish);
  await followBoard(tx, wish);
  await audit(tx, {
    staff,
    action: 'postTest.saveWindow',
    object: { kind: 'postTestService', id: service.id },
    reason: wish.reason,
    ...(before === null ? {} : { before }),
    after: { seriesId: wish.seriesId, openFrom, closeAt, boardCloseAt },
  });
}

async function writeWindow(tx: Tx, service: Service, wish: WindowWish): Promise<object | null> {
  const { seriesId, openFrom, closeAt, boardCloseAt } = wish;
  const old = await tx
    .selectFrom('post_test_window')
    .selectAll()
    .where('service_id', '=', service.id)
    .where('series_id', '=', seriesId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if ((old?.version ?? null) !== (wish.version ?? null)) refuse('VERSION_CONFLICT');
  const moments = { open_from: openFrom, close_at: closeAt, board_close_at: boardCloseAt };
  if (!old) {
    const row = { id: randomId(), service_id: service.id, series_id: seriesId, ...moments };
    await tx.insertInto('post_test_window').values(row).execute();
    return null;
  }
  await tx
    .updateTable('post_test_window')
    .set({ ...moments, version: old.version + 1 })
    .where('id', '=', old.id)
    .execute();
  return { seriesId, openFrom: old.open_from, closeAt: old.close_at, boardCloseAt: old.board_close_at };
}

/** Requests that are not sent yet have to be sent by the new closing. */
async function followBoard(tx: Tx, { serviceId, seriesId, boardCloseAt }: WindowWish): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update post_test set board_close_at = ${boardCloseAt}
    where service_id = ${serviceId} and series_id = ${seriesId} and board_close_at <> ${boardCloseAt}
      and status in ('Submitted', 'Registered', 'RegisteredCancellationRequested')
    returning id`.execute(tx);
  for (const { id } of rows) {
    const row = await lockRequest(tx, id);
    if (row.status === 'Registered') await putOnBoard(tx, row);
  }
}

/**
 * Opens a service to adults who sit again, or keeps it to 5 to 18 (R-82, decision 0025).
 * @throws Refusal NOT_FOUND; VERSION_CONFLICT (409) when it is so already.
 */
export async function setAgeLimit(tx: Tx, staff: StaffActor, wish: AgeWish): Promise<void> {
  const { service } = await readBoardOf(tx, wish.serviceId);
  const { rows } = await sql`
    update post_test_service set age_from = ${wish.isAgeLimited ? lateCashInAges.from : null},
      age_to = ${wish.isAgeLimited ? lateCashInAges.to : null}
    where id = ${service.id} and (age_from is not null) <> ${wish.isAgeLimited}
    returning id`.execute(tx);
  if (rows.length === 0) refuse('VERSION_CONFLICT');
  await audit(tx, {
    staff,
    action: 'postTest.setAgeLimit',
    object: { kind: 'postTestService', id: service.id },
    reason: wish.reason,
    before: { isAgeLimited: !wish.isAgeLimited },
    after: { isAgeLimited: wish.isAgeLimited },
  });
}

const payloadSchema = z.object({
  levelId: z.uuid(),
  localFee: z.int(),
  boardFee: z.int(),
  vat: z.int(),
  effectiveFrom: z.string(),
});

/**
 * Proposes other fees of a service at a level from the beginning of a China day on; a second person decides (S-16). What is confirmed
 * before keeps its price.
 * @throws Refusal NOT_FOUND; FIELDS for a day that is not ahead; PROPOSAL_OPEN.
 */
export async function proposeFees(tx: Tx, staff: StaffActor, wish: FeesWish): Promise<{ proposalId: string }> {
  const { board, service } = await readBoardOf(tx, wish.serviceId);
  if (!levelsOf(board, service).some((level) => level.id === wish.levelId)) refuse('NOT_FOUND');
  if (wish.effectiveFrom <= chinaDateOf(await readNow(tx))) refuse('FIELDS', {}, { effectiveFrom: 'EFFECTIVE_PAST' });
  const proposalId = await propose(tx, {
    kind: feesKind,
    objectId: service.id,
    label: service.code,
    officeId: null,
    payload: payloadSchema.parse(wish),
    staff,
    reason: wish.reason,
  });
  return { proposalId };
}

/** What the second person's approval does; fees whose day has come meanwhile hold from now on. */
export async function performFees(tx: Tx, proposal: Proposal, staff: StaffActor): Promise<void> {
  const { levelId, localFee, boardFee, vat, effectiveFrom } = payloadSchema.parse(proposal.payload);
  const now = await readNow(tx);
  const start = instantOf(effectiveFrom, '00:00');
  await sql`
    insert into post_test_fee (service_id, level_id, local_fee, board_fee, vat, effective_from)
    values (${proposal.objectId}, ${levelId}, ${localFee}, ${boardFee}, ${vat}, ${start > now ? start : now})
    on conflict (service_id, level_id, effective_from)
    do update set local_fee = excluded.local_fee, board_fee = excluded.board_fee, vat = excluded.vat`.execute(tx);
  await audit(tx, {
    staff,
    action: 'postTest.changeFees',
    object: { kind: 'postTestService', id: proposal.objectId },
    reason: proposal.reason,
    after: { levelId, localFee, boardFee, vat, effectiveFrom },
  });
}
