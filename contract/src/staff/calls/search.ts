import * as z from 'zod/mini';
import { chinaDate, id, instant, refundStatus, text, written } from '../../entities/index.ts';
import { defineStaffCalls } from './call.ts';
import { workAbout } from './today.ts';

const searchKinds = [
  'application',
  'booking',
  'order',
  'refund',
  'account',
  'candidate',
  'line',
  'product',
  'subject',
  'body',
] as const;
export type SearchKind = (typeof searchKinds)[number];

/** One field for everything. */
export const searchStaffCalls = defineStaffCalls({
  /**
   * Finds by a code (also by its beginning), a channel's payment number, the beginnings of a name's words in whatever order, a whole mobile number, e-mail
   * address or document number; what is on offer also by a part of its name. Orders and registrations are found by the whole numbers of their order, payment and
   * refund, as the channel or we gave them: who sees no money is still told where it is. `about` says of a registration, a booking, an order and a refund which
   * exam it is, when, and its state; `refund` how far what goes back of a registration is. Each kind only for those who may read it, and of their offices. In the
   * body: what is typed here is never in an address.
   */
  'search.find': {
    permission: null,
    body: z.strictObject({ text: written(2, 254) }),
    reply: z.object({
      list: z.array(
        z.object({
          kind: z.enum(searchKinds),
          id,
          label: text(120),
          detail: z.nullable(text(300)),
          about: z.nullable(workAbout),
          refund: z.nullable(
            z.object({ status: refundStatus, latestDate: z.nullable(chinaDate), completedAt: z.nullable(instant) }),
          ),
        }),
      ),
    }),
  },
});
