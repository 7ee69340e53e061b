export * from './public.ts';
export * from './wizard.ts';
