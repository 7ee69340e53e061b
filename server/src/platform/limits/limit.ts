/** How many takes are allowed in any window of this many seconds. */
export type Window = { takes: number; seconds: number };

/** After how many takes in `withinSeconds` the next one has to wait, and for how many seconds after the last. */
export type Delays = { withinSeconds: number; steps: readonly { after: number; seconds: number }[] };

/** One limit: what is counted, by what, how much of it, how the wait grows, who can use it up for somebody else, and which threat it answers. */
export type Limit = {
  what: string;
  by: string;
  windows: readonly Window[];
  delays?: Delays;
  usedUpBy: string;
  source: string;
};

/** What is said of limits that count by `callerOf` the address. */
export const byAddress = 'caller’s address';
