/** The round constants of FIPS 180-4: the first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const constants = Uint32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)));
const initial = Uint32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)));

function primes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n += 1) if (found.every((prime) => n % prime !== 0)) found.push(n);
  return found;
}

function fraction(root: number): number {
  return Math.floor((root % 1) * 2 ** 32);
}

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** The schedule of a block, and the values that `a` and `e` take round after round: b, c, d and f, g, h are older ones. */
type Workings = { words: Uint32Array; a: Uint32Array; e: Uint32Array };

/**
 * SHA-256 of one short text after another, without the garbage: a proof of work asks for tens of thousands. The browser's own
 * is asynchronous, which makes it many times slower here, and is missing where the page comes over plain http.
 * @returns a function that gives the eight words of the digest; they are overwritten by its next call
 */
export function createSha256(): (message: Uint8Array) => Uint32Array {
  const workings = { words: new Uint32Array(64), a: new Uint32Array(68), e: new Uint32Array(68) };
  const digest = new Uint32Array(8);
  const block = new DataView(new ArrayBuffer(64));
  return (message) => {
    digest.set(initial);
    // The message, one bit, zeros, and its length in bits at the end of the last block.
    const blocks = Math.ceil((message.length + 9) / 64);
    for (let index = 0; index < blocks; index += 1) {
      for (let at = 0; at < 64; at += 1) block.setUint8(at, byteAt(message, index * 64 + at));
      if (index === blocks - 1) block.setUint32(60, message.length * 8);
      schedule(block, workings.words);
      digestBlock(workings, digest);
    }
    return digest;
  };
}

function byteAt(message: Uint8Array, at: number): number {
  return at === message.length ? 0x80 : (message[at] ?? 0);
}

function schedule(block: DataView, words: Uint32Array): void {
  const word = (at: number) => words[at] ?? 0;
  for (let at = 0; at < 16; at += 1) words[at] = block.getUint32(at * 4);
  for (let at = 16; at < 64; at += 1) {
    const early = word(at - 15);
    const late = word(at - 2);
    const first = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const second = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words[at] = word(at - 16) + first + word(at - 7) + second;
  }
}

function digestBlock({ words, a, e }: Workings, digest: Uint32Array): void {
  const word = (list: Uint32Array, at: number) => list[at] ?? 0;
  for (let at = 0; at < 4; at += 1) {
    a[at] = word(digest, 3 - at);
    e[at] = word(digest, 7 - at);
  }
  for (let at = 0; at < 64; at += 1) {
    const [newA, newE] = [word(a, at + 3), word(e, at + 3)];
    const turnedE = turn(newE, 6) ^ turn(newE, 11) ^ turn(newE, 25);
    const turnedA = turn(newA, 2) ^ turn(newA, 13) ^ turn(newA, 22);
    const choice = (newE & word(e, at + 2)) ^ (~newE & word(e, at + 1));
    const majority = (newA & word(a, at + 2)) ^ (newA & word(a, at + 1)) ^ (word(a, at + 2) & word(a, at + 1));
    const one = (word(e, at) + turnedE + choice + word(constants, at) + word(words, at)) | 0;
    a[at + 4] = one + turnedA + majority;
    e[at + 4] = word(a, at) + one;
  }
  for (let at = 0; at < 4; at += 1) {
    digest[at] = word(digest, at) + word(a, 67 - at);
    digest[at + 4] = word(digest, at + 4) + word(e, 67 - at);
  }
}
