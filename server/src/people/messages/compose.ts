import type { Language } from '@exam/contract/messages';
import type { MailText, Message, MessageKind, MessageWords } from './kinds.ts';
import { messageWordsEn } from './words/en/all.ts';
import { slotsOf, type TemplateText, withTemplate } from './template.ts';
import { messageWordsZh } from './words/zh/all.ts';

const words: Record<Language, MessageWords> = { en: messageWordsEn, zh: messageWordsZh };

export type Mail = { subject: string; text: string; html: string };
/** An SMS by the code of its text; `places` are the names of the text's places in its order. */
export type Sms = { templateCode: string; places: readonly string[]; params: Record<string, string> };

/** Whether a kind of message goes by a channel. */
export function goesBy(kind: MessageKind, channel: 'sms' | 'mail'): boolean {
  return words.en[kind][channel] !== null;
}

/** Where links lead: the portal, and the console for staff. */
type Sites = { publicUrl: string; consoleUrl: string };

/** What a mail of a message says before it is laid out; null where the kind is no mail. */
export function mailWords(message: Message, language: Language): MailText | null {
  return mailText(message, words[language]);
}

/**
 * The mail of a message in a language. Null where the kind is no mail.
 * @param template the words staff gave it instead of its own.
 */
export function composeMail(
  message: Message,
  language: Language,
  sites: Sites,
  template: TemplateText | null = null,
): Mail | null {
  const own = mailText(message, words[language]);
  if (!own) return null;
  const text = template ? withTemplate(own, template, slotsOf(message, language)) : own;
  const { frame } = words[language];
  const link = text.action && { label: text.action.label, address: siteOf(text.action, sites) + text.action.path };
  const rows = text.rows ?? [];
  const lines = [
    frame.greeting,
    ...text.paragraphs,
    rows.map(({ label, value }) => `${label}\n  ${value}`).join('\n'),
    link ? `${link.label}: ${link.address}` : '',
    `--\n${frame.footer}`,
  ];
  return {
    subject: oneLine(text.subject),
    text: `${lines.filter((line) => line !== '').join('\n\n')}\n`,
    html: htmlOf({ ...text, rows, link }, { frame, language }),
  };
}

function siteOf(action: { site?: 'console' }, { publicUrl, consoleUrl }: Sites): string {
  return action.site === 'console' ? consoleUrl : publicUrl;
}

/** The SMS of a message in a language, as the provider is asked for it. Null where the kind is no SMS. */
export function composeSms(message: Message, language: Language): Sms | null {
  const params = smsParams(message, words[language]);
  if (!params) return null;
  const template = registered(words[language][message.kind].sms?.template ?? '', '');
  return { templateCode: templateCodeOf(message.kind, language), places: placesOf(template), params };
}

/**
 * Every SMS text to be registered with the provider before it may be sent. A link begins with our own address in the text itself: the services
 * take no other.
 * @param publicUrl the address of the portal
 */
export function smsTemplates(publicUrl: string): { code: string; text: string }[] {
  return (['en', 'zh'] as const).flatMap((language) => {
    const { frame: _frame, ...kinds } = words[language];
    return Object.entries(kinds).flatMap(([kind, { sms }]) =>
      sms ? [{ code: templateCodeOf(kind, language), text: registered(sms.template, publicUrl) }] : [],
    );
  });
}

const registered = (template: string, publicUrl: string): string => template.replaceAll('${site}', publicUrl);

/** The names in a text's places, each once, in the order of the text; a service that numbers its places fills them so. */
export function placesOf(template: string): string[] {
  return [...new Set([...template.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => name))];
}

/** The code under which the provider keeps the SMS of a kind. */
export function templateCodeOf(kind: string, language: Language): string {
  return `SMS_${kind.replace(/[A-Z]/g, '_$&').toUpperCase()}_${language.toUpperCase()}`;
}

/** One branch a kind, so that the compiler pairs each kind with its own values. */
function mailText<M extends Message>(message: M, say: MessageWords): MailText | null {
  const compose: ((values: never) => MailText) | null = say[message.kind].mail;
  return compose ? Reflect.apply(compose, undefined, [message.values]) : null;
}

function smsParams(message: Message, say: MessageWords): Record<string, string> | null {
  const params: ((values: never) => Record<string, string>) | undefined = say[message.kind].sms?.params;
  return params ? Reflect.apply(params, undefined, [message.values]) : null;
}

type Laid = Required<Pick<MailText, 'subject' | 'paragraphs' | 'rows'>> & {
  link: { label: string; address: string } | undefined;
};

/** Tables and inline styles: what mail programs agree on. Every value is escaped here and nowhere else. */
function htmlOf(
  { subject, paragraphs, rows, link }: Laid,
  { frame, language }: { frame: MessageWords['frame']; language: Language },
): string {
  const body = [
    `<p style="margin:0 0 16px">${escape(frame.greeting)}</p>`,
    ...paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escape(paragraph)}</p>`),
    rows.length > 0
      ? `<table role="presentation" style="width:100%;border-collapse:collapse;margin:0 0 16px">${rows.map(rowOf).join('')}</table>`
      : '',
    link
      ? `<p style="margin:24px 0"><a href="${escape(link.address)}" style="background:#1d4ed8;color:#ffffff;padding:12px 20px;border-radius:8px;text-decoration:none;display:inline-block">${escape(link.label)}</a></p>`
      : '',
  ];
  return [
    `<!doctype html><html lang="${language === 'zh' ? 'zh-CN' : 'en-GB'}"><head><meta charset="utf-8"><title>${escape(subject)}</title></head>`,
    '<body style="margin:0;background:#f4f6fb;color:#1b2333;font:16px/1.6 -apple-system,Segoe UI,PingFang SC,Microsoft YaHei,sans-serif">',
    '<div style="max-width:600px;margin:0 auto;padding:32px 24px;background:#ffffff">',
    `<p style="margin:0 0 24px;font-size:20px;font-weight:700">${escape(frame.brand)}</p>`,
    ...body,
    `<p style="margin:32px 0 0;font-size:13px;color:#5b6478">${escape(frame.footer)}</p>`,
    '</div></body></html>',
  ].join('');
}

function rowOf({ label, value }: { label: string; value: string }): string {
  return `<tr><td style="padding:8px 0;border-bottom:1px solid #e3e7f0"><strong>${escape(label)}</strong><br>${escape(value)}</td></tr>`;
}

function escape(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? '');
}

/** A subject is one header line, whatever its values hold (T23). */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
