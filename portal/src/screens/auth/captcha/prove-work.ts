import { api } from '../../../app/api.ts';
import { solvePuzzle } from './proof-of-work.ts';

/** Has this browser prove some work, without a picture. @returns the id to spend */
export async function proveWork(): Promise<string> {
  const { id, salt, challenge, maxNumber } = await api('captcha.get', { query: { kind: 'pow' } }, { isQuiet: true });
  const number = await solvePuzzle({ salt: salt ?? '', challenge: challenge ?? '', maxNumber: maxNumber ?? 0 });
  const body = { id, number: number ?? -1 };
  const { captchaVerifyId } = await api('captcha.verify', { body }, { isQuiet: true });
  return captchaVerifyId;
}
