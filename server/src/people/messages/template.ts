import { formatMoney } from '@exam/contract/rules';
import type { Language } from '@exam/contract/messages';
import { refuse } from '#platform/errors';
import { dateEn, dateZh, instantEn, instantZh } from './format.ts';
import type { MailText, Message, MessageKind } from './kinds.ts';
import { sampleOf } from './samples.ts';

/** The words of a mail as staff write them, with `{{name}}` where a value goes. */
export type TemplateText = { subject: string; paragraphs: readonly string[] };

/** Their words depend on the case: with or without documents, money or hand. */
const fixed: readonly MessageKind[] = [
  'cancellationRequested',
  'registrationWithdrawn',
  'refundCompleted',
  'arrangementDecided',
  'staffInvitation',
];
/** Without these the message would be of no use. */
const needed: Partial<Record<MessageKind, readonly string[]>> = {
  verificationCode: ['code'],
  circular: ['title', 'text'],
};

const isInstant = (text: string) => /^\d{4}-\d{2}-\d{2}T/.test(text);
const isDate = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);
const slotPattern = /\{\{(\w*)\}\}/g;

/** Whether staff may change the words of a kind. */
export function isEditable(kind: MessageKind): boolean {
  return !fixed.includes(kind);
}

/** The single values of a message as they are in a text of this language: money, dates and instants written out. */
export function slotsOf({ values }: Message, language: Language): Map<string, string> {
  const slots = new Map<string, string>();
  for (const [name, value] of Object.entries(values)) {
    if (/Id$|^token$/.test(name)) continue;
    if (typeof value === 'number') slots.set(name, formatMoney(value));
    if (typeof value === 'string') slots.set(name, written(value, language));
  }
  return slots;
}

function written(value: string, language: Language): string {
  if (isInstant(value)) return language === 'zh' ? instantZh(value) : instantEn(value);
  if (isDate(value)) return language === 'zh' ? dateZh(value) : dateEn(value);
  return value;
}

/**
 * The words that a kind has without a change, as a template: the mail of a marked example, whose marks are then put in braces.
 * @param compose gives the mail of a message in this language; null where the kind is no mail.
 */
export function defaultTemplate(
  kind: MessageKind,
  language: Language,
  compose: (message: Message) => MailText | null,
): TemplateText | null {
  const marked = markedSample(kind);
  const mail = compose(marked);
  if (!mail) return null;
  const slots = [...slotsOf(marked, language)];
  const inBraces = (text: string) =>
    slots.reduce((result, [name, mark]) => result.replaceAll(mark, `{{${name}}}`), text);
  return { subject: inBraces(mail.subject), paragraphs: mail.paragraphs.map(inBraces) };
}

/** The example of a kind with a value of its own in each place, so that each can be told from the others in a text. */
function markedSample(kind: MessageKind): Message {
  const { values } = sampleOf(kind);
  const marked = Object.entries(values).map(([name, value], place) => [name, markOf(value, name, place)]);
  return { kind, values: Object.fromEntries(marked) } as Message;
}

function markOf(value: unknown, name: string, place: number): unknown {
  if (typeof value === 'number') return 987_654_300 + place;
  if (typeof value !== 'string') return value;
  if (isInstant(value)) return `2091-03-${String(place + 10)}T05:17:00.000Z`;
  if (isDate(value)) return `2092-04-${String(place + 10)}`;
  return `⟦${name}⟧`;
}

/** A mail with the words of a template: subject and paragraphs are theirs, rows and button stay. */
export function withTemplate(mail: MailText, template: TemplateText, slots: ReadonlyMap<string, string>): MailText {
  const filled = (text: string) => text.replaceAll(slotPattern, (_, name: string) => slots.get(name) ?? '');
  return { ...mail, subject: filled(template.subject), paragraphs: template.paragraphs.map(filled) };
}

/**
 * Checks the words that staff wrote for a kind.
 * @throws Refusal TEMPLATE_FIXED; TEMPLATE_SLOT for a name in braces that the kind has not; TEMPLATE_LACKS.
 */
export function checkTemplate(kind: MessageKind, { subject, paragraphs }: TemplateText): void {
  if (!isEditable(kind)) refuse('TEMPLATE_FIXED');
  const known = slotsOf(sampleOf(kind), 'en');
  const named = [subject, ...paragraphs].flatMap((text) =>
    [...text.matchAll(slotPattern)].map(([, name = '']) => name),
  );
  const unknown = named.find((name) => !known.has(name));
  if (unknown !== undefined) refuse('TEMPLATE_SLOT', { slot: `{{${unknown}}}` });
  const missing = needed[kind]?.find((name) => !named.includes(name));
  if (missing !== undefined) refuse('TEMPLATE_LACKS', { slot: `{{${missing}}}` });
}
