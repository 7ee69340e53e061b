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
    attendance: ['Name', 'Registration', 'Document ends in', 'Papers', 'Attendance', 'Signature'],
    door: ['Name', 'Registration', 'Document ends in', 'Papers'],
    leave: ['Name', 'Registration', 'Leaves', 'Picked up by (document ends in)', 'Time', 'Signature'],
    arrangements: ['Name', 'Registration', 'Papers', 'Granted'],
  },
  attendance: { Expected: 'Not marked', Present: 'Present', Late: 'Late', Absent: 'Absent' } satisfies Record<
    RollEntry['attendance'],
    string
  >,
  leave: {
    None: '',
    LeavesAlone: 'Alone, with the guardian’s consent',
    GuardianPicksUp: 'With the guardian',
    AuthorisedPersonPicksUp: 'With the authorised person',
  } satisfies Record<RollEntry['leaveChoice'], string>,
  undecided: 'Not granted',
};
