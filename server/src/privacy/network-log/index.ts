/** The network log of the law: its period, and the only way to read it. Written by #platform/network-log. */
export { findCalls, type LoggedCall } from './queries.ts';
export { retention } from './retention.ts';
