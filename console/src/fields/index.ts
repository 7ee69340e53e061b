/** Fields for days and times of day, which staff type or pick (decision 0100). */
export { chinaToday, DayField, DayInput, useTypedDay } from './day-field.tsx';
export { MomentField } from './moment-field.tsx';
export { TimeField } from './time-field.tsx';
export { isEnter, unreadIn } from './use-typed.ts';
