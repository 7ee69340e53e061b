import { oldestAge } from '../rules/ages.ts';
import { fapiaoMonths } from '../rules/fapiao.ts';
import { inWords } from './numerals.en.ts';
import { postTestWhole } from './post-test.en.ts';
import type { staffRefusals } from './staff-refusals.en.ts';
import { tooMuch } from './too-much.en.ts';

/** Refusals that calls of the portal answer with, by code. Those of staff and of fields have files of their own. Functions take the refusal's values. */
export const refusals = {
  MALFORMED: 'The request could not be read. Reload the page and try again.',
  UNAUTHENTICATED: 'Sign in to continue.',
  FORBIDDEN: 'This request was refused. Reload the page and try again.',
  SIGN_IN_OVER: 'This sign-in took too long. Sign in again.',
  BIRTH_DATE_WRONG: (values: { left: number }) =>
    values.left === 1
      ? 'This is not the date of birth of the account. You can try once more.'
      : `This is not the date of birth of the account. You can try ${values.left} more times.`,
  ASK_STAFF: 'You cannot try the date of birth again. Our staff know and can help you.',
  REAUTH: 'Confirm who you are and try again.',
  NOT_FOUND: 'We could not find what you asked for.',
  METHOD_NOT_ALLOWED: 'This address does not support that kind of request.',
  TOO_LARGE: ({ kilobytes }: { kilobytes: number }) =>
    `What you sent is too large: it can be at most ${kilobytes < 1024 ? `${kilobytes} KB` : `${Math.floor(kilobytes / 1024)} MB`}.`,
  UNSUPPORTED_MEDIA_TYPE: 'This kind of content is not supported here.',
  IDEMPOTENCY_CONFLICT:
    'We are already dealing with this request, or its key was used for another one. Reload the page and try again.',
  RATE_LIMITED: (values: { seconds: number }) => `Too many attempts. Try again in ${waitEn(values.seconds)}.`,
  BUSY: 'This cannot be done at this moment. Try again shortly; nothing has been lost.',
  INTERNAL: 'Something went wrong on our side. Try again in a moment.',
  NOT_YET: 'This service is not open yet.',
  ILLEGAL_STATE: 'This has changed in the meantime. Refresh the page.',
  VERSION_CONFLICT: 'Somebody else has changed this in the meantime. Look at it again.',
  FIELDS: 'Check the fields marked below.',
  SEATS: 'Insufficient seats. Please go back to your shopping cart and submit again.',
  PRICE_CHANGED: 'The price has changed. Check the new total and submit again.',
  SESSION_NOT_STARTED: 'Registration for this session has not started yet.',
  SESSION_ENDED: 'Registration for this session has ended.',
  SESSION_FULL: 'This session is full.',
  SESSION_EXPIRED: 'This exam has already begun.',
  SESSION_WITHDRAWN: 'This session is no longer offered.',
  MOVE_CHOICE_OPEN: 'The day of this exam was moved: you can have a full refund without asking for a cancellation.',
  MOVE_CHOICE_CLOSED: 'There is no longer anything to choose. Look at the registration again.',
  SUBJECT_NOT_OFFERED: 'This subject is not offered in the session you chose.',
  CANDIDATE_TYPE_REQUIRED: 'Choose a candidate type.',
  CANDIDATE_TYPE_MISMATCH: 'This subject is not open to the candidate type you chose.',
  PRODUCT_CHANGED: 'The exam information has changed. Read it again.',
  PRODUCT_NOT_OPEN: 'Registration for this exam is not open yet.',
  RECIPIENT_NOT_KNOWN:
    'You cannot agree to this exam at the moment: what we have to tell you about the awarding body that receives your information is not complete yet. Try again later or contact our office.',
  INVITATION_CODE_WRONG: 'The code entered is invalid, please re-enter.',
  INVITATION_CODE_REQUIRED: 'This is a group session. Enter the invitation code first.',
  ALREADY_REGISTERED: 'This candidate is already registered for this exam.',
  ALREADY_IN_CART: 'This registration is already in your cart.',
  CONSENT_INCOMPLETE: 'Tick every statement before you submit.',
  CONSENT_OUTDATED: 'The statements have changed. Read and tick them again.',
  NOTICE_OUTDATED: 'What this link is about has changed meanwhile. Read it again.',
  INFORMATION_NOT_CONFIRMED: 'Confirm that the above information is correct.',
  STEPS_INCOMPLETE: 'Some steps are missing. Go through them again.',
  GUARDIAN_REQUIRED: 'A candidate under 18 needs a guardian.',
  CANDIDATE_DUPLICATE: 'A candidate with this document number is already in your list.',
  LEAVE_CHOICE_NOT_ALLOWED: 'The candidate cannot leave this way at their age on the exam day.',
  LEAVE_CHOICE_REQUIRED: 'Choose how the candidate leaves the centre.',
  PICKUP_TOO_LATE: 'You can change how the candidate leaves, and who collects them, until the exam starts.',
  ORDER_LIMIT: (values: { limit: number }) =>
    `You already have ${values.limit} unpaid orders. Pay for or cancel one of them first.`,
  ORDER_LINES_LIMIT: (values: { limit: number }) => `One order can hold ${values.limit} registrations at most.`,
  SESSION_SEAT_LIMIT: (values: { limit: number }) =>
    `You can hold ${values.limit} unpaid seats in this session at most. Pay for those first.`,
  ORDER_WINDOW_TOO_SHORT: 'Registration closes too soon to complete a payment.',
  ORDER_MIXED: 'These registrations cannot be paid in one order.',
  ORDER_EMPTY: 'Choose at least one registration.',
  ORDER_NOT_PAYABLE: 'This order can no longer be paid.',
  ORDER_PAID_NOT_DELETABLE: 'A paid order cannot be deleted.',
  ORDER_STATUS_REFUSED: 'An order’s status cannot be set from here.',
  PAYMENT_IN_PROGRESS: 'A payment for this order is being processed. Check again in 10 minutes.',
  PAYMENT_TYPE_UNAVAILABLE: 'This way of paying is not available. Choose another one.',
  TRANSFER_LIMIT: ({ limit }: { limit: number }) =>
    `At most ${limit} orders can wait for a company transfer at a time. Pay one of them first, or choose another way.`,
  PAYMENT_CHANNEL_DOWN: 'The payment channel is not responding. We have kept your order. Try again in a moment.',
  PAYMENT_SIGN_IN_OVER: 'Your sign-in at the payment channel has expired. Start the payment again.',
  CART_CHANGED: 'Something in your cart has changed. Check it and submit again.',
  LETTER_NOT_YET: (values: { from: string }) => `The confirmation letter will be available from ${values.from}.`,
  GUARDIAN_OBJECTED:
    'The guardian of this child has objected. The privacy officer decides before the date of birth can become that of somebody of age.',
  LETTER_WAITS: 'There is no letter yet: the guardian has not answered, or has objected.',
  LETTER_UNAVAILABLE: 'There is no confirmation letter for this registration.',
  UNDER_AGE: 'This system is only open to adults over 18. Please ask a parent or guardian to register for you.',
  UNDER_AGE_TO_REGISTER:
    'You must be over 18 to register for an exam. Please ask a parent or guardian to register for you.',
  BIRTH_DATE_REQUIRED: 'Add your date of birth to your account before you register for an exam.',
  TERMS_NOT_ACCEPTED: 'Accept the terms of use.',
  ACCOUNT_TERMS_NEEDED:
    'Your account has not accepted the terms of use yet. Accept them on the page of your account, then submit again: what you entered is kept.',
  PASSWORDS_DIFFER: 'The two passwords entered are different.',
  PASSWORD_RULES: 'Use 8 to 16 characters with letters, digits and at least one of @#$%*&^!_-',
  PASSWORD_COMMON: 'This password is too easy to guess. Choose another one.',
  PHONE_INVALID: 'Enter a mainland China mobile number.',
  SIGN_IN_FAILED: 'The account or password is not correct.',
  PASSWORD_WRONG: 'The password is not correct.',
  RECEIVE_CHANNEL_REQUIRED:
    'We need to be able to reach you about your exams. Keep text messages or e-mail switched on.',
  BIRTH_DATE_FIXED: 'Your date of birth is already recorded. Ask for a correction under “Your data”.',
  CANDIDATE_BUSY:
    'This candidate has an exam ahead, a booking under way, an unpaid order, an open refund or an exam under investigation. Cancel it or wait until it is over, then ask again.',
  NUMBER_OF_ANOTHER: 'This number is already used in another candidate’s registration.',
  CONSENT_WITHDRAWN: 'A consent for this registration was withdrawn, or the guardian has objected.',
  RIGHTS_ALREADY_ASKED: 'You have asked for this already. The request is still open.',
  ACCOUNT_NOT_CLOSABLE: 'Your account cannot be closed yet. See the reasons listed.',
  PASSKEY_FAILED: 'This passkey could not be used. Try again, or sign in another way.',
  PASSKEY_NOT_ADDED: 'The passkey could not be added. Try again.',
  PASSKEY_LIMIT: (values: { limit: number }) =>
    `You can keep ${values.limit} passkeys at most. Remove one you no longer use.`,
  ACCOUNT_NEW: 'This number has no account yet. Give your date of birth and set a password to create one.',
  CODE_WRONG: 'The verification code is wrong or has expired.',
  CAPTCHA_REQUIRED: 'Complete the check before you sign in again.',
  CAPTCHA_FAILED: 'The check failed. Try again.',
  ACCOUNT_EXISTS: 'This account cannot be created with these details. If you already have one, sign in.',
  MESSAGE_NOT_SENT: 'The message could not be sent. Try again in a moment.',
  // Word for word.
  IMPORT_FORMAT: 'Invalid file format! Please import file in .XLS or .XLSX format.',
  IMPORT_TOO_MUCH: tooMuch,
  IMPORT_SAVE_AS:
    'This file is not an Excel workbook inside, whatever its name says. Open it in Excel or WPS, save it as “Excel Workbook (.xlsx)” and upload that.',
  IMPORT_HEADINGS: (values: { missing: string }) =>
    `These columns were not found: ${values.missing}. Name them as in the template, or copy your data into it.`,
  IMPORT_EMPTY: 'There is no candidate in this file.',
  IMPORT_NUMBER_AS_TEXT:
    'This number was typed as a figure, and the last digits may be lost. Format the cell as text and type it again.',
  IMPORT_CELL_TYPE:
    'This cell holds a date, an error, TRUE or FALSE, or a number that does not belong in this column, so it may not be what you typed. Format the cell as text and type it again.',
  IMPORT_DATE_FORM: 'This is not clear as a date. Write year, month and day: 2012-03-07, 2012/3/7 or 20120307.',
  IMPORT_EXAMPLE: 'This is from the example in the template. Type the candidate’s own, or leave it empty.',
  IMPORT_BIRTH_YEAR: `By this date the candidate is older than ${oldestAge}. Check it; if it is right, type it again here.`,
  IMPORT_CHOICE: 'Choose one of the entries in the list.',
  IMPORT_NOTHING_TO_SAVE: 'No row can be saved yet. Correct the rows first.',
  DRAFT_TOO_LARGE: 'The draft is too large to be kept.',
  CANCELLATION_CLOSED: 'The exam has started, so a cancellation can no longer be requested.',
  CANCELLATION_ATTEMPTS_USED: 'This request has been rejected three times and cannot be made again. Contact us.',
  CANCELLATION_NOT_POSSIBLE: 'A cancellation cannot be requested for this registration now.',
  CANCELLATION_REASON_LENGTH: 'Give a reason of 5 to 500 characters.',
  CANCELLATION_QUOTE_CHANGED:
    'The refund has changed since you saw it. Check the new amount and send the request again.',
  CANCELLATION_DOCUMENTS_LIMIT: (values: { limit: number }) => `A request can hold ${values.limit} documents at most.`,
  CANCELLATION_DOCUMENTS_LATE: 'The deadline for documents has passed. Our staff will decide on your request.',
  REFUND_TOO_MUCH: 'A refund cannot be more than what was paid.',
  SERVICE_DATE_CLOSED: 'Exams cannot be booked for this date. Choose another one.',
  SERVICE_DATE_FULL: 'This date is full. Choose another one.',
  BOOKING_EXPIRED: 'The payment deadline of this booking has passed. You can ask for a new date, or cancel it.',
  BOOKING_REASON: 'Give a reason of 5 to 500 characters.',
  FAPIAO_NOT_PAID: 'You can ask for a fapiao once the order is paid.',
  FAPIAO_TOO_LATE: `You can ask for a fapiao within ${inWords(fapiaoMonths, 'month')} of the payment.`,
  FAPIAO_NOTHING_LEFT: 'Everything has been refunded, so there is nothing to issue a fapiao for.',
  FAPIAO_ISSUED: 'The fapiao has already been issued and can no longer be changed.',
  FILE_FORMAT: 'Invalid file format. Please check and upload again!',
  FILE_TOO_LARGE: 'A file can be at most 5 MB.',
  FILE_EMPTY: 'This file is empty.',
  FILE_PIXELS: (values: { found: number; limit: number }) =>
    `This picture has ${values.found} million pixels; a picture can have ${values.limit} million. Send it smaller.`,
  FILE_UNSAFE: ({ part }: { part?: string }) =>
    `This file holds ${part === undefined ? 'scripts, macros, other files or content from elsewhere, or cannot be looked into' : `“${part}”, a macro or an object of another program (such as a MathType formula)`}. Save it as a plain PDF, or send a picture (JPEG).`,
  FILE_PASSWORD: 'This file is protected by a password. Save it without one and upload it again.',
  FILE_GONE: 'A file was not sent within 24 hours and has been deleted. Add it again.',
  FILE_QUOTA: 'You have uploaded too many files today. Try again tomorrow.',
  LETTER_UNDER_WAY: 'The letter is being sent now.',
  ...postTestWhole,
  DRAFTS_LIMIT: (values: { limit: number }) => `You have ${values.limit} drafts already. Delete one first.`,
  NO_PENDING_SERVICE:
    'No pending payment services, please return to the information page and fill in the service details.',
  POST_TEST_SENT: 'This request has been sent to the awarding body and can no longer be cancelled.',
  QUOTE_CHANGED: 'The refund has changed. Look at it again.',
} as const satisfies Record<string, string | ((values: never) => string)>;

function waitEn(seconds: number): string {
  if (seconds < 90) return `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}

type WordsOf<R> = { [C in keyof R]: R[C] extends (values: infer V) => string ? (values: V) => string : string };

/** The codes that candidates hear with their words; the Chinese dictionary must match. */
export type PortalRefusalWords = WordsOf<typeof refusals>;
/** The codes that only staff hear, in the same way. */
export type StaffRefusalWords = WordsOf<typeof staffRefusals>;
/** Every refusal code with its words. */
export type RefusalWords = PortalRefusalWords & StaffRefusalWords;
export type RefusalCode = keyof RefusalWords;
