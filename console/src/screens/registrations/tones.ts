import type { ArrangementItem, RegistrationItem } from '@exam/contract/staff';
import type { Tone } from '@exam/ui/parts';

/** How each status of a registration looks. */
export const statusTones: Readonly<Record<RegistrationItem['status'], Tone>> = {
  Submitted: 'amber',
  Registered: 'jade',
  RegisteredCancellationRequested: 'amber',
  RegisteredCancellationRejected: 'jade',
  Cancelled: 'plain',
  Withdrawn: 'seal',
  Expired: 'plain',
  Processing: 'amber',
  Complete: 'jade',
  ApplicationRejected: 'seal',
};

/** How a decision about a special arrangement looks. */
export const arrangementTones: Readonly<Record<ArrangementItem['status'], Tone>> = {
  Open: 'amber',
  Granted: 'jade',
  Refused: 'plain',
};
