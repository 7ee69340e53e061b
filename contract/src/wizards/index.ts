export * from './booking.ts';
export * from './public.ts';
export * from './wizard.ts';
