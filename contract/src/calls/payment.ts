import * as z from 'zod/mini';
import { id, paymentOption, paymentSheet, paymentStart, paymentState, paymentType, text } from '../entities/index.ts';
import { defineCalls } from './call.ts';

const isIcc = z.object({ isIcc: z.optional(z.enum(['true', 'false'])) });

export const paymentCalls = defineCalls({
  /** Starts or resumes the one live attempt of an order (C24, S-13). */
  'payment.start': {
    who: 'candidate',
    body: z.strictObject({ orderId: id, paymentType }),
    reply: paymentStart,
    isIdempotent: true,
  },
  /** Asks the channel, applies its answer, gives the state (S-13, C22). */
  'payment.query': { who: 'candidate', body: z.strictObject({ orderId: id }), reply: paymentState },
  /** The browser came back: the same query; changes nothing by itself (S-13). */
  'payment.returned': { who: 'candidate', query: isIcc, body: z.strictObject({ orderId: id }), reply: paymentState },
  'payment.mayStart': {
    who: 'candidate',
    params: z.object({ orderId: id }),
    reply: z.object({ isValid: z.boolean() }),
  },
  'payment.types': {
    who: 'candidate',
    params: z.object({ orderId: id }),
    reply: z.array(paymentOption),
    isExtension: true,
  },
  /** Takes whoever comes back from the channel's sign-in to its sheet; `code` is good once, `state` names the attempt. */
  'payment.sheet': {
    who: 'candidate',
    body: z.strictObject({ orderId: id, code: text(512), state: text(128) }),
    reply: paymentSheet,
    isExtension: true,
  },
  'payment.notify': {
    who: 'gateway',
    params: z.object({ channel: text(20) }),
    bodyKind: 'raw',
    reply: null,
    file: 'text/plain',
    isExtension: true,
  },
  'payment.returnByGet': {
    who: 'gateway',
    params: z.object({ channel: text(20) }),
    reply: null,
    file: 'text/plain',
    isExtension: true,
  },
  'payment.returnByPost': {
    who: 'gateway',
    params: z.object({ channel: text(20) }),
    bodyKind: 'raw',
    reply: null,
    file: 'text/plain',
    isExtension: true,
  },
});
