import * as z from 'zod/mini';
import { chinaDate, id, instant, text } from '../entities/index.ts';
import { defineCalls } from './call.ts';

/** Who runs the site, in the language of the reader; what is unknown is null. */
const operator = z.object({
  /** The details are invented: this is a demonstration. */
  isDemonstration: z.boolean(),
  name: text(200),
  /** The unified social credit code, 18 characters. */
  registeredNumber: text(18),
  legalRepresentative: text(100),
  address: text(300),
  establishedOn: chinaDate,
  scope: text(1000),
  registrar: text(200),
  phone: text(40),
  email: text(254),
  /** Where requests about one's own data go. */
  privacyEmail: text(254),
  /** The person responsible for children's personal information (3-domain 6.1). */
  childrenOfficer: text(100),
  childrenPhone: text(40),
});

/** What the help pages say that is not the same for ever: who answers, where, and when. */
export const siteCalls = defineCalls({
  'site.contacts': {
    who: 'visitor',
    reply: z.object({
      now: instant,
      /** Holidays and make-up working days of the next 60 days, today first. */
      days: z.array(
        z.object({
          date: chinaDate,
          kind: z.enum(['Holiday', 'MakeupWorkday']),
          name: text(100),
          isProvisional: z.boolean(),
        }),
      ),
      offices: z.array(
        z.object({ id, name: text(100), email: text(254), phone: text(40), cities: z.array(text(100)) }),
      ),
      operator,
    }),
    isExtension: true,
  },
});
