/** Where lines for the person at the terminal go. */
export type Say = (line: string) => void;

/** Seconds between two lines of the same work. */
const pace = 5;

/** Passes a line on at most every five seconds: long work is seen to go on, short work stays quiet. */
export function saying(say: Say): Say {
  let last = performance.now();
  return (line) => {
    if (performance.now() - last < pace * 1000) return;
    last = performance.now();
    say(line);
  };
}
