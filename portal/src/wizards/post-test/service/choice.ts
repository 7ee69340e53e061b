import type { Service } from '../post-test-data.ts';

/** A choice of the service step; '' is none. */
export type ServiceChoice = { levelId: string; examSeriesId: string; serviceId: string };

type Option = { value: string; label: string };

function distinct(options: readonly Option[]): Option[] {
  return [...new Map(options.map((option) => [option.value, option])).values()];
}

/** The levels that any service is for, in the services' order. */
export function levelsOf(services: readonly Service[]): Option[] {
  return distinct(services.flatMap(({ levels }) => levels.map(({ id, name }) => ({ value: id, label: name }))));
}

const order = { open: 0, upcoming: 1, closed: 2 };

/** Open windows first, the one that closes soonest on top; then those to come, as they open; then the closed, the latest on top. */
function byUse(a: Service['windows'][number], b: Service['windows'][number]): number {
  if (a.status !== b.status) return order[a.status] - order[b.status];
  if (a.status === 'upcoming') return a.openFrom.localeCompare(b.openFrom);
  return a.closeAt.localeCompare(b.closeAt) * (a.status === 'open' ? 1 : -1);
}

/** The series that any service of a level has a window in: what can be asked for now comes first. */
export function seriesFor(services: readonly Service[], levelId: string): Option[] {
  const windows = servicesFor(services, { levelId, examSeriesId: '' }).flatMap((service) => service.windows);
  return distinct(
    [...windows]
      .sort(byUse)
      .map(({ examSeriesId, examSeriesName }) => ({ value: examSeriesId, label: examSeriesName })),
  );
}

/** The services of a level that have a window in a series ('' for any). */
export function servicesFor(
  services: readonly Service[],
  { levelId, examSeriesId }: Pick<ServiceChoice, 'levelId' | 'examSeriesId'>,
): Service[] {
  return services.filter(
    (service) =>
      service.levels.some(({ id }) => id === levelId) && (examSeriesId === '' || windowOf(service, examSeriesId)),
  );
}

/** A service's window in a series. */
export function windowOf({ windows }: Pick<Service, 'windows'>, examSeriesId: string) {
  return windows.find((window) => window.examSeriesId === examSeriesId);
}

/** A choice with everything taken out that no longer fits: a level nobody serves, a series without it, a service that is not open. */
export function fitting(services: readonly Service[], choice: ServiceChoice): ServiceChoice {
  const levels = levelsOf(services);
  const levelId = levels.length === 1 ? (levels[0]?.value ?? '') : valueIn(levels, choice.levelId);
  const series = seriesFor(services, levelId);
  const examSeriesId = series.length === 1 ? (series[0]?.value ?? '') : valueIn(series, choice.examSeriesId);
  const service = servicesFor(services, { levelId, examSeriesId }).find(({ id }) => id === choice.serviceId);
  const isOpen = service !== undefined && windowOf(service, examSeriesId)?.status === 'open';
  return { levelId, examSeriesId, serviceId: isOpen ? service.id : '' };
}

function valueIn(options: readonly Option[], value: string): string {
  return options.some((option) => option.value === value) ? value : '';
}
