/** The audit: what staff did, in a chain that cannot be changed unseen. */
export { audit, type AuditEntry, type Auditor } from './write.ts';
export { chainLines, type ChainCheck, checkChain } from './verify.ts';
