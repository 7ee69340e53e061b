import { leaveChoices } from '@exam/contract/messages/leave/en';
import type { RollEntry } from '@exam/contract/staff';

/** The words on the printed lists of an exam day. */
export const sheetWordsEn = {
  isChinese: false as boolean,
  number: 'No.',
  titles: {
    attendance: 'Attendance',
    door: 'Door list',
    leave: 'Minors leaving',
    arrangements: 'Special arrangements',
  },
  headings: {
    attendance: ['Name', 'Application ID', 'Document ends in', 'Papers', 'Attendance', 'Signature'],
    door: ['Name', 'Application ID', 'Document ends in', 'Papers'],
    leave: ['Name', 'Application ID', 'Leaves', 'Picked up by (document ends in)', 'Changed', 'Time', 'Signature'],
    arrangements: ['Name', 'Application ID', 'Papers', 'Granted'],
  },
  attendance: { Expected: 'Not marked', Present: 'Present', Late: 'Late', Absent: 'Absent' } satisfies Record<
    RollEntry['attendance'],
    string
  >,
  leave: {
    None: '',
    ...leaveChoices,
  } satisfies Record<RollEntry['leaveChoice'], string>,
  waitedFor: 'No letter: waits for a guardian',
  undecided: 'Not granted',
  doubted: 'Is picked up by the guardian: chosen to leave alone, but no guardian’s consent stands',
  changedSince: (at: string) => `${at}, after the last list`,
  registeredSince: (at: string) => `Registered ${at}, after the last list`,
};
