import { inTransaction } from '#platform/database';
import { forgetEnded } from './codes.ts';

export { routes } from './routes.ts';
export { spendCaptcha } from './captcha.ts';
export { codeLifeSeconds, hasLiveCode, issueCode, resendSeconds, spendCode, voidCodes } from './codes.ts';
export type { CodeFor, Purpose } from './codes.ts';

/** Tasks of the worker, and when they run. */
export const tasks = { 'verification.forget': () => inTransaction(forgetEnded) };
export const crons = [{ task: 'verification.forget', match: '17 3 * * *' }];
