/** The demonstration: a catalogue, sessions, people and registrations for a first start; never loaded in production. */
export { seedDemo } from './seed.ts';
export { demoInvitationCode } from './data/accountancy-sessions.ts';
export { type DemoPayment, demoPayments } from './payments.ts';
export { demoAccounts } from './data/people.ts';
export { demoStaff, demoStaffPassword } from './data/staff.ts';
