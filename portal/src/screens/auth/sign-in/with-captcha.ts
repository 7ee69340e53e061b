import { CallError, type Request } from '@exam/contract/client';
import { api, tellProblem } from '../../../app/api.ts';
import { passCaptcha } from '../captcha/captcha.ts';

/**
 * Signs in; when the server asks for the security check after several tries, shows it and tries again.
 * @returns null when the person closed the check
 */
export async function signInWith(body: Request<'user.signIn'>['body']) {
  try {
    return await api('user.signIn', { body }, { isQuiet: true });
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (error.problem.code !== 'CAPTCHA_REQUIRED') {
      // Whoever is new goes on to open an account: nothing went wrong.
      if (error.problem.code !== 'ACCOUNT_NEW') tellProblem(error.problem);
      throw error;
    }
    const captchaVerifyId = await passCaptcha();
    return captchaVerifyId === null ? null : await api('user.signIn', { body: { ...body, captchaVerifyId } });
  }
}
