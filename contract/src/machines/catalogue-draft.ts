import { defineMachine } from './machine.ts';

/** The states of a change to the catalogue. */
export const catalogueDraftStates = ['Draft', 'Planned', 'Published', 'Discarded'] as const;

/** A change to a line, product or subject, from the desk to the portal. Who may publish a price is the command's guard (S-16). */
export const catalogueDraftMachine = defineMachine({
  initial: 'Draft',
  states: catalogueDraftStates,
  events: {
    publish: { from: ['Draft'], to: 'Published', by: ['staff'] },
    // from 00:00 in China of a day to come
    plan: { from: ['Draft'], to: 'Planned', by: ['staff'] },
    takeEffect: { from: ['Planned'], to: 'Published', by: ['system'] },
    takeBack: { from: ['Planned'], to: 'Draft', by: ['staff'] },
    discard: { from: ['Draft'], to: 'Discarded', by: ['staff'] },
  },
});
