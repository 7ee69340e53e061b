import * as z from 'zod/mini';
import { count, id, instant, maxPageSize, text, written } from '../../entities/index.ts';
import { defineStaffCalls } from './call.ts';

const params = z.object({ id });

const title = written(3, 100);
const words = written(10, 2000);

const notice = z.object({
  id,
  titleEn: text(100),
  titleZh: text(100),
  textEn: text(2000),
  textZh: text(2000),
  recipients: count,
  sentBy: text(80),
  sentAt: instant,
});
export type SessionNoticeItem = z.output<typeof notice>;

/** Messages to everybody of a session, or to some of them. */
export const sessionNoticesStaffCalls = defineStaffCalls({
  'sessionNotices.list': { permission: 'messages:read', params, reply: z.object({ list: z.array(notice) }) },
  /**
   * To everybody who is registered, or to those of `applicationIds` who are. A dry run counts and changes nothing. An account that was told the
   * same text of this session within an hour is left out.
   */
  'sessionNotices.send': {
    permission: 'messages:send',
    isIdempotent: true,
    params,
    body: z.strictObject({
      titleEn: title,
      titleZh: title,
      textEn: words,
      textZh: words,
      applicationIds: z.optional(z.array(id).check(z.minLength(1), z.maxLength(maxPageSize))),
      isDryRun: z.boolean(),
    }),
    reply: z.object({ registrations: count, accounts: count, byMail: count, bySms: count }),
  },
});
