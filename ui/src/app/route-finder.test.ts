import { expect, it } from 'vitest';
import { routeFinder } from './route-finder.ts';

const routeOf = routeFinder([{ path: '/orders/:id' }, { path: '/orders/new' }, { path: '/orders' }]);

it.each([
  ['/orders', '/orders'],
  ['/orders/', '/orders'],
  ['/orders/7', '/orders/:id'],
  ['/orders/new', '/orders/new'],
  ['/orders/new/', '/orders/new'],
])('of %s is %s', (pathname, path) => {
  expect(routeOf(pathname)).toEqual({ path });
});

it('is none of an address that differs in case, or goes on', () => {
  expect(['/Orders', '/orders/7/8', '/'].map(routeOf)).toEqual([null, null, null]);
});
