import { permissionsOf, roleNames } from '@exam/contract/staff/permissions';
import { expect, it } from 'vitest';
import { areaNames, areaOf, areas, tabOf, tabsFor, waitingOn } from './areas.ts';
import { paths } from './paths.ts';

const outside = ['/invitation', '/search', '/me'];

it('has at most nine areas, and every page stands in one of them', () => {
  expect(areaNames.length).toBeLessThanOrEqual(9);
  expect(paths.filter((path) => areaOf(path.replaceAll(/:\w+/g, 'x')) === null)).toEqual(outside);
});

it('has no tab twice', () => {
  const tabs = Object.values(areas).flat();

  expect(tabs).toEqual([...new Set(tabs)]);
});

it('stands by the list that a page belongs to', () => {
  expect(['/orders/x', '/deletion-records', '/reports/fill', '/search'].map(tabOf)).toEqual([
    '/orders',
    '/retention',
    '/reports/fill',
    null,
  ]);
});

it.each(roleNames)('shows %s only tabs that the role may see, and no area without one', (role) => {
  const held = permissionsOf([role]);
  const shown = areaNames.flatMap((area) => tabsFor(area, (permission) => held.has(permission)));

  expect(shown.slice(0, 2)).toEqual(['/', '/approvals']);
  expect(shown.includes('/orders')).toBe(held.has('orders:read'));
  expect(shown.includes('/staff')).toBe(held.has('staff:read'));
});

it('counts what waits by tab and by area; the board counts all of it', () => {
  const waiting = [
    { kind: 'refundFailed', open: 2 },
    { kind: 'paymentException', open: 3 },
    { kind: 'bookingToPrice', open: 4 },
  ] as const;

  expect(
    [['/refunds' as const], areas.money, areas.today, areas.settings].map((tabs) => waitingOn([...tabs], waiting)),
  ).toEqual([2, 5, 9, 0]);
});
