import { sql } from 'kysely';
import { isHeld, peopleOf } from '#office/holds';
import type { Tx } from '#platform/database';
import { seal, unseal } from '#platform/vault';

const kinds = ['public', 'booking', 'postTest', 'forms'] as const;

/** Whose draft, of which wizard. */
export type DraftKey = { accountId: string; kind: (typeof kinds)[number] };
export type SavedDraft = { version: number; updatedAt: string };

function placeOf({ accountId, kind }: DraftKey) {
  return { table: 'wizard_draft', row: `${accountId}:${kind}`, column: 'json' };
}

/** The draft with its text opened, or null. */
export async function findDraft(tx: Tx, key: DraftKey): Promise<(SavedDraft & { json: string }) | null> {
  const row = await tx
    .selectFrom('wizard_draft')
    .select(['json_sealed', 'version', 'updated_at'])
    .where('account_id', '=', key.accountId)
    .where('kind', '=', key.kind)
    .executeTakeFirst();
  return row ? { json: unseal(row.json_sealed, placeOf(key)), version: row.version, updatedAt: row.updated_at } : null;
}

/** Writes the draft over the one there is; its version counts up. */
export async function writeDraft(tx: Tx, key: DraftKey, json: string): Promise<SavedDraft> {
  const sealed = seal(json, placeOf(key));
  const { version, updated_at } = await tx
    .insertInto('wizard_draft')
    .values({
      account_id: key.accountId,
      kind: key.kind,
      json_sealed: sealed,
      version: 1,
      updated_at: sql<string>`app_now()`,
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'kind']).doUpdateSet({
        json_sealed: sealed,
        version: sql<number>`wizard_draft.version + 1`,
        updated_at: sql<string>`app_now()`,
      }),
    )
    .returning(['version', 'updated_at'])
    .executeTakeFirstOrThrow();
  return { version, updatedAt: updated_at };
}

/** Forgets the draft, if there is one. */
export async function deleteDraft(tx: Tx, key: DraftKey): Promise<void> {
  await tx.deleteFrom('wizard_draft').where('account_id', '=', key.accountId).where('kind', '=', key.kind).execute();
}

/** Forgets every draft of an account that is being closed. */
export async function deleteDraftsOf(tx: Tx, accountId: string): Promise<void> {
  await tx
    .deleteFrom('wizard_draft')
    .where('account_id', '=', accountId)
    .where((row) => row.not(isHeld({ class: 'draft', personKey: peopleOf(sql.ref('wizard_draft.account_id')) })))
    .execute();
}

/** Who may be in a draft: a saved candidate, by its id, its document, or its names. */
type Named = { accountId: string; candidateId: string; idNo: string; lastName: string; firstName: string };

/**
 * Forgets the account's drafts that name somebody who is deleted: what was chosen and typed of them in a wizard left half way.
 * @returns the instants at which those that went were last changed, the oldest first; and how many a hold keeps.
 */
export async function forgetDraftsNaming(tx: Tx, named: Named): Promise<{ gone: string[]; held: number }> {
  const { accountId } = named;
  const rows = await tx
    .selectFrom('wizard_draft')
    .select(['kind', 'json_sealed', 'updated_at'])
    .select(isHeld({ class: 'draft', personKey: peopleOf(sql.ref('wizard_draft.account_id')) }).as('is_held'))
    .where('account_id', '=', accountId)
    .orderBy('updated_at')
    .forNoKeyUpdate()
    .execute();
  const gone: string[] = [];
  let held = 0;
  for (const row of rows) {
    const kind = kinds.find((each) => each === row.kind);
    if (kind === undefined || !isNamedIn(unseal(row.json_sealed, placeOf({ accountId, kind })), named)) continue;
    if (row.is_held) held += 1;
    else {
      await deleteDraft(tx, { accountId, kind });
      gone.push(row.updated_at);
    }
  }
  return { gone, held };
}

function isNamedIn(json: string, { candidateId, idNo, lastName, firstName }: Named): boolean {
  const text = json.toUpperCase();
  const has = (value: string) => text.includes(`"${value.toUpperCase()}"`);
  return has(candidateId) || has(idNo) || (has(lastName) && (firstName === '' || has(firstName)));
}
