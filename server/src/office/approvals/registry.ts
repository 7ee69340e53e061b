import {
  decidedBy,
  isProposalKind,
  type Permission,
  proposalKindNames,
  type ProposalKindName,
} from '@exam/contract/staff';
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

/**
 * Does what was proposed, in the transaction of the approval. Its guards run again: what it refuses is told to the second
 * person, nothing changes and the proposal stays open.
 */
export type Perform = (tx: Tx, proposal: Proposal, staff: StaffActor) => Promise<void>;

/** What a domain lets one person propose and another decide, by kind; who decides it is in the table of effects (S-21). */
export type Proposals = Readonly<Partial<Record<ProposalKindName, Perform>>>;

let kinds: Proposals = {};

/** Sets every kind there is: `app.ts` collects them from the domains. */
export function useProposals(all: Proposals): void {
  kinds = all;
}

/** What a kind of proposal does, and the right to decide it. @throws Error when no domain performs this kind. */
export function proposalKind(kind: string): { permission: Permission; perform: Perform } {
  const perform = isProposalKind(kind) ? kinds[kind] : undefined;
  if (!isProposalKind(kind) || !perform) throw new Error(`No domain performs proposals of the kind ${kind}.`);
  return { permission: decidedBy[kind], perform };
}

/** The kinds that somebody with these permissions may decide. */
export function decidableKinds(permissions: ReadonlySet<Permission>): string[] {
  return proposalKindNames.filter((kind) => permissions.has(decidedBy[kind]));
}
