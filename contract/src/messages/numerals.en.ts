const numerals =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  );

/**
 * How many of a thing, in words, for the middle of a sentence: `one year`, `five working days`.
 * @param one the thing in the singular
 * @throws RangeError for a number that is not whole, below zero or above twenty: write that in digits.
 */
export function inWords(count: number, one: string): string {
  const numeral = numerals[count];
  if (numeral === undefined) throw new RangeError(`${count} is not written in words`);
  return `${numeral} ${one}${count === 1 ? '' : 's'}`;
}
