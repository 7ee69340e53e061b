import * as z from 'zod/mini';
import { chinaDate, id, instant, text } from '../entities/index.ts';
import { defineCalls } from './call.ts';

const params = z.object({ id });
const nothing = z.nullish(z.strictObject({}));

/** What staff typed for whoever has the number of the account. */
export const preparedCalls = defineCalls({
  'prepared.mine': {
    who: 'candidate',
    reply: z.array(
      z.object({
        id,
        productName: text(200),
        subjectNames: text(400),
        examDate: chinaDate,
        cityName: text(100),
        officeName: text(100),
        preparedAt: instant,
        expiresAt: instant,
      }),
    ),
    isExtension: true,
  },
  /** Goes into the account's registration wizard, in the place of what is begun there. */
  'prepared.take': {
    who: 'candidate',
    params,
    body: nothing,
    reply: z.object({ productCode: text(40) }),
    isExtension: true,
  },
  /** It is deleted at once. */
  'prepared.refuse': { who: 'candidate', params, body: nothing, reply: null, isExtension: true },
});
