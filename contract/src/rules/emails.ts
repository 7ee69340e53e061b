import { readAddress } from './web-addresses.ts';
import { plainCharacters } from './writing.ts';

/** Why an e-mail address is refused (spec 3-domain 1.6). */
export const emailRefusals = ['EMAIL_REQUIRED', 'EMAIL_AT', 'EMAIL_NAME', 'EMAIL_DOMAIN', 'EMAIL_TOO_LONG'] as const;
export type EmailRefusal = (typeof emailRefusals)[number];

export type EmailCheck =
  | {
      ok: true;
      /** As stored: plain characters, domain in lower case and in ASCII (`xn--` for 例子.中国). */
      email: string;
      /** The address probably meant, when the domain is a common mistyping of a common one. */
      suggestion?: string;
    }
  | { ok: false; code: EmailRefusal };

const longest = 254;
/** A longer text is not looked at. */
const longestTyped = 1000;
const commonDomains = ['qq.com', '163.com', '126.com', 'gmail.com', 'outlook.com'];
// Providers one letter away from a common one: real, so never called a mistake.
const realNeighbours = new Set(['mail.com', 'email.com', 'ymail.com', '139.com', '136.com', 'qq.cn']);
const localPart = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/;
const label = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** An address as typed, ready to be checked: plain characters, Chinese full stops as dots, trimmed. */
export function plainEmail(raw: string): string {
  return plainCharacters(raw).replaceAll('\u3002', '.').trim();
}

/**
 * Checks an e-mail address: one @, at most 254 characters, a domain with a dot, also one in Chinese characters; warns on common mistypings
 * (spec 3-domain 1.6).
 */
export function checkEmail(raw: string): EmailCheck {
  const refused = (code: EmailRefusal): EmailCheck => ({ ok: false, code });
  if (raw.length > longestTyped) return refused('EMAIL_TOO_LONG');
  const typed = plainEmail(raw);
  if (typed === '') return refused('EMAIL_REQUIRED');
  const [local = '', domainTyped = '', ...rest] = typed.split('@');
  if (domainTyped === '' || rest.length > 0) return refused('EMAIL_AT');
  if (!isLocalPart(local)) return refused('EMAIL_NAME');
  const domain = asciiDomain(domainTyped.toLowerCase());
  if (domain === null) return refused('EMAIL_DOMAIN');
  if (`${local}@${domain}`.length > longest) return refused('EMAIL_TOO_LONG');
  const meant = meantDomain(domain);
  return { ok: true, email: `${local}@${domain}`, ...(meant !== null && { suggestion: `${local}@${meant}` }) };
}

/** A domain in ASCII (RFC 5891), written by the URL class; null if it is not the name of a host. */
function asciiDomain(domain: string): string | null {
  if (isDomain(domain)) return domain;
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) || readAddress(`http://${domain}/`) === null) return null;
  const { hostname } = new URL(`http://${domain}/`);
  return isDomain(hostname) ? hostname : null;
}

/** An e-mail address as shown by default: `zh***@qq.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const shown = at > 3 ? 2 : 1;
  return at < 1 ? '***' : `${email.slice(0, shown)}***${email.slice(at)}`;
}

function isLocalPart(local: string): boolean {
  return localPart.test(local) && !local.startsWith('.') && !local.endsWith('.') && !local.includes('..');
}

/** Two labels or more, none of which begins or ends with a hyphen; the last begins with a letter. */
function isDomain(domain: string): boolean {
  const labels = domain.split('.');
  const areRight = labels.every((each) => label.test(each) && !each.endsWith('-'));
  return areRight && labels.length > 1 && /^[a-z]./.test(labels.at(-1) ?? '');
}

function meantDomain(domain: string): string | null {
  if (commonDomains.includes(domain) || realNeighbours.has(domain)) return null;
  return commonDomains.find((common) => isOneSlipAway(domain, common)) ?? null;
}

/** Whether one letter added, left out, changed, or two neighbours swapped turn one text into the other. */
function isOneSlipAway(a: string, b: string): boolean {
  const start = commonStart(a, b);
  const [restA, restB] = [a.slice(start), b.slice(start)];
  const swapped = restA.charAt(1) + restA.charAt(0) + restA.slice(2);
  const slips = [
    [restA.slice(1), restB],
    [restA, restB.slice(1)],
    [restA.slice(1), restB.slice(1)],
    [swapped, restB],
  ];
  return slips.some(([left, right]) => left === right);
}

function commonStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
}
