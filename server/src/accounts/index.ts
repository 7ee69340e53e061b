export { routes } from './routes.ts';
export { accountContact, checkAdultAccount } from './contact.ts';
export type { AccountContact } from './contact.ts';
export { checkFreshProof, identify } from './session.ts';
export type { Origin } from './session.ts';
export { lockedPhoneOf, signInAs, tellOwner } from './sign-in-as.ts';
export { createAccount } from './store.ts';
export type { NewAccount } from './store.ts';
