import type { Language } from '@exam/contract/messages';
import { checkEmail, chinaDateOf, maskEmail, maskPhone, normaliseMainlandMobile } from '@exam/contract/rules';
import { sendCodeMessage } from '#people/messages';
import { inTransaction, reading, type Tx } from '#platform/database';
import { refuse, refuseFields } from '#platform/errors';
import { takeLimit } from '#platform/limits';
import { networkOf } from '#platform/limits/caller';
import { issueCode, resendSeconds, spendCaptcha, type Purpose } from '#people/verification';
import { holderOfTarget } from './holder.ts';
import { keptUntil } from '../contacts/kept-contacts.ts';
import {
  accountById,
  emailKeyOf,
  findAccount,
  holderOf,
  languageOfMessages,
  openContacts,
  phoneKeyOf,
  targetOfSecondFactor,
  type AccountRow,
} from '../store.ts';
import { accountOfTicket } from '../tickets.ts';

/** A request for a code on the wire. */
export type CodeRequest = {
  sendAccountNumber: string;
  verificationCodeType: Purpose;
  captchaVerifyId: string;
  languageType?: 'En' | 'Zh';
};

type Caller = {
  visitId: string;
  ip: string;
  language: Language;
  account: { id: string } | null;
  ticket: string | null;
  deviceToken: string | null;
};

/** Whom a code may reach: an account's own, one that no account has, either where a signed-in person asks, or whoever holds it. */
type Reach = 'known' | 'free' | 'ownOrFree' | 'anybody';

/** What a code to a phone and to an e-mail address is for; other pairs there are none. */
const reachOf: Record<'phone' | 'email', Partial<Record<Purpose, Reach>>> = {
  phone: { Register: 'free', Login: 'anybody', ForgetPassword: 'known', ModifyUserName: 'ownOrFree' },
  email: { Register: 'free', Login: 'known', ForgetPassword: 'known', BindEmail: 'free', ModifyEmail: 'free' },
};

/** Purposes of the account page, for the signed-in person only. */
const ownPurposes: readonly Purpose[] = ['ModifyUserName', 'BindEmail', 'ModifyEmail'];

const languages: Readonly<Record<string, Language>> = { En: 'en', Zh: 'zh' };

type Target = { by: { phone: string } | { email: string }; key: Buffer };

/**
 * Sends a code to a phone, for a solved captcha and within the limits (T1, R-18, R-19). The answer is the same whether or not
 * the number has an account: to sign in it gets a code in either case, and whoever has no account opens one with it (decision 0084); to set a new
 * password, an unknown number gets a code that is never sent; to register or to move to, a known one, and one of an account closed lately, gets a notice instead (T4, R-25). For ModifyUserName the account's number may be given as masked, for
 * Login the one where the second step's code goes.
 * @returns seconds until the next code may be asked for, and when this one ends.
 * @throws Refusal FIELDS for a number that is not a mainland mobile or a purpose that is not a phone's; UNAUTHENTICATED for
 * ModifyUserName of a visitor; CAPTCHA_FAILED; RATE_LIMITED.
 */
export async function sendCodeToPhone(request: CodeRequest, caller: Caller) {
  const reach = reachFor('phone', request.verificationCodeType, caller);
  const masked = (await ownIfMasked(request, caller)) ?? (await ticketIfMasked(request, caller)).phone;
  const phone = masked ?? normaliseMainlandMobile(request.sendAccountNumber);
  if (phone === null) return refuseFields({ sendAccountNumber: 'PHONE_INVALID' });
  return await send(request, caller, { reach, target: { by: { phone }, key: phoneKeyOf(phone) } });
}

/**
 * The same by e-mail, for Register, Login, ForgetPassword, BindEmail and ModifyEmail.
 * @throws Refusal FIELDS for what is not an address or a purpose that is not an address's; UNAUTHENTICATED for BindEmail and
 * ModifyEmail of a visitor; CAPTCHA_FAILED; RATE_LIMITED.
 */
export async function sendCodeToEmail(request: CodeRequest, caller: Caller) {
  const reach = reachFor('email', request.verificationCodeType, caller);
  const { email: own } = await ticketIfMasked(request, caller);
  const checked = checkEmail(own ?? request.sendAccountNumber);
  if (!checked.ok) return refuseFields({ sendAccountNumber: checked.code });
  const { email } = checked;
  return await send(request, caller, { reach, target: { by: { email }, key: emailKeyOf(email) } });
}

function reachFor(means: 'phone' | 'email', purpose: Purpose, { account }: Caller): Reach {
  const reach = reachOf[means][purpose];
  if (!reach) return refuseFields({ verificationCodeType: 'INVALID_FORMAT' });
  if (ownPurposes.includes(purpose) && !account) refuse('UNAUTHENTICATED');
  return reach;
}

/** The page knows its own number only as `139****1234`. */
async function ownIfMasked({ sendAccountNumber, verificationCodeType }: CodeRequest, { account }: Caller) {
  if (!account || verificationCodeType !== 'ModifyUserName') return null;
  const { phone } = openContacts(await reading((tx) => accountById(tx, account.id)));
  return phone !== null && sendAccountNumber.trim() === maskPhone(phone) ? phone : null;
}

/** After a right password the page knows only masked where the second step's code goes. */
async function ticketIfMasked(
  { sendAccountNumber, verificationCodeType }: CodeRequest,
  { ticket }: Caller,
): Promise<{ phone?: string; email?: string }> {
  if (verificationCodeType !== 'Login' || !sendAccountNumber.includes('*')) return {};
  const account = await reading((tx) => accountOfTicket(tx, ticket, 'secondFactor'));
  if (!account) return {};
  const { by } = targetOfSecondFactor(account);
  const masked = 'phone' in by ? maskPhone(by.phone) : maskEmail(by.email);
  return sendAccountNumber.trim() === masked ? by : {};
}

async function send(request: CodeRequest, caller: Caller, to: { reach: Reach; target: Target }) {
  const captcha = { verifyId: request.captchaVerifyId, visitId: caller.visitId };
  if (!(await inTransaction((tx) => spendCaptcha(tx, captcha)))) refuse('CAPTCHA_FAILED');
  await takeSendLimits(to.target, caller);
  const expiresAt = await inTransaction((tx) => issueAndSend(tx, request, { ...to, caller }));
  return { resendAfterSeconds: resendSeconds, expiresAt };
}

/** What strangers have sent to a number does not keep its holder from a code: on a device that the account knows, or after its password. */
async function takeSendLimits({ by, key }: Target, { ip, ...carried }: Caller): Promise<void> {
  const means = 'phone' in by ? 'sms' : 'mail';
  const holder = await holderOfTarget(key, carried);
  if (holder !== null) await takeLimit(`codeSent.${holder.by}`, holder.key);
  else await takeLimit(means === 'sms' ? 'sms.number' : 'mail.address', key.toString('hex'));
  await takeLimit(`${means}.ip`, ip);
  await takeLimit(`${means}.network`, networkOf(ip));
  await takeLimit(`${means}.all`, 'all');
}

async function issueAndSend(
  tx: Tx,
  { verificationCodeType: purpose, languageType }: CodeRequest,
  { reach: asked, target, caller }: { reach: Reach; target: Target; caller: Caller },
): Promise<string> {
  const { code, expiresAt } = await issueCode(tx, { purpose, targetKey: target.key, visitId: caller.visitId });
  const owner = await findAccount(tx, target.by);
  const language = owner ? languageOfMessages(owner) : (languages[languageType ?? ''] ?? caller.language);
  const to = addressee(target);
  const reach = reachTo(asked, owner);
  const { isLocked, freeAt } = reach === 'known' ? open : await heldBack(tx, target, owner);
  if (freeAt !== null) await sendCodeMessage(tx, { to, language, ...restingNotice(to.channel, freeAt) });
  else if (!isLocked && isReachable({ reach, owner, isOwn: isOwnerOf(caller, owner) }))
    await sendCodeMessage(tx, { to, language, kind: 'verificationCode', values: { code } });
  else if (owner || isLocked) await tellTaken(tx, { to, language, accountId: owner && owner.id });
  return expiresAt;
}

/** Whoever may have an account or not is reached by what is so. */
function reachTo(asked: Reach, owner: AccountRow | null): Reach {
  if (asked !== 'anybody') return asked;
  return owner === null ? 'free' : 'known';
}

const open = { isLocked: false, freeAt: null };

function isOwnerOf({ account }: Caller, owner: { id: string } | null): boolean {
  return owner !== null && owner.id === account?.id;
}

/** Why no code goes to somebody new: a locked account still has the number or address, or a closed one had it lately. */
async function heldBack(
  tx: Tx,
  { by, key }: Target,
  owner: object | null,
): Promise<{ isLocked: boolean; freeAt: string | null }> {
  const isLocked = owner === null && (await holderOf(tx, by)) !== null;
  return { isLocked, freeAt: await keptUntil(tx, key) };
}

type Addressee = ReturnType<typeof addressee>;

/** Tells whoever holds the number or address that it has an account already (T4). */
async function tellTaken(
  tx: Tx,
  { to, ...about }: { to: Addressee; language: Language; accountId: string | null },
): Promise<void> {
  const kind = to.channel === 'sms' ? 'numberTaken' : 'addressTaken';
  await sendCodeMessage(tx, { to, kind, values: {}, ...about });
}

/** Told to whoever can read what goes there, and to nobody else: the account that had it was closed. */
function restingNotice(channel: 'sms' | 'mail', freeAt: string) {
  const values = { from: chinaDateOf(freeAt) };
  return channel === 'sms'
    ? ({ kind: 'numberResting', values } as const)
    : ({ kind: 'addressResting', values } as const);
}

function isReachable({ reach, owner, isOwn }: { reach: Reach; owner: AccountRow | null; isOwn: boolean }): boolean {
  if (reach === 'known') return owner !== null;
  return owner === null || (reach === 'ownOrFree' && isOwn);
}

function addressee({ by }: Target): { channel: 'sms' | 'mail'; recipient: string } {
  return 'phone' in by ? { channel: 'sms', recipient: by.phone } : { channel: 'mail', recipient: by.email };
}
