import * as z from 'zod/mini';
import { chinaDate, id, instant, messageLanguage, text } from './scalars.ts';

/** The signed-in person. `phoneNumber` and `email` are masked; an empty e-mail means not bound. */
export const currentUser = z.object({
  id,
  phoneNumber: text(20),
  email: text(254),
  dateOfBirth: z.nullable(chinaDate),
  /** Without the terms nothing can be submitted. */
  isTermsAccepted: z.boolean(),
  promoteStatus: z.boolean(),
  phoneReceivingStatus: z.boolean(),
  emailReceivingStatus: z.boolean(),
  sendMessageLanguageType: messageLanguage,
  token: text(200),
});
export type CurrentUser = z.output<typeof currentUser>;

/** Where the code of the second step goes: name `target` (masked) as `sendAccountNumber` of a Login code. */
export const secondFactor = z.object({ means: z.enum(['phone', 'email']), target: text(254) });
export type SecondFactor = z.output<typeof secondFactor>;

/** How the holder of a number may show that the account with it is theirs (S-19). Nothing left: only staff can help. */
export const possessionWay = z.enum(['password', 'email', 'birthDate']);
export type PossessionWay = z.output<typeof possessionWay>;

/**
 * Login result and authorization result in one. `token` is the anti-forgery value (S-2). Where a step is
 * still to be taken nobody is signed in: `isAuthorized` is false, `token` and `data` are null, `expires` is the end of the ten
 * minutes for it, and either `secondFactor` (with `isMfaRequire`, R-17) or `possession` (S-19) says which step it is.
 */
export const loginResult = z.object({
  isAuthorized: z.boolean(),
  isMfaRequire: z.boolean(),
  token: z.nullable(text(200)),
  tokenType: z.literal('X-CSRF-Token'),
  expires: z.nullable(instant),
  data: z.nullable(currentUser),
  secondFactor: z.nullable(secondFactor),
  possession: z.nullable(z.object({ ways: z.array(possessionWay) })),
});
export type LoginResult = z.output<typeof loginResult>;
