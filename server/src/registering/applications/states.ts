import { liveApplicationStates, seatedStates } from '@exam/contract/machines';
import { sql } from 'kysely';

/** SQL: the states of who sits the exam, and of who holds a place, as lists of literals, so that the indexes over some states serve. */
export const seated = listed(seatedStates);
export const live = listed(liveApplicationStates);

function listed(states: readonly string[]) {
  return sql.raw(`(${states.map((state) => `'${state}'`).join(', ')})`);
}
