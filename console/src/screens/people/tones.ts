import type { AccountItem, StaffUser } from '@exam/contract/staff';
import type { Tone } from '@exam/ui/parts';

/** The colour of an account's status. */
export const accountTones: Readonly<Record<AccountItem['status'], Tone>> = {
  Active: 'jade',
  Locked: 'seal',
  Closed: 'plain',
};

/** The colour of a staff member's status. */
export const staffTones: Readonly<Record<StaffUser['status'], Tone>> = {
  Invited: 'amber',
  Active: 'jade',
  Locked: 'seal',
};
