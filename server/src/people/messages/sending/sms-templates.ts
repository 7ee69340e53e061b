import { ConfigError } from '#platform/config';
import { settings } from '#platform/settings';
import { placesOf, smsTemplates } from '../compose.ts';

/** Our texts as the service keeps them: Tencent numbers the places, `{1}`, where Aliyun names them. */
export function registeredTexts(): { code: string; text: string }[] {
  const { sms, publicUrl } = settings();
  const isNumbered = sms?.provider === 'tencent';
  return smsTemplates(publicUrl).map(({ code, text }) => ({ code, text: isNumbered ? numbered(text) : text }));
}

function numbered(text: string): string {
  const places = placesOf(text);
  return text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => `{${places.indexOf(name) + 1}}`);
}

/** The code that the service gave a text when it was registered; ours where none is set, which only the sandbox knows. */
export function providerCodeOf(code: string): string {
  return settings().sms?.templates.get(code) ?? code;
}

/**
 * Holds the settings of the SMS service to our texts, at start-up: every text must have the code that the service gave it, or it would only
 * show when somebody waits for the message.
 * @throws ConfigError naming, in production, the texts without a code; anywhere, the codes for texts that there are not.
 */
export function checkSmsTemplates(): void {
  const { sms, isProduction, publicUrl } = settings();
  if (!sms) return;
  const known = new Set(smsTemplates(publicUrl).map(({ code }) => code));
  const strange = [...sms.templates.keys()].filter((code) => !known.has(code));
  const missing = isProduction ? [...known].filter((code) => !sms.templates.has(code)) : [];
  const problems = [
    ...(strange.length > 0 ? [`SMS_TEMPLATES names texts that there are not: ${strange.join(', ')}.`] : []),
    ...(missing.length > 0 ? [`SMS_TEMPLATES lacks the service's code for: ${missing.join(', ')}.`] : []),
  ];
  if (problems.length > 0) throw new ConfigError(problems);
}
