import * as z from 'zod/mini';
import { chinaDate, id, instant, messageLanguage, text } from './scalars.ts';

/** The signed-in person (1-portal section 3). `phoneNumber` and `email` are masked; an empty e-mail means not bound. */
export const currentUser = z.object({
  id,
  phoneNumber: text(20),
  email: text(254),
  dateOfBirth: z.nullable(chinaDate),
  promoteStatus: z.boolean(),
  phoneReceivingStatus: z.boolean(),
  emailReceivingStatus: z.boolean(),
  sendMessageLanguageType: messageLanguage,
  token: text(200),
});
export type CurrentUser = z.output<typeof currentUser>;

/** Login result and authorization result in one (1-portal section 3). `token` is the anti-forgery value (S-2). */
export const loginResult = z.object({
  isAuthorized: z.boolean(),
  isMfaRequire: z.boolean(),
  token: z.nullable(text(200)),
  tokenType: z.literal('X-CSRF-Token'),
  expires: z.nullable(instant),
  data: z.nullable(currentUser),
});
export type LoginResult = z.output<typeof loginResult>;
