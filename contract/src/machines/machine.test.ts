import { describe, expect, it } from 'vitest';
import { allowed, defineMachine, next, toMermaid, unreachable } from './machine.ts';

const door = defineMachine({
  initial: 'Shut',
  states: ['Shut', 'Open', 'Walled'],
  events: {
    open: { from: ['Shut'], to: 'Open', by: ['candidate', 'staff'] },
    shut: { from: ['Open'], to: 'Shut', by: ['system'] },
  },
});

describe('a machine', () => {
  it('gives the next state only for the actor and state of the table', () => {
    expect(next(door, 'Shut', 'open', 'candidate')).toBe('Open');
    expect(next(door, 'Shut', 'open', 'gateway')).toBeNull();
    expect(next(door, 'Open', 'open', 'candidate')).toBeNull();
  });

  it('lists what an actor may do now', () => {
    expect(allowed(door, 'Shut', 'staff')).toEqual(['open']);
    expect(allowed(door, 'Open', 'staff')).toEqual([]);
  });

  it('finds states that nothing reaches', () => {
    expect(unreachable(door)).toEqual(['Walled']);
  });

  it('draws itself', () => {
    expect(toMermaid(door)).toBe(
      'stateDiagram-v2\n  [*] --> Shut\n  Shut --> Open: open (candidate, staff)\n  Open --> Shut: shut (system)',
    );
  });

  it('may be born in several states', () => {
    const lamp = defineMachine({ initial: 'Off', alsoInitial: ['On'], states: ['Off', 'On'], events: {} });
    expect(unreachable(lamp)).toEqual([]);
  });

  it('does not compile with a misspelt state, event or actor', () => {
    const misspelt = () => [
      // @ts-expect-error a source that is not a state
      defineMachine({ initial: 'A', states: ['A'], events: { go: { from: ['B'], to: 'A', by: ['staff'] } } }),
      // @ts-expect-error a target that is not a state
      defineMachine({ initial: 'A', states: ['A'], events: { go: { from: ['A'], to: 'B', by: ['staff'] } } }),
      // @ts-expect-error an actor that does not exist
      defineMachine({ initial: 'A', states: ['A'], events: { go: { from: ['A'], to: 'A', by: ['cleaner'] } } }),
      // @ts-expect-error an initial state that is none
      defineMachine({ initial: 'B', states: ['A'], events: {} }),
      // @ts-expect-error an event of another machine
      next(door, 'Shut', 'burn', 'staff'),
      // @ts-expect-error a state of another machine
      allowed(door, 'Ajar', 'staff'),
    ];
    expect(misspelt).toBeTypeOf('function');
  });
});
