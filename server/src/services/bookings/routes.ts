import { bookingCalls, orderCalls, productCalls } from '@exam/contract/calls';
import type { Language } from '@exam/contract/messages';
import { sql, type SqlBool } from 'kysely';
import { applicationsOfBooking } from '#registering/applications';
import { readNow } from '#platform/clock';
import { reading } from '#platform/database';
import type { Handlers, Routes } from '#platform/http';
import { answerDate } from './arrangement/another-date.ts';
import { cancelBooking, rejectBooking } from './request/answer.ts';
import { orderBooking } from './order/order.ts';
import { presentBooking, presentBookingItem } from './present.ts';
import { ownConditions, pageOfBookings, readBooking } from './queries.ts';
import { readServiceDates } from './arrangement/service-dates.ts';
import { ownBooking } from './store.ts';
import { submitBooking } from './request/submit.ts';

const { 'booking.checkRepeat': _repeat, ...served } = bookingCalls;

const bookings: Handlers<typeof served> = {
  'booking.submit': ({ account, body, language, ip, headers }) =>
    submitBooking({
      ...body,
      accountId: account.id,
      language,
      ip,
      device: (headers['user-agent'] ?? '').slice(0, 200),
    }),
  'booking.search': ({ account, body, language }) =>
    reading(async (tx) => {
      const now = await readNow(tx);
      const where = ownConditions(account.id, body.filters);
      const { rows, recordCount } = await pageOfBookings(tx, { ...body, where });
      const list = rows.map((row) => presentBookingItem(row, { now, language }));
      const { pageIndex, pageSize } = body;
      return { list, pageIndex, pageSize, recordCount, pageCount: Math.ceil(recordCount / pageSize) };
    }),
  'booking.get': ({ account, params, language }) => show({ accountId: account.id, bookingId: params.id, language }),
  'booking.reject': async ({ account, body, language }) => {
    await rejectBooking({ accountId: account.id, ...body });
    return await show({ accountId: account.id, bookingId: body.bookingId, language });
  },
  'booking.cancel': async ({ account, body, language }) => {
    await cancelBooking({ accountId: account.id, ...body });
    return await show({ accountId: account.id, bookingId: body.bookingId, language });
  },
  'booking.answerDate': async ({ account, body, language }) => {
    await answerDate({ accountId: account.id, ...body });
    return await show({ accountId: account.id, bookingId: body.bookingId, language });
  },
  'booking.applications': ({ account, params, language }) =>
    reading(async (tx) => {
      await ownBooking(tx, { id: params.id, accountId: account.id });
      const papers = await applicationsOfBooking(tx, { accountId: account.id, bookingId: params.id, language });
      return papers.map(({ applicationId, code, subjectName, examDate, startTime, endTime, cityName, ...paper }) => ({
        applicationId,
        code,
        subjectName,
        examDate,
        startTime,
        endTime,
        cityName,
        applicationStatus: paper.applicationStatus,
        isLetterAvailable: paper.isLetterAvailable,
      }));
    }),
};

const placing = { 'order.placeForBooking': orderCalls['order.placeForBooking'] };
const orders: Handlers<typeof placing> = {
  'order.placeForBooking': ({ account, query }) => orderBooking({ accountId: account.id, bookingId: query.id }),
};

const dating = { 'product.bookingServiceDates': productCalls['product.bookingServiceDates'] };
const dates: Handlers<typeof dating> = {
  'product.bookingServiceDates': ({ params }) =>
    reading((tx) => readServiceDates(tx, { productId: params.id, officeId: params.officeId })),
};

/** The calls of this domain. */
export const routes: Routes[] = [
  { calls: served, handlers: bookings },
  { calls: placing, handlers: orders },
  { calls: dating, handlers: dates },
];

async function show({ accountId, bookingId, language }: { accountId: string; bookingId: string; language: Language }) {
  const view = await reading((tx) => readBooking(tx, bookingId, sql<SqlBool>`booking.account_id = ${accountId}`));
  return presentBooking(view, language);
}
