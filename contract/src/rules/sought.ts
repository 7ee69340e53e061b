import { idTypes } from '../entities/values.ts';
import { checkEmail } from './emails.ts';
import { checkIdentity } from './identity.ts';
import type { LookField } from './looks.ts';
import { normaliseMainlandMobile } from './phones.ts';
import { bareNumber, halfWidth, tidyText } from './writing.ts';

/** What of a person somebody must know whole to search by it, named as the look that a hit is. */
export type Sought = Extract<LookField, 'idNo' | 'holderContacts' | 'name'>;

/**
 * What a search asks for a person by: a whole document number, a whole telephone number or address, a whole name (two words, or two
 * Chinese characters); null for a part of them and for a code of ours, by which nobody can be guessed.
 */
export function soughtBy(text: string): Sought | null {
  if (normaliseMainlandMobile(text) !== null || checkEmail(text).ok) return 'holderContacts';
  const bare = bareNumber(text).replace(/[-.()]/g, '');
  if (isWholeCode(bare)) return null;
  if (/^(?=.*\d)[A-Z0-9]{5,20}$/.test(bare) || isNumberOfSomebody(text)) return 'idNo';
  return isWholeName(tidyText(halfWidth(text))) ? 'name' : null;
}

/** A number of any kind of document, as a search would read it, whatever is around it. */
const isNumberOfSomebody = (text: string) =>
  /\d/.test(bareNumber(text)) && idTypes.some((idType) => checkIdentity(idType, text, { today: '9999-12-31' }).ok);

/** A registration's, order's or refund's code as it is made (R-93): longer than any passport's number, and a date is in it. */
const isWholeCode = (bare: string) => /^[PBTOR]\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])[0-9A-Z]{5,8}$/.test(bare);

const isWholeName = (text: string) =>
  /^[\p{L}\p{M}' .·-]+$/u.test(text) && (/\p{Script=Han}.*\p{Script=Han}/u.test(text) || /\p{L}[ ·]+\p{L}/u.test(text));
