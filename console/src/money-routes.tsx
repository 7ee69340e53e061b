import { screen } from '@exam/ui/app';
import { fapiaoWords } from './messages/fapiao.ts';
import { moneyWords } from './messages/money.ts';
import { pageWords } from './messages/page.ts';
import type { Route } from './route.ts';

/** The pages of money. */
export const moneyRoutes: readonly Route[] = [
  {
    path: '/orders',
    title: 'orders',
    permission: 'orders:read',
    screen: screen(() => import('./screens/money/orders/orders.tsx').then((m) => m.Orders), moneyWords, pageWords),
  },
  {
    path: '/orders/:id',
    title: 'order',
    permission: 'orders:read',
    screen: screen(() => import('./screens/money/orders/order.tsx').then((m) => m.Order), moneyWords, pageWords),
  },
  {
    path: '/payments',
    title: 'payments',
    permission: 'payments:read',
    screen: screen(() => import('./screens/money/payments.tsx').then((m) => m.Payments), moneyWords, pageWords),
  },
  {
    path: '/payment-exceptions',
    title: 'paymentExceptions',
    permission: 'payments:read',
    screen: screen(
      () => import('./screens/money/exceptions/exceptions.tsx').then((m) => m.Exceptions),
      moneyWords,
      pageWords,
    ),
  },
  {
    path: '/payment-exceptions/:id',
    title: 'paymentException',
    permission: 'payments:read',
    screen: screen(
      () => import('./screens/money/exceptions/exception.tsx').then((m) => m.PaymentException),
      moneyWords,
      pageWords,
    ),
  },
  {
    path: '/fapiao',
    title: 'fapiao',
    permission: 'fapiao:read',
    screen: screen(() => import('./screens/money/fapiao/list.tsx').then((m) => m.FapiaoList), fapiaoWords, pageWords),
  },
  {
    path: '/fapiao/:id',
    title: 'fapiaoOfOrder',
    permission: 'fapiao:read',
    screen: screen(() => import('./screens/money/fapiao/page.tsx').then((m) => m.FapiaoPage), fapiaoWords, pageWords),
  },
  {
    path: '/reconciliation',
    title: 'reconciliation',
    permission: 'reconciliation:read',
    screen: screen(
      () => import('./screens/money/reconciliation/reconciliation.tsx').then((m) => m.Reconciliation),
      moneyWords,
      pageWords,
    ),
  },
  {
    path: '/reconciliation/:channel/:day',
    title: 'reconciliationDay',
    permission: 'reconciliation:read',
    screen: screen(
      () => import('./screens/money/reconciliation/day.tsx').then((m) => m.ReconciliationDay),
      moneyWords,
      pageWords,
    ),
  },
  {
    path: '/reports/fill',
    title: 'fillReport',
    permission: 'reports:read',
    screen: screen(() => import('./screens/money/reports.tsx').then((m) => m.FillReport), moneyWords, pageWords),
  },
  {
    path: '/reports/no-shows',
    title: 'noShowsReport',
    permission: 'reports:read',
    screen: screen(() => import('./screens/money/reports.tsx').then((m) => m.NoShowsReport), moneyWords, pageWords),
  },
  {
    path: '/reports/revenue',
    title: 'revenueReport',
    permission: 'reports:read',
    screen: screen(() => import('./screens/money/reports.tsx').then((m) => m.RevenueReport), moneyWords, pageWords),
  },
  {
    path: '/reports/refunds',
    title: 'refundsReport',
    permission: 'reports:read',
    screen: screen(() => import('./screens/money/reports.tsx').then((m) => m.RefundsReport), moneyWords, pageWords),
  },
];
