const digits = '零一两三四五六七八九';

/**
 * A number as Chinese says it before what is counted: 两（个工作日）, 五（分钟）, 十二（个月）.
 * @throws RangeError for a number that is not whole, below zero or above nineteen: write that in digits.
 */
export function inWords(count: number): string {
  const [ten, digit] =
    count < 10 ? ['', digits[count]] : ['十', count === 10 ? '' : '零一二三四五六七八九'[count - 10]];
  if (digit === undefined) throw new RangeError(`${count} is not written in words`);
  return ten + digit;
}
