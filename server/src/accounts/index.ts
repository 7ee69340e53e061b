export { routes } from './routes.ts';
export { accountContact, checkAdultAccount } from './contact.ts';
export type { AccountContact } from './contact.ts';
export { identify } from './session.ts';
export { createAccount } from './store.ts';
export type { NewAccount } from './store.ts';
