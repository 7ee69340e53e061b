import type { GuardianEvent } from '@exam/contract/entities';

/** What the timelines of registrations and bookings tell of the guardian. */
export const guardianEvents: Record<GuardianEvent, string> = {
  guardianAsked: 'The guardian was asked by text message',
  guardianAgreed: 'The guardian agreed',
  guardianTookBack: 'The guardian took their agreement back',
  guardianObjected: 'The guardian objected',
  guardianObjectionRefused: 'The guardian’s objection was not upheld',
};
