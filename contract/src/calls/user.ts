import * as z from 'zod/mini';
import {
  birthDateInput,
  currentUser,
  id,
  instant,
  loginResult,
  messageLanguage,
  text,
  tickedConsents,
} from '../entities/index.ts';
import { defineCalls } from './call.ts';

const code = text(10);
const password = text(128);
const phone = text(40);
/** A place on a picture or a step of the pointer. */
const pixel = z.int().check(z.minimum(-10_000), z.maximum(10_000));
const verificationPurpose = z.enum([
  'Register',
  'Login',
  'ForgetPassword',
  'ModifyUserName',
  'BindEmail',
  'ModifyEmail',
]);
const userNameType = z.enum(['PhoneNumber', 'Email']);

/** After a code was sent: when the next one may be asked for, by the server's clock. */
const codeSent = z.object({ resendAfterSeconds: z.int(), expiresAt: instant });

/** A signed-in device: what the browser called itself, and its network without the last part of the address. */
const ownSession = z.object({
  id,
  device: text(300),
  network: text(64),
  createdAt: instant,
  lastSeenAt: instant,
  expiresAt: instant,
  isCurrent: z.boolean(),
});

/** A browser that signed in to the account, signed in now or not. */
const ownDevice = z.object({
  id,
  device: text(300),
  network: text(64),
  createdAt: instant,
  lastSeenAt: instant,
  trustedUntil: z.nullable(instant),
  isCurrent: z.boolean(),
});

const sendCode = z.strictObject({
  sendAccountNumber: text(254),
  verificationCodeType: verificationPurpose,
  captchaVerifyId: text(100),
  languageType: z.optional(z.enum(['En', 'Zh'])),
});

export const userCalls = defineCalls({
  /** `consents`: the statements of `accountStatements`, kept as evidence; without them `isTermsAccepted` says that the terms were accepted. */
  'user.register': {
    who: 'visitor',
    body: z.strictObject({
      phoneNumber: phone,
      password,
      confirmPassword: password,
      verificationCode: code,
      email: z.nullish(text(254)),
      emailVerificationCode: z.nullish(code),
      dateOfBirth: z.nullish(birthDateInput),
      isTermsAccepted: z.optional(z.boolean()),
      consents: z.optional(tickedConsents),
    }),
    reply: loginResult,
  },
  /**
   * By code: `mobile`, or the bound address in `mobileOrEmail`; an address does not prove the phone, which is asked for as the second
   * step where the device is not trusted. By password: `mobileOrEmail`.
   */
  'user.signIn': {
    who: 'visitor',
    body: z.strictObject({
      loginType: z.enum(['VerificationCode', 'Password']),
      mobile: z.nullish(phone),
      mobileOrEmail: z.nullish(text(254)),
      password: z.nullish(password),
      verificationCode: z.nullish(code),
      captchaVerifyId: z.nullish(text(100)),
      isDeviceTrusted: z.optional(z.boolean()),
    }),
    reply: loginResult,
  },
  /**
   * The second step of a sign-in by password, with a Login code to `secondFactor.target`. `isDeviceTrusted`: no second
   * step on this device for 30 days. 412 SIGN_IN_OVER after ten minutes: begin again.
   */
  'user.signInSecondFactor': {
    who: 'visitor',
    body: z.strictObject({ verificationCode: code, isDeviceTrusted: z.optional(z.boolean()) }),
    reply: loginResult,
  },
  /**
   * Shows that the account with one's number is one's own (S-19), by one of: its password; its e-mail address with a Login code
   * to it; its birth date (three tries, then 412 ASK_STAFF: our staff are told). 412 SIGN_IN_OVER after ten minutes.
   */
  'user.provePossession': {
    who: 'visitor',
    body: z.strictObject({
      password: z.optional(password),
      email: z.optional(text(254)),
      verificationCode: z.optional(code),
      dateOfBirth: z.optional(birthDateInput),
      isDeviceTrusted: z.optional(z.boolean()),
    }),
    reply: loginResult,
    isExtension: true,
  },
  /**
   * "This is not me" (S-19): the number leaves the account that has it, whose e-mail address is told, and begins an empty
   * account, signed in. A password is set later, by ForgetPassword. 412 SIGN_IN_OVER after ten minutes.
   */
  'user.notMe': {
    who: 'visitor',
    body: z.strictObject({
      dateOfBirth: z.nullish(birthDateInput),
      isTermsAccepted: z.optional(z.boolean()),
      consents: z.optional(tickedConsents),
    }),
    reply: loginResult,
    isExtension: true,
  },
  'user.resetPassword': {
    who: 'visitor',
    body: z.strictObject({
      forgetPasswordType: userNameType,
      userName: text(254),
      verificationCode: code,
      password,
      confirmPassword: password,
    }),
    reply: null,
  },
  /** 204 when nobody is signed in. */
  'user.current': { who: 'visitor', reply: z.nullable(currentUser) },
  'user.saveOtherInformation': {
    who: 'candidate',
    body: z.strictObject({
      promoteStatus: z.optional(z.boolean()),
      phoneReceivingStatus: z.optional(z.boolean()),
      emailReceivingStatus: z.optional(z.boolean()),
      sendMessageLanguageType: z.optional(messageLanguage),
      dateOfBirth: z.optional(birthDateInput),
      /** The terms of use, where the account was opened without them. */
      isTermsAccepted: z.optional(z.literal(true)),
    }),
    reply: currentUser,
  },
  'user.signOut': { who: 'visitor', reply: null },
  'user.signOutByPost': { who: 'visitor', body: z.nullish(z.strictObject({})), reply: null, isExtension: true },
  'user.changeAccount': {
    who: 'candidate',
    body: z.strictObject({
      userNameType,
      verificationCodeType: verificationPurpose,
      account: text(254),
      verificationCode: code,
      isReceiveMessage: z.optional(z.boolean()),
    }),
    reply: currentUser,
  },
  /** Answers the new anti-forgery value: the session's id is a new one then. */
  'user.changePassword': {
    who: 'candidate',
    body: z.strictObject({ originalPassword: password, password, confirmPassword: password }),
    reply: currentUser,
  },
  'user.isEmailBound': { who: 'candidate', reply: z.object({ isBound: z.boolean() }) },
  /**
   * A fresh proof, by `password` or by a ModifyUserName code to the account's phone. For five minutes phone, e-mail and account may be
   * changed; without it those calls answer 403 REAUTH.
   */
  'user.proveIdentity': {
    who: 'candidate',
    body: z.strictObject({ password: z.optional(password), verificationCode: z.optional(code) }),
    reply: currentUser,
    isExtension: true,
  },
  'user.sessions': { who: 'candidate', reply: z.array(ownSession), isExtension: true },
  'user.endSession': {
    who: 'candidate',
    params: z.object({ id }),
    body: z.nullish(z.strictObject({})),
    reply: null,
    isExtension: true,
  },
  'user.endOtherSessions': { who: 'candidate', body: z.nullish(z.strictObject({})), reply: null, isExtension: true },
  /** Devices that signed in lately; `trustedUntil` null: the second step is asked for there. */
  'user.devices': { who: 'candidate', reply: z.array(ownDevice), isExtension: true },
  /** Ends the device's trust and its sessions. */
  'user.forgetDevice': {
    who: 'candidate',
    params: z.object({ id }),
    body: z.nullish(z.strictObject({})),
    reply: null,
    isExtension: true,
  },
});

export const verificationCalls = defineCalls({
  'verification.sendToPhone': { who: 'visitor', body: sendCode, reply: codeSent, isIdempotent: true },
  'verification.sendToEmail': { who: 'visitor', body: sendCode, reply: codeSent, isIdempotent: true },
});

export const captchaCalls = defineCalls({
  /**
   * `kind=pow` gives the proof of work: find `number` so that SHA-256(salt + number) is `challenge`, in hexadecimal. Otherwise
   * the slider: a background, the piece, and its row; `x` is always 0.
   */
  'captcha.get': {
    who: 'visitor',
    query: z.object({ kind: z.optional(z.enum(['slider', 'pow'])) }),
    reply: z.object({
      id: text(100),
      kind: z.enum(['slider', 'pow']),
      normalImg: z.nullable(text(200_000)),
      slideImg: z.nullable(text(100_000)),
      point: z.nullable(z.object({ x: z.int(), y: z.int() })),
      algorithm: z.nullable(text(20)),
      challenge: z.nullable(text(128)),
      salt: z.nullable(text(128)),
      maxNumber: z.nullable(z.int()),
    }),
  },
  'captcha.verify': {
    who: 'visitor',
    body: z.strictObject({
      id: text(100),
      number: z.optional(z.int().check(z.minimum(-1), z.maximum(2_000_000_000))),
      x: z.optional(pixel),
      track: z.optional(z.array(pixel).check(z.maxLength(500))),
    }),
    reply: z.object({ captchaVerifyId: text(100) }),
  },
});
