import '@exam/server/app';
import { metrics } from '@exam/server/platform/metrics';
import { expect, it } from 'vitest';
import { alarms, jobMetrics } from './metrics.ts';

it('every alarm looks at a metric that exists', () => {
  const names = [...metrics.getMetricsAsArray(), ...jobMetrics].map(({ name }) => name);
  const found = alarms().map(({ name, expression }) => ({
    name,
    metrics: [...expression.matchAll(/[a-z]+(?:_[a-z]+)+(?=[{[) ])/g)].map(([word]) =>
      word.replace(/_(count|bucket)$/, ''),
    ),
  }));
  const known = ['up', 'histogram_quantile', ...names];
  const strange = found.filter((one) => one.metrics.some((name) => !known.includes(name)));

  expect(found.length).toBeGreaterThan(12);
  expect(strange).toEqual([]);
});
