import type {
  CashInCode,
  ExamSeries,
  PostTestFeeLine,
  PostTestLevel,
  PostTestService,
  ServiceWindow,
} from '@exam/contract/entities';
import type { Language } from '@exam/contract/messages';
import { componentRuleOf, postTestStatementsOf, windowStatusAt } from '@exam/contract/rules';
import type { Board, Level, Series, Service, ServiceWindowRow } from './board.ts';
import { type Choice, feesOf, offeredBy } from './choice.ts';

/** Who reads, and when. */
export type Reader = { language: Language; now: string };

/** A name in the reader's language. */
export function named(row: { name_en: string; name_zh: string }, language: Language): string {
  return language === 'zh' ? row.name_zh : row.name_en;
}

const names = (row: { name_en: string; name_zh: string }, language: Language) => ({
  name: named(row, language),
  nameEn: row.name_en,
  nameCn: row.name_zh,
});

export function presentLevel(level: Level, { language }: Reader): PostTestLevel {
  return { id: level.id, code: level.code, ...names(level, language) };
}

/** The levels that a service has fees for. */
export function levelsOf(board: Board, service: Service): Level[] {
  return board.levels.filter((level) => feesOf(board, service, level) !== null);
}

export function presentWindow(window: ServiceWindowRow, series: Series, { language, now }: Reader): ServiceWindow {
  const { open_from: openFrom, close_at: closeAt } = window;
  return {
    serviceId: window.service_id,
    examSeriesId: series.id,
    examSeriesName: named(series, language),
    openFrom,
    closeAt,
    status: windowStatusAt({ openFrom, closeAt }, now),
  };
}

/** The windows of a service, or of all of them, the newest series first. */
export function windowsOf(board: Board, service: Service | null, reader: Reader): ServiceWindow[] {
  return board.series.flatMap((series) =>
    board.windows
      .filter((window) => window.series_id === series.id && (service === null || window.service_id === service.id))
      .map((window) => presentWindow(window, series, reader)),
  );
}

export function presentService(board: Board, service: Service, reader: Reader): PostTestService {
  const { language } = reader;
  const required = board.services.find((each) => each.id === service.requires_service_id) ?? null;
  const { age_from: from, age_to: to, turnaround_days: days } = service;
  return {
    id: service.id,
    productId: board.productId,
    code: service.code,
    kind: service.kind,
    ...names(service, language),
    summary: language === 'zh' ? service.summary_zh : service.summary_en,
    componentRule: componentRuleOf(service.kind),
    statements: [...postTestStatementsOf(service.kind)],
    isFormRequired: service.is_form_required,
    ages: from === null || to === null ? null : { from, to },
    requiresServiceId: required?.id ?? null,
    requiresServiceName: required === null ? null : named(required, language),
    isPlacePending: service.kind === 'priorityReview',
    turnaround: days === null ? null : { days, isWorkingDays: service.is_turnaround_working },
    levels: levelsOf(board, service).map((level) => {
      const fees = feesOf(board, service, level) ?? { localFee: 0, boardFee: 0, vat: 0 };
      return { ...presentLevel(level, reader), ...fees, total: fees.localFee + fees.boardFee + fees.vat };
    }),
    windows: windowsOf(board, service, reader),
  };
}

/** The series that a service has a window in, with what it offers. */
export function presentSeries(board: Board, service: Service, reader: Reader): ExamSeries[] {
  const levelIds = levelsOf(board, service).map((level) => level.id);
  const components = offeredBy(board, service, { level: null, award: null })
    .filter(({ component }) => component.levelIds.some((id) => levelIds.includes(id)))
    .map(({ component, isMandatory }) => ({
      id: component.id,
      code: component.code,
      ...names(component, reader.language),
      levelIds: component.levelIds.filter((id) => levelIds.includes(id)),
      isMandatory,
    }));
  return windowsOf(board, service, reader).flatMap(({ examSeriesId, openFrom, closeAt, status }) => {
    const series = board.series.find((each) => each.id === examSeriesId);
    if (!series) return [];
    const { id, year, month } = series;
    return [{ id, ...names(series, reader.language), year, month, openFrom, closeAt, status, components }];
  });
}

export function presentCashInCodes(board: Board, { language }: Reader): CashInCode[] {
  return board.awards.map((award) => ({
    cashInCodeId: award.id,
    cashInCode: award.code,
    ...names(award, language),
    levelId: award.level_id,
    unitsNeeded: award.units_needed,
    componentIds: award.componentIds,
  }));
}

/** The payment list of a choice. */
export function presentFees({ service, price, award, offered }: Choice, { language }: Reader): PostTestFeeLine[] {
  return price.lines.map(({ componentId, code, total }) => {
    const found = offered.find(({ component }) => component.id === componentId) ?? null;
    const row = found?.component ?? award ?? service;
    return {
      componentId,
      service: named(service, language),
      code,
      name: named(row, language),
      fee: total,
      isMandatory: found?.isMandatory ?? true,
    };
  });
}
