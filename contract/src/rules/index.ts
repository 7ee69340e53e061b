export * from './calendar-data.ts';
export * from './china-date.ts';
export * from './identity-codes.ts';
export * from './identity.ts';
export * from './service-hours.ts';
export * from './working-days.ts';
export * from './writing.ts';
