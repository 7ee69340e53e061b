import { captchaCalls } from '@exam/contract/calls';
import { inTransaction } from '#platform/database';
import { refuse, refuseForNow } from '#platform/errors';
import type { Handlers } from '#platform/http';
import { isLimitReached, noteTake, takeLimit } from '#platform/limits';
import { createPow, keepSlider, solveCaptcha } from './captcha.ts';
import { drawSlider } from './slider.ts';

type Captcha = Awaited<ReturnType<Handlers<typeof captchaCalls>['captcha.get']>>;

const handlers: Handlers<typeof captchaCalls> = {
  'captcha.get': async ({ query, visitId, ip }) => {
    await takeLimit('captcha.ip', ip);
    return query.kind === 'pow' ? pow(visitId) : slider(visitId);
  },
  'captcha.verify': async ({ body, visitId, ip }) => {
    if (!isUuid(body.id)) refuse('CAPTCHA_FAILED');
    // A proof of work cannot be guessed: its answers are not counted, and it is there when sliders are not.
    const isGuessable = body.x !== undefined;
    if (isGuessable && (await isLimitReached('captcha.wrong', ip))) refuseForNow('RATE_LIMITED', 600);
    const captchaVerifyId = await inTransaction((tx) => solveCaptcha(tx, { id: body.id, visitId, answer: body }));
    if (captchaVerifyId !== null) return { captchaVerifyId };
    if (isGuessable) await noteTake('captcha.wrong', ip);
    return refuse('CAPTCHA_FAILED');
  },
};

/** The calls of this domain. */
export const routes = [{ calls: captchaCalls, handlers }];

async function pow(visitId: string): Promise<Captcha> {
  const challenge = await inTransaction((tx) => createPow(tx, visitId));
  return { ...challenge, kind: 'pow', normalImg: null, slideImg: null, point: null };
}

async function slider(visitId: string): Promise<Captcha> {
  const { background, piece, x, y } = await drawSlider();
  const id = await inTransaction((tx) => keepSlider(tx, visitId, x));
  // The true x stays here: sending it would solve the captcha.
  const drawn = { normalImg: background, slideImg: piece, point: { x: 0, y } };
  return { id, kind: 'slider', ...drawn, algorithm: null, challenge: null, salt: null, maxNumber: null };
}

function isUuid(value: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value);
}
