import type { Permission } from '@exam/contract/staff';
import type { Tx } from '#platform/database';
import type { StaffActor } from '#platform/staff-http';

/** What was proposed. */
export type Proposal = {
  id: string;
  kind: string;
  objectId: string;
  officeId: string | null;
  /** As the domain gave it; it reads it with its own schema. */
  payload: unknown;
  reason: string;
  proposedBy: string;
};

export type ProposalKind = {
  /** What the second person must be allowed. */
  permission: Permission;
  /**
   * Does what was proposed, in the transaction of the approval. Its guards run again: what it refuses is told to the second
   * person, nothing changes and the proposal stays open.
   */
  perform: (tx: Tx, proposal: Proposal, staff: StaffActor) => Promise<void>;
};

const kinds = new Map<string, ProposalKind>();

/** Tells what an approval of this kind does; once per kind, when the domain is loaded. @throws Error when it was told before. */
export function registerProposal(kind: string, how: ProposalKind): void {
  if (kinds.has(kind)) throw new Error(`The kind of proposal ${kind} is registered twice.`);
  kinds.set(kind, how);
}

/** @throws Error when no domain has registered this kind. */
export function proposalKind(kind: string): ProposalKind {
  const how = kinds.get(kind);
  if (!how) throw new Error(`No domain performs proposals of the kind ${kind}.`);
  return how;
}

/** The kinds that somebody with these permissions may decide. */
export function decidableKinds(permissions: ReadonlySet<Permission>): string[] {
  return [...kinds].filter(([, { permission }]) => permissions.has(permission)).map(([kind]) => kind);
}
