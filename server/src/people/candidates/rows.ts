import type { Selectable } from 'kysely';
import type { CandidateGuardianTable, CandidateTable } from '#platform/tables/index';

export type CandidateRow = Selectable<CandidateTable>;
export type GuardianRow = Selectable<CandidateGuardianTable>;
/** A candidate with the guardian kept with a child. */
export type CandidateRows = { candidate: CandidateRow; guardian: GuardianRow | null };
