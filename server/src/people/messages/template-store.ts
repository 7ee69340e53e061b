import type { Language } from '@exam/contract/messages';
import { sql } from 'kysely';
import type { Tx } from '#platform/database';
import type { TemplateText } from './template.ts';

export type StoredTemplate = TemplateText & { version: number; changedBy: string; changedAt: string };

/** The words that staff gave a kind of mail; null where nobody changed them. */
export async function findTemplate(
  tx: Tx,
  { kind, language }: { kind: string; language: Language },
): Promise<StoredTemplate | null> {
  const { rows } = await sql<StoredTemplate>`
    select subject, paragraphs, version, changed_by_name as "changedBy", changed_at as "changedAt"
    from message_template where kind = ${kind} and language = ${language}`.execute(tx);
  return rows[0] ?? null;
}
