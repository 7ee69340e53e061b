export * from './booking.ts';
export * from './candidate-answers.ts';
export * from './post-test.ts';
export * from './prepared.ts';
export * from './public.ts';
export * from './wizard.ts';
