import { bareNumber } from '@exam/contract/rules';
import { blindIndex } from '#platform/vault';

/**
 * The keyed hash under which a session keeps its invitation code. Case, width, spaces and hyphens do not matter, nor do the
 * letters that people read as digits: codes are Crockford base32 (T12).
 */
export function invitationCodeHash(sessionId: string, code: string): Buffer {
  const plain = bareNumber(code).replaceAll('-', '').replace(/O/g, '0').replace(/[IL]/g, '1');
  return blindIndex('exam_session.invitation_code', `${sessionId}\n${plain}`);
}
