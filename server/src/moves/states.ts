/** Registrations that have a place in the session. */
export const seated = ['Registered', 'RegisteredCancellationRequested', 'RegisteredCancellationRejected'] as const;

/** Registrations that a move concerns: those with a place, and those that wait for payment. */
export const concerned = ['Submitted', ...seated] as const;
