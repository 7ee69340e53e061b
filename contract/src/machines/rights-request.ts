import { defineMachine } from './machine.ts';

/** How far a request about one's own data is (PIPL 44-50). */
export const rightsRequestStates = ['Received', 'InReview', 'Answered', 'Refused'] as const;
export type RightsRequestStatus = (typeof rightsRequestStates)[number];

/** One request: what the system can do by itself is answered at once, the rest by the privacy officer within 15 working days. */
export const rightsRequestMachine = defineMachine({
  initial: 'Received',
  states: rightsRequestStates,
  events: {
    serve: { from: ['Received'], to: 'Answered', by: ['system'] },
    take: { from: ['Received'], to: 'InReview', by: ['staff'] },
    answer: { from: ['Received', 'InReview'], to: 'Answered', by: ['staff'] },
    // The system, when a restore brings back what staff had refused
    refuse: { from: ['Received', 'InReview'], to: 'Refused', by: ['staff', 'system'] },
  },
});
