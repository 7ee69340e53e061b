import { activeLanguage } from '@exam/ui/app';
import { tellProblem } from '../../../app/api.ts';
import { captchaWords } from '../../../messages/captcha.ts';
import { showCaptcha } from '../../../app/shown-captcha.ts';

let asking: Promise<string | null> | null = null;

/**
 * Shows the security check in a dialog over the page: the slider, or the proof of work for whoever cannot use it (R-18, S-8). Asked twice
 * at once, there is one check.
 * @returns the id to spend on one call within two minutes; null when the person closed the check, or it could not be shown, of which
 * they have been told
 */
export function passCaptcha(): Promise<string | null> {
  asking ??= ask().finally(() => (asking = null));
  return asking;
}

/** Dialog and words are fetched when they are first needed, and together: the dialog does not wait for words. */
async function ask(): Promise<string | null> {
  const parts = await Promise.all([import('./dialog.tsx'), captchaWords.load(activeLanguage())]).catch(() => null);
  if (parts === null) {
    tellProblem({ status: 0, code: 'NETWORK', userMessage: '' });
    return null;
  }
  const [{ CaptchaDialog }] = parts;
  const answered = new Promise<string | null>((answer) => showCaptcha({ Dialog: CaptchaDialog, answer }));
  return await answered.finally(() => showCaptcha(null));
}
