import * as z from 'zod/mini';
import {
  calendarDay,
  candidateType,
  city,
  id,
  month,
  office,
  paged,
  pagedQuery,
  product,
  productLine,
  refundTermsNow,
  serviceDates,
  session,
  subject,
  text,
} from '../entities/index.ts';
import { defineCalls } from './call.ts';

export const productCalls = defineCalls({
  'product.byCode': { who: 'visitor', params: z.object({ code: text(30) }), reply: product },
  'product.lines': { who: 'visitor', reply: z.array(productLine) },
  'product.bookingServiceDates': {
    who: 'visitor',
    params: z.object({ id, officeId: id }),
    reply: serviceDates,
  },
  'product.all': { who: 'visitor', reply: z.array(product) },
});

export const subjectCalls = defineCalls({
  'subject.all': {
    who: 'visitor',
    body: z.strictObject({ productId: id, candidateType: z.nullish(candidateType) }),
    reply: z.array(subject),
  },
  'subject.ofSession': { who: 'visitor', params: z.object({ sessionid: id }), reply: z.array(subject) },
});

export const sessionCalls = defineCalls({
  /** Sessions of a product. Past ones are left out unless `availability` asks for them (9.7). `weekday` is 1 for Monday to 7 for Sunday. */
  'session.search': {
    who: 'visitor',
    body: pagedQuery(
      ['examDate', 'publishEndTime', 'totalFee'],
      [
        'productId',
        'subjectId',
        'cityId',
        'month',
        'weekday',
        'examDate',
        'availability',
        'sessionId',
        'isExclusiveSession',
      ],
    ),
    reply: paged(z.extend(session, { refundTerms: refundTermsNow })),
  },
  'session.verifyInvitation': {
    who: 'candidate',
    params: z.object({ id, code: text(40) }),
    reply: z.object({ isValid: z.boolean() }),
  },
  'session.calendar': {
    who: 'visitor',
    body: z.strictObject({ productId: id, subjectId: z.nullish(id), cityId: z.nullish(id), month }),
    reply: z.array(calendarDay),
    isExtension: true,
  },
});

export const lookupCalls = defineCalls({
  'lookup.cities': { who: 'visitor', query: z.object({ productId: z.optional(id) }), reply: z.array(city) },
  'lookup.citiesOfSubject': { who: 'visitor', params: z.object({ subjectId: id }), reply: z.array(city) },
  'lookup.citiesOfOffice': { who: 'visitor', params: z.object({ officeid: id }), reply: z.array(city) },
  'lookup.offices': { who: 'visitor', reply: z.array(office) },
});
