import { describe, expect, it } from 'vitest';
import type { Service } from '../post-test-data.ts';
import { fitting, levelsOf, seriesFor, servicesFor } from './choice.ts';

const level = (id: string, name: string) => ({
  id,
  name,
  nameEn: name,
  nameCn: name,
  code: name,
  localFee: 1,
  boardFee: 1,
  vat: 1,
  total: 3,
});
const window = (examSeriesId: string, closeAt: string, status: 'upcoming' | 'open' | 'closed') => ({
  serviceId: 's',
  examSeriesId,
  examSeriesName: examSeriesId,
  openFrom: '2026-01-01T00:00:00.000Z',
  closeAt,
  status,
});

const review: Service = {
  id: 'review',
  productId: 'p',
  code: 'R',
  kind: 'review',
  name: 'Review',
  nameEn: 'Review',
  nameCn: 'Review',
  summary: '',
  componentRule: 'some',
  statements: ['markMayFall', 'passToBody'],
  isFormRequired: true,
  ages: null,
  requiresServiceId: null,
  requiresServiceName: null,
  isPlacePending: false,
  turnaround: null,
  levels: [level('as', 'AS'), level('a', 'A')],
  windows: [
    window('june', '2026-09-25T09:00:00.000Z', 'closed'),
    window('october', '2027-02-20T09:00:00.000Z', 'open'),
  ],
};
const script: Service = {
  ...review,
  id: 'script',
  kind: 'scriptCopy',
  levels: [level('a', 'A')],
  windows: [window('october', '2027-02-20T09:00:00.000Z', 'upcoming')],
};
const services = [review, script];

describe('the choice of a post-test service', () => {
  it('offers what is open first, then what opens next, then what closed last [R-85]', () => {
    const windows = [
      window('long ago', '2026-01-20T09:00:00.000Z', 'closed'),
      window('january', '2027-05-20T09:00:00.000Z', 'upcoming'),
      window('june', '2026-09-25T09:00:00.000Z', 'closed'),
      window('october', '2026-12-24T09:00:00.000Z', 'open'),
      window('november', '2026-12-10T09:00:00.000Z', 'open'),
    ];

    expect(seriesFor([{ ...review, windows }], 'a').map(({ value }) => value)).toEqual([
      'november',
      'october',
      'january',
      'june',
      'long ago',
    ]);
  });

  it('offers each level and series once [R-85]', () => {
    expect(levelsOf(services).map(({ value }) => value)).toEqual(['as', 'a']);
    expect(seriesFor(services, 'a').map(({ value }) => value)).toEqual(['october', 'june']);
    expect(servicesFor(services, { levelId: 'as', examSeriesId: 'october' })).toEqual([review]);
  });

  it('forgets what no longer fits, and never keeps a service whose window is not open [R-85]', () => {
    expect(fitting(services, { levelId: 'a', examSeriesId: 'october', serviceId: 'review' }).serviceId).toBe('review');
    expect(fitting(services, { levelId: 'a', examSeriesId: 'june', serviceId: 'review' }).serviceId).toBe('');
    expect(fitting(services, { levelId: 'a', examSeriesId: 'october', serviceId: 'script' }).serviceId).toBe('');
    expect(fitting(services, { levelId: 'none', examSeriesId: 'october', serviceId: 'review' })).toEqual({
      levelId: '',
      examSeriesId: '',
      serviceId: '',
    });
  });

  it('takes the only level and the only series by itself', () => {
    expect(fitting([script], { levelId: '', examSeriesId: '', serviceId: '' })).toMatchObject({
      levelId: 'a',
      examSeriesId: 'october',
    });
  });
});
