export { SessionCalendar, type DayMark } from './session-calendar.tsx';
