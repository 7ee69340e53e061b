import {
  componentRuleOf,
  isComponentOffered,
  type PostTestPrice,
  pricePostTest,
  type ServiceFees,
} from '@exam/contract/rules';
import { refuse } from '#platform/errors';
import type { Award, Board, Component, Level, Series, Service, ServiceWindowRow } from './board.ts';

/** The ids of a choice; null is not chosen yet. */
export type ChoiceIds = {
  levelId: string | null;
  seriesId: string | null;
  awardId: string | null;
  componentIds: readonly string[];
};

/** A component as the chosen service offers it. */
export type Offered = { component: Component; isMandatory: boolean };

/** What was chosen of a board, with what follows from it. */
export type Choice = {
  board: Board;
  service: Service;
  level: Level | null;
  series: Series | null;
  award: Award | null;
  window: ServiceWindowRow | null;
  offered: Offered[];
  chosen: Component[];
  price: PostTestPrice;
};

/**
 * What a choice means: what the service offers at the level, what was chosen of it, and the price (C26). Components that the service
 * does not offer stay out of the price; saying so is the caller's.
 * @throws Refusal NOT_FOUND for an id of another board, or a level that the service is not for.
 */
export function choiceOf(board: Board, service: Service, ids: ChoiceIds): Choice {
  const level = pick(board.levels, ids.levelId);
  const series = pick(board.series, ids.seriesId);
  const award = pick(board.awards, ids.awardId);
  const fees = level === null ? null : (feesOf(board, service, level) ?? refuse('NOT_FOUND'));
  const offered = offeredBy(board, service, { level, award });
  const chosen = offered.flatMap(({ component }) => (ids.componentIds.includes(component.id) ? [component] : []));
  const window = board.windows.find((each) => each.service_id === service.id && each.series_id === series?.id) ?? null;
  const price = priceOf({ service, award, chosen, fees });
  return { board, service, level, series, award, window, offered, chosen, price };
}

/** The components a service offers; of an award its own units only. */
export function offeredBy(
  board: Board,
  service: Service,
  { level, award }: { level: Level | null; award: Award | null },
): Offered[] {
  const rule = componentRuleOf(service.kind);
  return board.components.flatMap((component) => {
    const isOffered = isComponentOffered(component, service.kind, level?.id ?? null);
    if (!isOffered || (rule === 'award' && award !== null && !award.componentIds.includes(component.id))) return [];
    return [{ component, isMandatory: component.mandatoryIn.includes(service.kind) }];
  });
}

/** The fees of a service at a level, fen; null where it is not offered. */
export function feesOf(board: Board, service: Service, level: Level): ServiceFees | null {
  const row = board.fees.find((fee) => fee.service_id === service.id && fee.level_id === level.id);
  return row ? { localFee: row.local_fee, boardFee: row.board_fee, vat: row.vat } : null;
}

function priceOf(of: {
  service: Service;
  award: Award | null;
  chosen: readonly Component[];
  fees: ServiceFees | null;
}): PostTestPrice {
  const { service, award, chosen, fees } = of;
  const nothing: PostTestPrice = { lines: [], localFee: 0, boardFee: 0, vat: 0, total: 0 };
  if (fees === null) return nothing;
  return pricePostTest(componentRuleOf(service.kind), fees, {
    serviceCode: service.code,
    award: award?.code ?? null,
    components: chosen,
  });
}

function pick<T extends { id: string }>(all: readonly T[], id: string | null): T | null {
  return id === null ? null : (all.find((each) => each.id === id) ?? refuse('NOT_FOUND'));
}
