import { documentOf, operationOf } from '../openapi.ts';
import { type StaffCall, staffCalls } from './calls/index.ts';
import { staffAddressOf, staffEndpoints, type StaffEndpointName } from './endpoints.ts';

/** The console's contract as OpenAPI 3.1, made from the same tables that mount its routes. */
export function staffOpenApi(): Record<string, unknown> {
  const names = Object.keys(staffEndpoints) as StaffEndpointName[];
  const operations = names.map((name) => {
    const call: StaffCall = staffCalls[name];
    const more = {
      'x-who': call.who ?? 'staff',
      ...(call.permission === null ? {} : { 'x-permission': call.permission }),
      ...(call.isFresh ? { 'x-fresh-proof': true } : {}),
      ...(call.reason ? { 'x-reason': true } : {}),
    };
    return { ...staffAddressOf(name), operation: operationOf(name, call, more) };
  });
  return documentOf('Examport console', operations);
}
