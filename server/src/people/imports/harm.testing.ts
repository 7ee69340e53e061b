import fc from 'fast-check';

/** A change of some bytes of a file. */
export type Harm = { kind: 'flip' | 'cut' | 'repeat' | 'insert'; at: number; length: number; value: number };

/** Up to eight changes in places of a file. */
export const harms = fc.array(
  fc.record({
    kind: fc.constantFrom('flip', 'cut', 'repeat', 'insert'),
    at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    length: fc.integer({ min: 1, max: 600 }),
    value: fc.nat({ max: 255 }),
  }),
  { minLength: 1, maxLength: 8 },
);

/** The bytes after they were changed, shortened, doubled or lengthened in some places. */
export function harmed(bytes: Buffer, changes: readonly Harm[]): Buffer {
  return changes.reduce((now, { kind, at, length, value }) => {
    const start = Math.floor(at * now.length);
    const part = now.subarray(start, start + length);
    const filled = Buffer.alloc(kind === 'flip' ? Math.min(1, part.length) : length, value);
    const instead = { flip: filled, cut: Buffer.alloc(0), repeat: Buffer.concat([part, part]), insert: filled }[kind];
    const rest = now.subarray(start + (kind === 'flip' ? filled.length : kind === 'insert' ? 0 : part.length));
    return Buffer.concat([now.subarray(0, start), instead, rest]);
  }, bytes);
}
