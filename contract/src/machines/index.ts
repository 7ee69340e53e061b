export * from './application.ts';
export * from './letter.ts';
export * from './machine.ts';
export * from './order.ts';
export * from './payment-attempt.ts';
export * from './proposal.ts';
export * from './refund.ts';
export * from './session.ts';
