import { type Permission, permissions, staffCalls, staffEndpoints, type StaffEndpointName } from '@exam/contract/staff';
import type { StaffReply } from '@exam/contract/staff/client';
import { exampleOf, type Given, refused, StubServer } from '@exam/ui/testing';

/** Whether a call changes nothing: it is got, or searched for, or who may only read may make it. */
export function isRead(name: StaffEndpointName): boolean {
  const address = staffEndpoints[name];
  const { permission } = staffCalls[name];
  return address.startsWith('GET ') || address.endsWith('/search') || permission?.endsWith(':read') === true;
}

/**
 * The staff calls of the contract without a server. What the frame reads for every page, who is here and how much waits, is always
 * answered and never counted.
 */
export class StubDesk extends StubServer<StaffEndpointName> {
  /** What the person at the desk may do. */
  rights: ReadonlySet<Permission> = new Set(permissions);
  /** What was asked for without the right to it, and so refused. */
  readonly overstepped: string[] = [];

  /** What a call answers instead of an example, by its name. */
  private readonly told = new Map<StaffEndpointName, unknown>();

  constructor() {
    super({ endpoints: staffEndpoints, calls: staffCalls, isRead });
  }

  /** Has a call answer this from now on. */
  says<Name extends StaffEndpointName>(name: Name, reply: StaffReply<Name>): void {
    this.told.set(name, reply);
  }

  /** An example of what a call answers, to be changed and given to `says`. */
  example<Name extends StaffEndpointName>(name: Name): StaffReply<Name> {
    const { reply } = staffCalls[name];
    if (reply === null) throw new Error(`${name} answers nothing.`);
    return exampleOf(reply, { choice: 0, rows: 1 }) as StaffReply<Name>;
  }

  protected override async answer(name: StaffEndpointName, given: Given): Promise<Response> {
    if (name === 'staff.me') return this.me();
    const { permission } = staffCalls[name];
    if (permission !== null && !this.rights.has(permission)) {
      this.overstepped.push(`${name} needs ${permission}`);
      return refused(403);
    }
    if (this.told.has(name)) return Response.json(this.told.get(name));
    if (name === 'today.counts') return this.exampleFor(name, { choice: 0, rows: 2 }, given.body);
    return await super.answer(name, given);
  }

  /** Who is at the desk. */
  private me(): Response {
    const me = exampleOf(staffCalls['staff.me'].reply, { choice: 0, rows: 1 });
    const own = { id: '0b6f0a52-6a2e-4c1a-9c55-999999999999', permissions: [...this.rights] };
    return Response.json({ ...(me as object), ...own });
  }
}
