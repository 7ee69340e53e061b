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

/** What a domain lets one person propose and another decide, by kind. */
export type Proposals = Readonly<Record<string, ProposalKind>>;

let kinds: Proposals = {};

/** Sets every kind there is: `app.ts` collects them from the domains. */
export function useProposals(all: Proposals): void {
  kinds = all;
}

/** @throws Error when no domain performs this kind. */
export function proposalKind(kind: string): ProposalKind {
  const how = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  if (!how) throw new Error(`No domain performs proposals of the kind ${kind}.`);
  return how;
}

/** The kinds that somebody with these permissions may decide. */
export function decidableKinds(permissions: ReadonlySet<Permission>): string[] {
  return Object.keys(kinds).filter((kind) => permissions.has(proposalKind(kind).permission));
}
