import type { Names } from './names.en.ts';

/**
 * Chinese may break between any two characters, a date in a sentence too: 星 / 期六, 1 / 日. A word joiner, which nobody sees or hears, keeps the date on
 * one line and the weekday on one; between the two a narrow column may break.
 */
const unbroken = (text: string) => text.replaceAll(/(?:[年月星期周]|\d(?=[年月日]))(?=[^\s）])/g, '$&\u2060');

export const names: Names = {
  months: ['1月', '2月', '3月', '4月', '5月', '6月', '7月', '8月', '9月', '10月', '11月', '12月'],
  monthsShort: ['1月', '2月', '3月', '4月', '5月', '6月', '7月', '8月', '9月', '10月', '11月', '12月'],
  weekdays: ['星期日', '星期一', '星期二', '星期三', '星期四', '星期五', '星期六'],
  weekdaysShort: ['周日', '周一', '周二', '周三', '周四', '周五', '周六'],
  date: (p) =>
    p.weekday === undefined
      ? `${p.year}年${p.month}${p.day}日`
      : unbroken(`${p.year}年${p.month}${p.day}日（${p.weekday}）`),
  shortDate: (p) =>
    `${unbroken(`${p.year === undefined ? '' : `${p.year}年`}${p.month}${p.day}日`)} ${unbroken(p.weekday)}`,
  monthOfYear: (p) => `${p.year}年${p.month}`,
  dateAndTime: (p) => `${p.date} ${p.time}`,
  chinaTime: (text) => `北京时间 ${text}`,
  endOfDay: (date) => `北京时间 ${date} 24:00`,
};
