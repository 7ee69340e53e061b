import { draftCalls } from '@exam/contract/calls';
import { inTransaction, reading } from '#platform/database';
import { refuse, refuseFields } from '#platform/errors';
import type { Handlers } from '#platform/http';
import { deleteDraft, findDraft, writeDraft } from './store.ts';

const handlers: Handlers<typeof draftCalls> = {
  'draft.get': ({ account, params }) => reading((tx) => findDraft(tx, { accountId: account.id, ...params })),
  'draft.save': ({ account, params, body }) => {
    checkDraft(body.json);
    return inTransaction((tx) => writeDraft(tx, { accountId: account.id, ...params }, body.json));
  },
  'draft.clear': ({ account, params }) => inTransaction((tx) => deleteDraft(tx, { accountId: account.id, ...params })),
};

/** The calls of this domain. */
export const routes = [{ calls: draftCalls, handlers }];

const maxBytes = 64 * 1024;

/**
 * The draft is the wizard's own text and is read by nobody else; it must be a JSON object and small.
 * @throws Refusal DRAFT_TOO_LARGE above 64 KiB; FIELDS when it is no JSON object.
 */
function checkDraft(json: string): void {
  if (Buffer.byteLength(json) > maxBytes) refuse('DRAFT_TOO_LARGE');
  if (!isJsonObject(json)) refuseFields({ json: 'INVALID_FORMAT' });
}

function isJsonObject(json: string): boolean {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
