export * from './booking.ts';
export * from './post-test.ts';
export * from './public.ts';
export * from './wizard.ts';
