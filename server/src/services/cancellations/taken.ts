import { takenStates } from '@exam/contract/machines';
import { sql } from 'kysely';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';

/** Who sat the exam is not withdrawn from it (9.1 #14), nor given the money back. @throws Refusal EXAM_TAKEN. */
export async function refuseTaken(tx: Tx, set: readonly { id: string }[]): Promise<void> {
  const { rows } = await sql`
    select from registration_desk
    where id = any(${set.map(({ id }) => id)}::uuid[]) and attendance_status = any(${[...takenStates]}::text[]) limit 1`.execute(
    tx,
  );
  if (rows.length > 0) refuse('EXAM_TAKEN');
}
