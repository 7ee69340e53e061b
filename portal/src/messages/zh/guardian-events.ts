import type { GuardianEvent } from '@exam/contract/entities';

/** What the timelines of registrations and bookings tell of the guardian. */
export const guardianEvents: Record<GuardianEvent, string> = {
  guardianAsked: '已短信征求监护人同意',
  guardianAgreed: '监护人已同意',
  guardianTookBack: '监护人撤回同意',
  guardianObjected: '监护人提出异议',
  guardianObjectionRefused: '监护人的异议未予支持',
};
