import {
  addDays,
  addMonths,
  chinaDateOf,
  instantOf,
  lateCashInAges,
  latestCloseAt,
  proposedVat,
} from '@exam/contract/rules';
import type { PostTestKind } from '@exam/contract/entities';
import type { WorkingCalendar } from '@exam/contract/rules';
import { randomId } from '#platform/chance';
import type { Tx } from '#platform/database';
import { readWorkingCalendar } from '#office/working-days';
import { demoBoards, type DemoBoard, traitsOf } from './data/post-test.ts';
import { known, type WrittenCatalogue } from './write-catalogue.ts';

type Series = { id: string; month: number; openFrom: string; boardCloseAt: string };
type Way = {
  productId: string;
  calendar: WorkingCalendar;
  board: DemoBoard;
  levels: Map<string, string>;
  components: Map<string, string>;
};

/** Writes what each awarding body offers after results: one series whose windows are over, one open now, one to come. */
export async function writePostTestBoards(tx: Tx, catalogue: WrittenCatalogue, now: string): Promise<void> {
  const calendar = await readWorkingCalendar(tx);
  for (const board of demoBoards) {
    const productId = known(catalogue.products, board.product);
    await tx.insertInto('post_test_board').values({ product_id: productId, uci_policy: board.uciPolicy }).execute();
    const levels = await writeLevels(tx, productId, board);
    const components = await writeComponents(tx, { productId, board, levels });
    const way = { productId, calendar, board, levels, components };
    await writeAwards(tx, way);
    await writeServices(tx, way, await writeSeries(tx, productId, now));
    await writeCentres(tx, board, productId);
  }
}

async function writeLevels(tx: Tx, productId: string, { levels }: DemoBoard): Promise<Map<string, string>> {
  const ids = new Map(levels.map((level) => [level.code, randomId()]));
  const rows = levels.map(({ code, en, zh }, sort) => ({
    id: known(ids, code),
    product_id: productId,
    code,
    name_en: en,
    name_zh: zh,
    sort,
  }));
  await tx.insertInto('post_test_level').values(rows).execute();
  return ids;
}

async function writeComponents(
  tx: Tx,
  { productId, board, levels }: Pick<Way, 'productId' | 'board' | 'levels'>,
): Promise<Map<string, string>> {
  const parsed = board.components.map((line, sort) => {
    const [code = '', en = '', zh = '', of = '', sign] = line.split('|');
    const mandatoryIn: PostTestKind[] = sign === 'core' ? ['scriptCopy'] : [];
    return { id: randomId(), code, en, zh, of: of.split(' '), traits: traitsOf(sign), mandatoryIn, sort };
  });
  await tx
    .insertInto('post_test_component')
    .values(
      parsed.map(({ id, code, en, zh, traits, mandatoryIn, sort }) => ({
        id,
        product_id: productId,
        code,
        name_en: en,
        name_zh: zh,
        traits,
        mandatory_in: mandatoryIn,
        sort,
      })),
    )
    .execute();
  const rows = parsed.flatMap(({ id, of }) =>
    of.map((level) => ({ component_id: id, level_id: known(levels, level) })),
  );
  await tx.insertInto('post_test_component_level').values(rows).execute();
  return new Map(parsed.map(({ code, id }) => [code, id]));
}

async function writeAwards(tx: Tx, { productId, board, levels, components }: Way): Promise<void> {
  for (const [sort, line] of board.awards.entries()) {
    const [code = '', level = '', name_en = '', name_zh = '', units = '', of = ''] = line.split('|');
    const id = randomId();
    await tx
      .insertInto('post_test_award')
      .values({
        id,
        product_id: productId,
        level_id: known(levels, level),
        code,
        name_en,
        name_zh,
        units_needed: Number(units),
        sort,
      })
      .execute();
    const rows = of.split(' ').map((component) => ({ award_id: id, component_id: known(components, component) }));
    await tx.insertInto('post_test_award_component').values(rows).execute();
  }
}

const monthsEn = 'January February March April May June July August September October November December'.split(' ');

/** The months in which modular exams are sat (3-domain 4). */
const seriesMonths = [1, 6, 10];

/** The last series before this month whose windows are over, the last of all, and the next. @returns `2026-06`, `2026-10` and `2027-01` on 1 December. */
export function seriesAround(today: string): readonly string[] {
  const months = Array.from({ length: 24 }, (_, index) => addMonths(`${today.slice(0, 7)}-01`, index - 12).slice(0, 7));
  const series = months.filter((month) => seriesMonths.includes(Number(month.slice(5))));
  const next = series.findIndex((month) => month >= today.slice(0, 7));
  return series.slice(next - 2, next + 1);
}

/** The three series around today: one that is closed, one that is open, one to come. */
async function writeSeries(tx: Tx, productId: string, now: string): Promise<Series[]> {
  const today = chinaDateOf(now);
  const opensAfter = [-90, -12, 60];
  const days = 45;
  const series = seriesAround(today).map((yearMonth, index) => {
    const [year, month] = yearMonth.split('-').map(Number) as [number, number];
    const opens = addDays(today, opensAfter[index] ?? 0);
    return {
      id: randomId(),
      year,
      month,
      openFrom: instantOf(opens, '09:00'),
      boardCloseAt: instantOf(addDays(opens, days), '23:00'),
    };
  });
  await tx
    .insertInto('post_test_series')
    .values(
      series.map(({ id, year, month }) => ({
        id,
        product_id: productId,
        year,
        month,
        name_en: `${monthsEn[month - 1] ?? ''} ${year}`,
        name_zh: `${year}年${month}月`,
      })),
    )
    .execute();
  return series;
}

async function writeServices(
  tx: Tx,
  { productId, board, levels, calendar }: Way,
  series: readonly Series[],
): Promise<void> {
  for (const [sort, service] of board.services.entries()) {
    const id = randomId();
    const ages = service.kind === 'lateCashIn' ? lateCashInAges : null;
    await tx
      .insertInto('post_test_service')
      .values({
        id,
        product_id: productId,
        code: service.code,
        kind: service.kind,
        name_en: service.name.en,
        name_zh: service.name.zh,
        summary_en: service.summary.en,
        summary_zh: service.summary.zh,
        age_from: ages?.from ?? null,
        age_to: ages?.to ?? null,
        is_form_required: service.kind !== 'uciMerge' && service.kind !== 'lateCashIn',
        turnaround_days: service.days ?? null,
        sort,
      })
      .execute();
    const fees = Object.entries(service.fees).map(([level, [localFee, boardFee]]) => ({
      service_id: id,
      level_id: known(levels, level),
      local_fee: localFee,
      board_fee: boardFee,
      vat: proposedVat({ localFee, boardFee }, { localRate: 600, boardRate: 600 }),
    }));
    await tx.insertInto('post_test_fee').values(fees).execute();
    const windows = series
      .filter(({ month }) => service.onlyMonths?.includes(month) ?? true)
      .map(({ id: seriesId, openFrom, boardCloseAt }) => ({
        id: randomId(),
        service_id: id,
        series_id: seriesId,
        open_from: openFrom,
        close_at: latestCloseAt(calendar, boardCloseAt),
        board_close_at: boardCloseAt,
      }));
    if (windows.length > 0) await tx.insertInto('post_test_window').values(windows).execute();
  }
}

async function writeCentres(tx: Tx, { centres }: DemoBoard, productId: string): Promise<void> {
  const { awarding_body_id: bodyId } = await tx
    .selectFrom('product')
    .select('awarding_body_id')
    .where('id', '=', productId)
    .executeTakeFirstOrThrow();
  const offices = new Map(
    (await tx.selectFrom('office').select(['id', 'code']).execute()).map((row) => [row.code, row.id]),
  );
  await tx
    .insertInto('exam_centre')
    .values(
      centres.map(({ code, office, en, zh }) => ({
        id: randomId(),
        code,
        awarding_body_id: bodyId ?? '',
        office_id: known(offices, office),
        name_en: en,
        name_zh: zh,
        status: 'Active' as const,
      })),
    )
    .execute();
}
