export { SessionCalendar, type CalendarTexts, type DayMark } from './session-calendar.tsx';
