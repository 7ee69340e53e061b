export * from './calendar-data.ts';
export * from './calendar-year.ts';
export * from './china-date.ts';
export * from './identity-codes.ts';
export * from './identity.ts';
export * from './service-hours.ts';
export * from './web-addresses.ts';
export * from './working-days.ts';
export * from './working-hours.ts';
export * from './document-takers.ts';
export * from './lifetimes.ts';
export * from './writing.ts';
export * from './ages.ts';
export * from './emails.ts';
export * from './leave.ts';
export * from './names.ts';
export * from './phones.ts';
export * from './candidate.ts';
export * from './guardian.ts';
export { personRefusals, under } from './person-refusals.ts';
export type { FieldRefusals, PersonCheck, PersonRefusal } from './person-refusals.ts';
export * from './late-entry.ts';
export * from './price.ts';
export * from './rounding.ts';
export * from './money.ts';
export * from './availability.ts';
export {
  applicationCode,
  applicationCodeBytes,
  groupForDisplay,
  orderCode,
  orderCodeBytes,
  readCode,
  refundSerial,
} from './codes.ts';
export * from './consents.ts';
export * from './late-payment.ts';
export * from './letter-date.ts';
export * from './order-window.ts';
export * from './repeat.ts';
export * from './session-move.ts';
export * from './session-plan.ts';
export * from './catalogue-plan.ts';
export * from './countries.ts';
export * from './recipients.ts';
export * from './common-passwords.ts';
export * from './password.ts';
export * from './refund-policy.ts';
export * from './refund-outlook.ts';
export * from './refund-quote.ts';
export * from './quote-end.ts';
export * from './cancellation-request.ts';
export * from './uploads.ts';
export * from './fapiao.ts';
export * from './import-file.ts';
export * from './booking-dates.ts';
export * from './booking-price.ts';
export * from './booking-status.ts';
export * from './retention.ts';
export * from './rights.ts';
export * from './relatives.ts';
export * from './own-data.ts';
export * from './group-discount.ts';
export * from './uci.ts';
export * from './post-test.ts';
export * from './post-test-fees.ts';
export * from './looks.ts';
export * from './sought.ts';
export * from './filed-papers.ts';
export * from './minors-report.ts';
export * from './report-time.ts';
export * from './read-day.ts';
export * from './read-time.ts';
