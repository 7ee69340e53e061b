/** The byte that ends a text; zeros fill up the rest (ISO/IEC 7816-4). */
const endOfText = 0x80;

/** A value of one line: a gender, a date, a number, an address of the network. */
const oneLine = 64;

/** The least length of columns whose values of one line are longer, in bytes: every name of a person (50 characters) and every mail address fits. */
const least: Readonly<Record<string, number>> = { email: 256, name: 256, name_zh: 128, recipient: 256, contact: 256 };

/** Above this padding grows by this much, so that nothing large is twice as long as it need be. */
const coarsest = 65_536;

/**
 * A text with the padding that hides its length (decision 0079): of one line always the same for a column, of more the next of a few coarse
 * steps (256 bytes, 1 KiB, then twice the one before, from 64 KiB on the next 64 KiB).
 */
export function padded(text: string, column: string): Buffer {
  const bytes = Buffer.from(text, 'utf8');
  const whole = Buffer.alloc(stepFrom(bytes.byteLength + 1, least[column] ?? oneLine));
  bytes.copy(whole);
  whole[bytes.byteLength] = endOfText;
  return whole;
}

function stepFrom(needed: number, step: number): number {
  if (needed > coarsest) return Math.ceil(needed / coarsest) * coarsest;
  let length = step;
  while (length < needed) length *= length < 1024 ? 4 : 2;
  return length;
}

/** What `padded` was given. */
export function withoutPadding(whole: Buffer): string {
  return whole.subarray(0, whole.lastIndexOf(endOfText)).toString('utf8');
}
