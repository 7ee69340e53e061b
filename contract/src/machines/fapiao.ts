import { defineMachine } from './machine.ts';

/**
 * How far the invoice (fapiao) of an order is (spec 3-domain 7). `Refused`: staff could not issue it as it was asked for, and it may be
 * corrected. `Closed`: everything was given back before it was issued.
 */
export const fapiaoStates = ['Requested', 'Refused', 'Issued', 'RedIssued', 'Closed'] as const;
export type FapiaoStatus = (typeof fapiaoStates)[number];

/** One request per order. Staff issue in the tax system; the portal keeps number and file and issues nothing itself. */
export const fapiaoMachine = defineMachine({
  initial: 'Requested',
  states: fapiaoStates,
  events: {
    correct: { from: ['Requested', 'Refused'], to: 'Requested', by: ['candidate'] },
    refuse: { from: ['Requested'], to: 'Refused', by: ['staff'] },
    issue: { from: ['Requested'], to: 'Issued', by: ['staff'] },
    // Again for each further part that is given back.
    redIssue: { from: ['Issued', 'RedIssued'], to: 'RedIssued', by: ['staff'] },
    close: { from: ['Requested', 'Refused'], to: 'Closed', by: ['system'] },
  },
});
