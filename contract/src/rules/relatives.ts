import type { RightsKind } from './rights.ts';

/** Who is a close relative (Civil Code 1045): they may ask for somebody who has died (PIPL 49). */
export const relations = ['Spouse', 'Parent', 'Child', 'Sibling', 'Grandparent', 'Grandchild'] as const;
export type Relation = (typeof relations)[number];

/** What they may ask for. */
export const relativeKinds = ['Copy', 'Correction', 'Deletion'] as const satisfies readonly RightsKind[];
export type RelativeKind = (typeof relativeKinds)[number];

/** How their request came to the office. */
export const arrivalWays = ['InPerson', 'Post', 'Email', 'Telephone'] as const;
export type ArrivalWay = (typeof arrivalWays)[number];

/** What is filed with it. */
export const evidenceKinds = ['DeathProof', 'KinshipProof', 'Other'] as const;
export type EvidenceKind = (typeof evidenceKinds)[number];

/** Without these two, filed and looked at, nothing is granted. */
const neededEvidence: readonly EvidenceKind[] = ['DeathProof', 'KinshipProof'];

/** Whether the papers that were looked at are enough to grant what a relative asks for. */
export function isEvidenceComplete(filed: readonly { kind: EvidenceKind; checkedAt: string | null }[]): boolean {
  return neededEvidence.every((kind) => filed.some((each) => each.kind === kind && each.checkedAt !== null));
}

/** How many days before it was entered a request may have come: what is older is a mistyped day. */
export const oldestArrivalDays = 90;

/** An address, number or e-mail as pages show it: its first and last two characters. */
export function maskContact(given: string): string {
  const contact = given.replaceAll(/\s/g, '');
  return contact.length < 6 ? '****' : `${contact.slice(0, 2)}****${contact.slice(-2)}`;
}
