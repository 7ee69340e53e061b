export const names = {
  months: [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
  monthsShort: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  weekdays: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  weekdaysShort: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
  date: (p: { year: number; month: string; day: number; weekday?: string }) =>
    `${p.weekday === undefined ? '' : `${p.weekday} `}${p.day} ${p.month} ${p.year}`,
  shortDate: (p: { year?: number; month: string; day: number; weekday: string }) =>
    `${p.weekday} ${p.day} ${p.month}${p.year === undefined ? '' : ` ${p.year}`}`,
  monthOfYear: (p: { year: number; month: string }) => `${p.month} ${p.year}`,
  dateAndTime: (p: { date: string; time: string }) => `${p.date}, ${p.time}`,
  chinaTime: (text: string) => `${text} China time`,
  endOfDay: (date: string) => `the end of ${date}, China time`,
};

export type Names = typeof names;
