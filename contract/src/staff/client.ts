import {
  type CallOptions,
  type ClientOptions,
  createSender,
  fillPath,
  type ReplyOf,
  type RequestOf,
} from '../client.ts';
import type { StaffCalls } from './calls/index.ts';
import { staffAddressOf, type StaffEndpointName } from './endpoints.ts';

/** What a staff call takes on the wire. */
export type StaffRequest<N extends StaffEndpointName> = RequestOf<StaffCalls[N]>;
/** What a staff call answers on the wire; null for a 204. */
export type StaffReply<N extends StaffEndpointName> = ReplyOf<StaffCalls[N]>;

/** The address of a staff call with its parameters and query; also what a link to a file of the console points at. */
export function staffUrlOf(name: StaffEndpointName, params?: object, query?: object): string {
  return fillPath(staffAddressOf(name).path, params, query);
}

/** The console's typed client: `staffCall('staff.users', { body: { … } })`. @throws CallError */
export function createStaffClient(options: ClientOptions<StaffEndpointName>) {
  const sendCall = createSender<StaffEndpointName>(options, staffAddressOf);
  return async function staffCall<N extends StaffEndpointName>(
    name: N,
    request: StaffRequest<N>,
    callOptions: CallOptions = {},
  ): Promise<StaffReply<N>> {
    return (await sendCall(name, request, callOptions)) as StaffReply<N>;
  };
}

export type StaffClient = ReturnType<typeof createStaffClient>;
