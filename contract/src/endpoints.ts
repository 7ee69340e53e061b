import { wire } from './wire.ts';

/**
 * Every call: its name in the house, its method and its path. The first part is `calls.tsv` of the specification, exactly
 * and in its order; `calls.test.ts` holds it to that. Shapes, callers and words are in `calls/`, keyed by the same
 * names: the browser needs method and path only, and gets no schema with them (decision 0002).
 */
export const endpoints = {
  'application.submit': 'POST /api/application',
  'application.modify': 'POST /api/application/modify',
  'application.search': 'POST /api/application/candidate/search',
  'application.get': 'GET /api/application/{id}',
  'application.delete': 'POST /api/application/{id}',
  'application.statusCounts': 'GET /api/application/applicationstatus',
  'application.changePickup': 'POST /api/application/pickupperson',
  'application.letter': 'GET /api/application/{applicationId}/confirmation-letter/pdf',
  'application.cart': 'POST /api/application/search/shoppingcart',
  'application.price': 'POST /api/application/calculateamount',
  'application.reorder': 'POST /api/application/regenerate',
  'application.requestCancellation': 'POST /api/application/cancelpublicexam',

  'attachment.guidance': 'GET /api/attachment/registration-guidance/ota',
  'attachment.importTemplate': 'GET /api/attachment/batch-import-candidate-template',

  'booking.submit': 'POST /api/booking',
  'booking.search': 'POST /api/booking/search',
  'booking.get': 'GET /api/booking/{id}',
  'booking.reject': 'POST /api/booking/reject',
  'booking.applications': 'GET /api/booking/{id}/application/search',
  'booking.cancel': 'POST /api/booking/cancel-before-arrangement',
  'booking.answerDate': 'POST /api/booking/answer-date',
  'booking.checkRepeat': 'POST /api/booking/repeat-validation',

  'candidate.types': 'GET /api/candidate/type',
  'candidate.checkCard': 'GET /api/candidate/card_verification',
  'candidate.add': 'POST /api/candidate',
  'candidate.modify': 'POST /api/candidate/modify',
  'candidate.get': 'GET /api/candidate/{id}',
  'candidate.delete': 'POST /api/candidate/{id}',
  'candidate.all': 'GET /api/candidate/all',
  'candidate.search': 'POST /api/candidate/search',
  'candidate.previewImport': 'POST /api/candidate/batch-import-preview',
  'candidate.saveImport': 'POST /api/candidate/batch-import-save',

  'captcha.get': 'GET /api/captcha',
  'captcha.verify': 'POST /api/captcha',

  'lookup.cashInCodes': 'GET /api/cashincode/getcashincodebyproduct',
  'lookup.centres': 'GET /api/center/getcenterbyproduct',
  'lookup.cities': 'GET /api/city/all',
  'lookup.citiesOfSubject': 'GET /api/city/subject/{subjectId}',
  'lookup.citiesOfOffice': 'GET /api/city/office/{officeid}',
  'lookup.examSeries': 'GET /api/examseries/getexamseriescomponentbyservice',
  'lookup.levels': 'GET /api/levelcode/getlevelcodebyserviceid',
  'lookup.offices': 'GET /api/office/all',

  'order.search': 'POST /api/order/search',
  'order.get': 'GET /api/order/{id}',
  'order.delete': 'POST /api/order/{id}',
  'order.place': 'POST /api/order',
  'order.giveUp': 'POST /api/order/{id}/status/{status}',
  'order.checkSeats': 'POST /api/order/check_seat',
  'order.placeForBooking': 'POST /api/order/booking',

  'payment.start': 'POST /api/payment/query',
  'payment.query': 'POST /api/payment/order/query',
  'payment.returned': 'POST /api/payment/paycompleted',
  'payment.mayStart': 'GET /api/payment/order/{orderId}/is-valid-for-booking',

  'postTest.search': 'POST /api/posttestapplication/search',
  'postTest.get': 'GET /api/posttestapplication/{id}',
  'postTest.fee': 'POST /api/posttestservice/getfeeforservice',
  'postTest.serviceDates': 'GET /api/posttestservice/{productid}/posttest-service-date',
  'postTest.confirmPay': 'POST /api/posttestservice/confirmpay',

  'product.byCode': 'GET /api/product/code/{code}',
  'product.lines': 'GET /api/product/all_with_products',
  'product.bookingServiceDates': 'GET /api/product/{id}/office/{officeId}/booking-service-date',
  'product.all': 'GET /api/product/all',

  'formAttachment.upload': 'POST /api/registrationformattachment',
  'formAttachment.get': 'GET /api/registrationformattachment/{id}',

  'session.search': 'POST /api/session/candidate/search',
  'session.verifyInvitation': `GET /api/session/{id}/exclusive_code/{code}/${wire.segments.verify}`,

  'subject.all': 'POST /api/subject/all',
  'subject.ofSession': 'GET /api/subject/subjects/sessionid/{sessionid}',

  'user.register': 'POST /api/user/register',
  'user.signIn': 'POST /api/user/login',
  'user.signInSecondFactor': 'POST /api/user/login-mfa',
  'user.resetPassword': 'POST /api/user/forget_password',
  'user.current': 'GET /api/user/current',
  'user.saveOtherInformation': 'POST /api/user/other_information',
  'user.signOut': 'GET /api/user/login_out',
  'user.changeAccount': 'POST /api/user/account',
  'user.changePassword': 'POST /api/user/password',
  'user.isEmailBound': 'GET /api/user/is-bound-email',

  'verification.sendToPhone': 'POST /api/verificationcode/phone',
  'verification.sendToEmail': 'POST /api/verificationcode/email',

  // Our own extension calls (S-13), marked `extension` in calls/.
  'access.search': 'POST /api/user/access-log/search',
  'formAttachment.list': 'POST /api/registrationformattachment/search',
  'application.submitGroup': 'POST /api/application/group',
  'application.cancellationQuote': 'GET /api/application/{id}/cancellation-quote',
  'application.addCancellationDocuments': 'POST /api/application/{id}/cancellation-documents',
  'application.takeBackCancellation': 'POST /api/application/{id}/cancellation-withdrawal',
  'application.chooseAfterMove': 'POST /api/application/{id}/move-choice',
  'application.calendarFile': 'GET /api/application/{id}/calendar',
  'calendar.state': 'GET /api/user/calendar',
  'calendar.make': 'POST /api/user/calendar',
  'calendar.show': 'POST /api/user/calendar/address',
  'calendar.end': 'POST /api/user/calendar/end',
  'calendar.read': 'GET /api/calendar/{token}/dates.ics',
  'candidate.checkCardPrivately': 'POST /api/candidate/card_verification',
  'candidate.correctImport': 'POST /api/candidate/batch-import-preview/{id}/row',
  'candidate.importFaults': 'GET /api/candidate/batch-import-preview/{id}/faults',
  'candidate.suggestName': 'POST /api/candidate/name-suggestion',
  'draft.get': 'GET /api/draft/{kind}',
  'draft.save': 'POST /api/draft/{kind}',
  'draft.clear': 'POST /api/draft/{kind}/clear',
  'prepared.mine': 'GET /api/prepared',
  'prepared.take': 'POST /api/prepared/{id}',
  'prepared.refuse': 'POST /api/prepared/{id}/refuse',
  'letter.verify': 'GET /api/letter/verify/{code}',
  'payment.types': 'GET /api/payment/order/{orderId}/types',
  'payment.sheet': 'POST /api/payment/sheet',
  'payment.notify': 'POST /api/payment/notify/{channel}',
  'payment.returnByGet': 'GET /api/payment/return/{channel}',
  'payment.returnByPost': 'POST /api/payment/return/{channel}',
  'postTest.services': 'GET /api/posttestservice/{productid}/services',
  'postTest.drafts': 'GET /api/posttestservice/drafts',
  'postTest.draft': 'GET /api/posttestservice/drafts/{id}',
  'postTest.saveDraft': 'POST /api/posttestservice/drafts',
  'postTest.deleteDraft': 'POST /api/posttestservice/drafts/{id}/delete',
  'postTest.cancellationQuote': 'GET /api/posttestapplication/{id}/cancellation-quote',
  'postTest.requestCancellation': 'POST /api/posttestapplication/{id}/cancellation',
  'postTest.file': 'GET /api/posttestapplication/{id}/file/{fileId}',
  'postTest.counts': 'GET /api/posttestapplication/counts',
  'fapiao.get': 'GET /api/order/{id}/fapiao',
  'fapiao.request': 'POST /api/order/{id}/fapiao',
  'rights.held': 'GET /api/rights',
  'rights.requests': 'GET /api/rights/requests',
  'rights.copy': 'POST /api/rights/copy',
  'rights.askCorrection': 'POST /api/rights/correction',
  'rights.askDeletion': 'POST /api/rights/deletion',
  'consent.list': 'GET /api/consent',
  'consent.verify': 'GET /api/consent/verify/{code}',
  'guardian.notice': 'GET /api/guardian/{token}',
  'guardian.object': 'POST /api/guardian/{token}',
  'guardian.agree': 'POST /api/guardian/{token}/agreement',
  'guardian.kept': 'POST /api/guardian/{token}/kept',
  'guardian.ask': 'POST /api/guardian/{token}/request',
  'guardian.sendAgain': 'POST /api/rights/guardian/{id}',
  'consent.receipt': 'GET /api/consent/{id}',
  'consent.withdraw': 'POST /api/consent/{id}/withdrawal',
  'session.calendar': 'POST /api/session/candidate/calendar',
  'site.contacts': 'GET /api/site/contacts',
  'user.proveIdentity': 'POST /api/user/identity',
  'user.sessions': 'GET /api/user/sessions',
  'user.endSession': 'POST /api/user/sessions/{id}/end',
  'user.endOtherSessions': 'POST /api/user/sessions/end-others',
  'user.devices': 'GET /api/user/devices',
  'user.forgetDevice': 'POST /api/user/devices/{id}/forget',
  'user.provePossession': 'POST /api/user/possession',
  'user.notMe': 'POST /api/user/not-me',
  'user.signOutByPost': 'POST /api/user/logout',
  'user.passkeys': 'GET /api/user/passkeys',
  'user.startPasskey': 'POST /api/user/passkeys/start',
  'user.addPasskey': 'POST /api/user/passkeys',
  'user.renamePasskey': 'POST /api/user/passkeys/{id}/name',
  'user.removePasskey': 'POST /api/user/passkeys/{id}/remove',
  'user.passkeyChallenge': 'POST /api/user/passkey-challenge',
  'user.signInByPasskey': 'POST /api/user/login-passkey',
  'user.closingBlockers': 'GET /api/user/closing',
  'user.closeAccount': 'POST /api/user/closing',
} as const;

/** The house's name of a call, for example `order.place`. */
export type EndpointName = keyof typeof endpoints;

/**
 * Further addresses of a call with the same handler: DELETE for "POST as delete" and the right spelling of a
 * misspelt segment.
 */
export const endpointAliases: Partial<Record<EndpointName, readonly string[]>> = {
  'application.delete': ['DELETE /api/application/{id}'],
  'candidate.delete': ['DELETE /api/candidate/{id}'],
  'order.delete': ['DELETE /api/order/{id}'],
  'session.verifyInvitation': ['GET /api/session/{id}/exclusive_code/{code}/verify'],
};

/** Splits an endpoint into its method and path: `{ method: 'POST', path: '/api/order' }`. */
export function addressOf(name: EndpointName): { method: string; path: string } {
  const [method = '', path = ''] = endpoints[name].split(' ');
  return { method, path };
}
