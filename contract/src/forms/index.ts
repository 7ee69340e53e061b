export * from './entries.ts';
export * from './fields.ts';
export * from './forms.ts';
export * from './purposes.ts';
