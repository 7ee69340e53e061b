import { maskMinorName } from '@exam/contract/rules';
import { sql } from 'kysely';
import type { Message } from '#people/messages';
import type { Tx } from '#platform/database';

/** What names a person in a message: the name, and the record it is in. */
type Named = { candidateName: string } & ({ applicationId: string } | { bookingId: string } | { requestId: string });

/**
 * A message as it may leave us: of whoever is under 18 today only family name and initial, with the record's code where the message does
 * not say it anyway (PIPL 6, 28; decision 0055). Adults keep their names; whose age we do not know counts as a minor.
 */
export async function withoutMinorsNames<M extends Message>(tx: Tx, message: M): Promise<M> {
  const { values } = message;
  const named: Named[] = 'lines' in values ? values.lines : 'candidateName' in values ? [values] : [];
  if (named.length === 0) return message;
  const known = await readKnown(tx, named.map(recordOf));
  const told = named.map((one) => ({ ...one, candidateName: nameOf(one, known.get(recordOf(one))) }));
  return { ...message, values: 'lines' in values ? { ...values, lines: told } : { ...values, ...told[0] } };
}

type Known = { id: string; code: string; isMinor: boolean };

async function readKnown(tx: Tx, ids: readonly string[]): Promise<Map<string, Known>> {
  const { rows } = await sql<Known>`
    select id, code, is_minor as "isMinor" from person_record
    where kind in ('application', 'booking', 'postTest') and id = any(${[...ids]}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

function recordOf(named: Named): string {
  if ('bookingId' in named) return named.bookingId;
  return 'requestId' in named ? named.requestId : named.applicationId;
}

function nameOf(named: Named, known: Known | undefined): string {
  const { candidateName: name } = named;
  if (known?.isMinor === false || name === '') return name;
  const saysCode = 'applicationCode' in named || 'bookingCode' in named || 'requestCode' in named;
  return saysCode || !known ? maskMinorName(name) : `${maskMinorName(name)} (${known.code})`;
}
