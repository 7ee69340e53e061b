import { chinaDateOf, chinaTimeOf, formatMoney } from '@exam/contract/rules';

const months = 'January February March April May June July August September October November December'.split(' ');

/** Fen as an SMS has it, without the sign of the currency: `1,500.00`. */
export function plainYuan(fen: number): string {
  return formatMoney(fen).slice(1);
}

/** A China date as `21 November 2026`. */
export function dateEn(date: string): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return `${Number(day)} ${months[Number(month) - 1] ?? ''} ${year}`;
}

/** A China date as `2026年11月21日`. */
export function dateZh(date: string): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return `${year}年${Number(month)}月${Number(day)}日`;
}

/** An instant in China time, `21 November 2026, 14:30`. */
export function instantEn(instant: string): string {
  return `${dateEn(chinaDateOf(instant))}, ${chinaTimeOf(instant)}`;
}

/** An instant in China time, `2026年11月21日 14:30`. */
export function instantZh(instant: string): string {
  return `${dateZh(chinaDateOf(instant))} ${chinaTimeOf(instant)}`;
}
