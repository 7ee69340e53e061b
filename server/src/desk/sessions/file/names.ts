import type { Language } from '@exam/contract/messages';
import { sql } from 'kysely';
import type { Tx } from '#platform/database';

/** The display names of venues, each with its code, in the reader's language. */
export async function venueNamesOf(tx: Tx, language: Language, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select venue.id, coalesce(own.display_name, venue.code) as name
    from venue left join venue_name own on own.venue_id = venue.id and own.language = ${language}
    where venue.id = any(${[...ids]}::uuid[])`.execute(tx);
  return new Map(rows.map(({ id, name }) => [id, name.slice(0, 120)]));
}
