type Guard = () => boolean;

let guard: Guard | null = null;

/**
 * Lets a page keep its place when the browser goes back or forward: the guard is asked after the browser has moved and before the
 * router hears of it. When it answers true the router never does, and the guard must bring the browser back.
 * @returns what ends it
 */
export function guardHistory(asked: Guard): () => void {
  guard = asked;
  return () => {
    if (guard === asked) guard = null;
  };
}

/** Whether the page keeps its place; asked by the router once for each step of the browser. */
export function isPlaceKept(): boolean {
  return guard?.() ?? false;
}
