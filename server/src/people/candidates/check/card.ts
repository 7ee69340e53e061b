import type { Reply } from '@exam/contract/client';
import type { IdType } from '@exam/contract/entities';
import { fieldMessage, type Language } from '@exam/contract/messages';
import { checkIdentity } from '@exam/contract/rules';
import type { Tx } from '#platform/database';
import { findByPersonKey, personKeyOf } from '../store.ts';
import { readToday } from '../china-date.ts';

type CardCheck = Reply<'candidate.checkCard'>;
type Card = { accountId: string; idType: IdType; card: string; language: Language };

/**
 * What a document number tells: whether its format is right, the birth date and gender in it, and whether it is in the
 * account's own list. Never whether somebody else holds it.
 */
export async function checkCard(tx: Tx, { accountId, idType, card, language }: Card): Promise<CardCheck> {
  const identity = checkIdentity(idType, card, { today: await readToday(tx) });
  if (!identity.ok) {
    return {
      isValid: false,
      code: identity.code,
      userMessage: fieldMessage(language, identity.code),
      dob: null,
      gender: null,
      isDuplicateInOwnList: false,
    };
  }
  const known = await findByPersonKey(tx, { accountId, personKey: personKeyOf(identity.comparable) });
  return {
    isValid: true,
    code: null,
    userMessage: null,
    dob: identity.birthDate ?? null,
    gender: identity.gender ?? null,
    isDuplicateInOwnList: known !== null,
  };
}
