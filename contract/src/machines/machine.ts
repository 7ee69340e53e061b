/** Who acts: the account owner, staff, a job of ours, a payment channel (spec 3-domain 9: C, S, Y, G). */
export type Actor = 'candidate' | 'staff' | 'system' | 'gateway';

/** One act: which states it leaves, the one state it ends in, who may do it. */
export interface Transition<State extends string> {
  from: readonly State[];
  to: State;
  by: readonly Actor[];
}

/** A table of states and events: who, from, to, and nothing else. Guards live in commands, words in dictionaries. */
export interface Machine<State extends string, Event extends string> {
  /** The state of a new row. */
  initial: State;
  /** Further states a row may be born in. */
  alsoInitial?: readonly State[];
  states: readonly State[];
  events: Record<Event, Transition<State>>;
}

/** A machine whose states and events do not matter, for code that serves all of them. */
export type AnyMachine = Machine<string, string>;
/** The states of a machine. */
export type StateOf<M extends AnyMachine> = M['states'][number];
/** The events of a machine. */
export type EventOf<M extends AnyMachine> = keyof M['events'] & string;

/**
 * Declares a machine. States are the ones in `states`; a misspelt state anywhere else does not compile (`NoInfer` keeps the compiler
 * from widening the union to include it).
 */
export function defineMachine<const State extends string, const Event extends string>(machine: {
  initial: NoInfer<State>;
  alsoInitial?: readonly NoInfer<State>[];
  states: readonly State[];
  events: Record<Event, Transition<NoInfer<State>>>;
}): Machine<State, Event> {
  return machine;
}

/** The state an event leads to, or null when this actor may not do it in this state. */
export function next<State extends string, Event extends string>(
  machine: Machine<State, Event>,
  state: NoInfer<State>,
  event: NoInfer<Event>,
  actor: Actor,
): State | null {
  const transition = machine.events[event];
  return transition.from.includes(state) && transition.by.includes(actor) ? transition.to : null;
}

/** The events an actor may cause in a state, in the order of the table: the buttons of a screen. */
export function allowed<State extends string, Event extends string>(
  machine: Machine<State, Event>,
  state: NoInfer<State>,
  actor: Actor,
): Event[] {
  return eventsOf(machine).filter((event) => next(machine, state, event, actor) !== null);
}

/** The states no sequence of events reaches; a mistake in the table unless another way of working brings them. */
export function unreachable<State extends string, Event extends string>(machine: Machine<State, Event>): State[] {
  const reached = new Set<State>([machine.initial, ...(machine.alsoInitial ?? [])]);
  for (let before = -1; before !== reached.size;) {
    before = reached.size;
    for (const event of eventsOf(machine)) {
      const { from, to } = machine.events[event];
      if (from.some((state) => reached.has(state))) reached.add(to);
    }
  }
  return machine.states.filter((state) => !reached.has(state));
}

/** The machine as a Mermaid state diagram, for the documentation. */
export function toMermaid<State extends string, Event extends string>(machine: Machine<State, Event>): string {
  const births = [machine.initial, ...(machine.alsoInitial ?? [])].map((state) => `  [*] --> ${state}`);
  const arrows = eventsOf(machine).flatMap((event) => {
    const { from, to, by } = machine.events[event];
    return from.map((state) => `  ${state} --> ${to}: ${event} (${by.join(', ')})`);
  });
  return ['stateDiagram-v2', ...births, ...arrows].join('\n');
}

function eventsOf<State extends string, Event extends string>(machine: Machine<State, Event>): Event[] {
  const names: string[] = Object.keys(machine.events);
  return names.filter((name): name is Event => name in machine.events);
}
