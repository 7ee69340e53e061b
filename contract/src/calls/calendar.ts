import * as z from 'zod/mini';
import { instant, text } from '../entities/index.ts';
import { defineCalls } from './call.ts';

const nothing = z.nullish(z.strictObject({}));
/** The whole address, which is read without signing in: whoever has it reads the dates. */
const madeAddress = z.object({ address: text(400), createdAt: instant });

/**
 * The private address at which a calendar app reads the dates of an account (decision 0092). It outlives every session, so that making
 * and seeing it need a fresh proof of identity: 403 REAUTH without it.
 */
export const calendarCalls = defineCalls({
  /** Since when there is an address; null where there is none. */
  'calendar.state': {
    who: 'candidate',
    reply: z.object({ createdAt: z.nullable(instant) }),
    isExtension: true,
  },
  /** Makes an address, in the place of the one there may be: that one stops at once. */
  'calendar.make': { who: 'candidate', body: nothing, reply: madeAddress, isExtension: true },
  /** The address that there is; 404 where there is none. */
  'calendar.show': { who: 'candidate', body: nothing, reply: madeAddress, isExtension: true },
  /** Ends the address at once. A second time is the same. */
  'calendar.end': { who: 'candidate', body: nothing, reply: null, isExtension: true },
  /** The dates as iCalendar (RFC 5545), in the account's language; an unknown secret and one that has ended are one answer. */
  'calendar.read': {
    who: 'visitor',
    params: z.object({ token: text(60) }),
    reply: null,
    file: 'text/calendar',
    isExtension: true,
  },
});
