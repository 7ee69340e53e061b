import type { Application } from '@exam/contract/entities';
import type { Language } from '@exam/contract/messages';
import { sql } from 'kysely';
import type { Tx } from '#platform/database';
import { unseal } from '#platform/vault';

/** What the office told about a registration besides its letter. */
export type Told = {
  arrangement: Application['specialArrangement'];
  messages: { titleEn: string; titleZh: string; textEn: string; textZh: string; sentAt: string }[];
};

/** Reads the decision about the special arrangement and what everybody of the session was told. */
export async function readTold(tx: Tx, id: string): Promise<Told> {
  const decided = await tx
    .selectFrom('special_arrangement')
    .selectAll()
    .where('id', '=', id)
    .where('status', '<>', 'Open')
    .executeTakeFirst();
  const { rows: messages } = await sql<Told['messages'][number]>`
    select title_en as "titleEn", title_zh as "titleZh", text_en as "textEn", text_zh as "textZh", sent_at as "sentAt"
    from circular join circular_recipient told on told.circular_id = circular.id
    where told.application_id = ${id} order by sent_at desc, circular.id limit 20`.execute(tx);
  const place = { table: 'special_arrangement', row: id, column: 'conditions' };
  return {
    arrangement: decided?.conditions_sealed
      ? {
          isGranted: decided.status === 'Granted',
          conditions: unseal(decided.conditions_sealed, place),
          decidedAt: decided.decided_at ?? '',
        }
      : null,
    messages,
  };
}

/** The same for its owner, in a language. */
export function presentTold(
  told: Told,
  language: Language,
): Pick<Application, 'specialArrangement' | 'officeMessages'> {
  return {
    specialArrangement: told.arrangement,
    officeMessages: told.messages.map((message) => ({
      title: language === 'zh' ? message.titleZh : message.titleEn,
      text: language === 'zh' ? message.textZh : message.textEn,
      sentAt: message.sentAt,
    })),
  };
}
