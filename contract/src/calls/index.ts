import { accessCalls } from './access.ts';
import { applicationCalls } from './application.ts';
import { bookingCalls } from './booking.ts';
import { candidateCalls } from './candidate.ts';
import { calendarCalls } from './calendar.ts';
import { lookupCalls, productCalls, sessionCalls, subjectCalls } from './catalogue.ts';
import { draftCalls, letterCalls } from './draft.ts';
import { fapiaoCalls } from './fapiao.ts';
import { attachmentCalls } from './later.ts';
import { orderCalls } from './order.ts';
import { closingCalls, passkeyCalls } from './passkey.ts';
import { paymentCalls } from './payment.ts';
import { preparedCalls } from './prepared.ts';
import { rightsCalls } from './rights.ts';
import { siteCalls } from './site.ts';
import { postTestCalls, postTestLookupCalls } from './post-test.ts';
import { captchaCalls, userCalls, verificationCalls } from './user.ts';
import type { EndpointName } from '../endpoints.ts';
import type { Call } from './call.ts';

export type { Call, Caller } from './call.ts';
export {
  accessCalls,
  applicationCalls,
  attachmentCalls,
  bookingCalls,
  calendarCalls,
  candidateCalls,
  captchaCalls,
  closingCalls,
  draftCalls,
  fapiaoCalls,
  letterCalls,
  lookupCalls,
  orderCalls,
  passkeyCalls,
  paymentCalls,
  postTestCalls,
  postTestLookupCalls,
  preparedCalls,
  productCalls,
  rightsCalls,
  sessionCalls,
  siteCalls,
  subjectCalls,
  userCalls,
  verificationCalls,
};

/** Every call of the contract by its endpoint name. A missing one does not compile. */
export const calls = {
  ...accessCalls,
  ...applicationCalls,
  ...attachmentCalls,
  ...bookingCalls,
  ...calendarCalls,
  ...candidateCalls,
  ...captchaCalls,
  ...closingCalls,
  ...draftCalls,
  ...fapiaoCalls,
  ...letterCalls,
  ...lookupCalls,
  ...orderCalls,
  ...passkeyCalls,
  ...paymentCalls,
  ...postTestCalls,
  ...postTestLookupCalls,
  ...preparedCalls,
  ...productCalls,
  ...rightsCalls,
  ...sessionCalls,
  ...siteCalls,
  ...subjectCalls,
  ...userCalls,
  ...verificationCalls,
} satisfies Record<EndpointName, Call>;

export type Calls = typeof calls;
