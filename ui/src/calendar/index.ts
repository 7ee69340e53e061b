export { DayCalendar } from './day-calendar.tsx';
export { type DayMark } from './month-grid.tsx';
export { SessionCalendar } from './session-calendar.tsx';
