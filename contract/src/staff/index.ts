/** The staff side of the contract: permissions, roles, calls. The portal imports none of it. */
export * from './permissions.ts';
export { staffAddressOf, staffEndpoints, type StaffEndpointName } from './endpoints.ts';
export * from './calls/index.ts';
export * from './acts.ts';
export * from './effects.ts';
export * from './work.ts';
export * from './limits.ts';
export * from './body-entries.ts';
export * from './audit.ts';
