/** Notices: what an account is told about its own affairs, in its language, by the channels it receives. */
export { notify } from './notify.ts';
