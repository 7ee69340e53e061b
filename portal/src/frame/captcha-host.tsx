import { createElement, useSyncExternalStore } from 'react';
import { shownCaptcha } from '../app/shown-captcha.ts';

/** Where the security check appears; once in the app. */
export function CaptchaHost() {
  const shown = useSyncExternalStore(shownCaptcha.subscribe, shownCaptcha.current, () => null);
  return shown === null ? null : createElement(shown.Dialog, { onAnswer: shown.answer });
}
