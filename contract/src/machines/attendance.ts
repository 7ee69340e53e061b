import { defineMachine } from './machine.ts';

/** Whether a candidate came on the exam day. Present and Late mean that the exam was taken (9.1 #14). */
export const attendanceStates = ['Expected', 'Present', 'Late', 'Absent'] as const;
export type AttendanceStatus = (typeof attendanceStates)[number];

/** States in which the exam counts as taken: such a registration is not withdrawn any more (9.1 #14). */
export const takenStates = ['Present', 'Late'] as const;

/** The attendance of one registration. A mark made by mistake is undone first, so that the history shows both. */
export const attendanceMachine = defineMachine({
  initial: 'Expected',
  states: attendanceStates,
  events: {
    markPresent: { from: ['Expected', 'Absent'], to: 'Present', by: ['staff'] },
    markLate: { from: ['Expected', 'Absent'], to: 'Late', by: ['staff'] },
    markAbsent: { from: ['Expected'], to: 'Absent', by: ['staff'] },
    undo: { from: ['Present', 'Late', 'Absent'], to: 'Expected', by: ['staff'] },
  },
});
