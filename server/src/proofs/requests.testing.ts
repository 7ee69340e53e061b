import { calls, type Call } from '@exam/contract/calls';
import { addressOf, endpointAliases, endpoints, type EndpointName } from '@exam/contract/endpoints';
import { urlOf } from '@exam/contract/client';
import { consentVersion } from '@exam/contract/rules';
import * as z from 'zod/mini';
import type { TestExam } from '#testing';
import { ofGroup } from '#testing/wizard';
import { candidateForm, price, submission, leaveConsents } from './world.testing.ts';

/** What a call takes. */
export type Sent = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
};

/** Ids that a request may name; each may be one's own, another's or nobody's. */
export type Ids = { applicationId: string; candidateId: string; orderId: string; otherId: string; exam: TestExam };

/** Every call of the contract, in its order. */
export const allNames = Object.keys(endpoints).filter((name): name is EndpointName => name in endpoints);

/** The contract's entry of a call, its optional parts visible. */
export function callOf(name: EndpointName): Call {
  return calls[name];
}

const page = { pageIndex: 1, pageSize: 10, sorts: [], filters: [] };

/**
 * A well-formed request of every call with these ids. A new call does not compile until it is here, and then is part of
 * every matrix.
 */
export function requestsWith(ids: Ids): Record<EndpointName, Sent> {
  return {
    ...registrationRequests(ids),
    ...bookingRequests(ids),
    ...moneyRequests(ids),
    ...catalogueRequests(ids),
    ...accountRequests(ids),
  };
}

function registrationRequests({ applicationId, candidateId, orderId, otherId, exam }: Ids) {
  const { applicationCandidate: _candidate, consents, ...choice } = submission(exam, candidateId);
  const product = { productId: exam.productId };
  return {
    'application.submit': { body: submission(exam, candidateId) },
    'application.modify': { body: { id: applicationId, ...submission(exam, candidateId) } },
    'application.search': { body: page },
    'application.get': { params: { id: applicationId } },
    'guardian.sendAgain': { params: { id: applicationId } },
    'application.delete': { params: { id: applicationId }, body: {} },
    'application.statusCounts': {},
    'application.changePickup': { body: { applicationId, leaveAlone: true, consents: leaveConsents } },
    'application.letter': { params: { applicationId } },
    'application.cart': { body: { pageIndex: 1, pageSize: 50 } },
    'application.price': { body: { applicationIds: [applicationId] } },
    'application.reorder': { query: { orderId }, body: {} },
    'application.requestCancellation': {
      query: { applicationId },
      body: { reason: 'I am ill.', documentIds: [otherId] },
    },
    'prepared.mine': {},
    'prepared.take': { params: { id: otherId }, body: {} },
    'prepared.refuse': { params: { id: otherId }, body: {} },
    'candidate.types': { query: product },
    'candidate.checkCard': { query: { card: '110101199003077838' } },
    'candidate.add': { body: { ...candidateForm(), guardianAsOf: { candidateId } } },
    'candidate.modify': { body: { id: candidateId, ...candidateForm() } },
    'candidate.get': { params: { id: candidateId } },
    'candidate.delete': { params: { id: candidateId }, body: {} },
    'candidate.all': {},
    'candidate.search': { body: page },
    'candidate.previewImport': {},
    'candidate.saveImport': { body: { previewId: otherId } },
    'candidate.correctImport': { params: { id: otherId }, body: { row: 3, cells: {} } },
    'candidate.importFaults': { params: { id: otherId } },
    'application.submitGroup': { body: { ...ofGroup(choice), entries: [{ candidateId, consents }] } },
    'application.cancellationQuote': { params: { id: applicationId } },
    'application.addCancellationDocuments': { params: { id: applicationId }, body: { documentIds: [otherId] } },
    'application.takeBackCancellation': { params: { id: applicationId }, body: {} },
    'application.chooseAfterMove': { params: { id: applicationId }, body: { choice: 'Accept' } },
    'application.calendarFile': { params: { id: applicationId } },
    'candidate.checkCardPrivately': { body: { card: '110101199003077838' } },
    'candidate.suggestName': { body: { name: '欧阳娜娜' } },
    'draft.get': { params: { kind: 'public' } },
    'draft.save': { params: { kind: 'public' }, body: { json: '{}' } },
    'draft.clear': { params: { kind: 'public' }, body: {} },
    'letter.verify': { params: { code: 'AAAAA-AAAAA-AAAAA-AAAAA' } },
  } satisfies Partial<Record<EndpointName, Sent>>;
}

function bookingRequests({ candidateId, otherId, exam }: Ids) {
  const { consents } = submission(exam, candidateId);
  const product = { productId: exam.productId };
  return {
    'booking.submit': {
      body: {
        ...product,
        officeId: otherId,
        productLastModifiedOn: '2026-11-01T00:00:00.000Z',
        expectTestDate: '2026-12-21',
        applicationCandidate: { candidateId },
        consents,
        applicationSteps: [],
        isInformationConfirmed: true,
      },
    },
    'booking.search': { body: page },
    'booking.get': { params: { id: otherId } },
    'booking.reject': { body: { bookingId: otherId, reason: 'Too late.' } },
    'booking.applications': { params: { id: otherId } },
    'booking.cancel': { body: { bookingId: otherId, reason: 'Too late.' } },
    'booking.answerDate': { body: { bookingId: otherId, proposalId: otherId, isAgreed: true } },
    'booking.checkRepeat': { body: { candidateId, ...product } },
  } satisfies Partial<Record<EndpointName, Sent>>;
}

function moneyRequests({ applicationId, orderId, otherId, exam }: Ids) {
  return {
    'order.search': { body: page },
    'order.get': { params: { id: orderId } },
    'order.delete': { params: { id: orderId }, body: {} },
    'fapiao.get': { params: { id: orderId } },
    'fapiao.request': {
      params: { id: orderId },
      body: { buyer: 'Personal', title: '张三', taxNumber: '', email: 'zhang.san@qq.com' },
    },
    'order.place': { body: { applicationIds: [applicationId], totalPayAmount: price } },
    'order.giveUp': { params: { id: orderId, status: 'PaymentExpired' }, body: {} },
    'order.checkSeats': { body: { applicationIds: [applicationId] } },
    'order.placeForBooking': { query: { id: otherId }, body: {} },
    'payment.start': { body: { orderId, paymentType: 'ALI_SCANCODE_PAY' } },
    'payment.query': { body: { orderId } },
    'payment.returned': { body: { orderId } },
    'payment.mayStart': { params: { orderId } },
    'postTest.search': { body: {} },
    'postTest.get': { params: { id: otherId } },
    'postTest.fee': { body: { serviceId: otherId } },
    'postTest.serviceDates': { params: { productid: exam.productId } },
    'postTest.confirmPay': { body: { id: otherId, totalPayAmount: 1 } },
    'postTest.services': { params: { productid: exam.productId } },
    'postTest.drafts': {},
    'postTest.draft': { params: { id: otherId } },
    'postTest.saveDraft': { body: { serviceId: otherId } },
    'postTest.deleteDraft': { params: { id: otherId } },
    'postTest.cancellationQuote': { params: { id: otherId } },
    'postTest.requestCancellation': { params: { id: otherId }, body: { reason: 'A change of plans', amount: 1 } },
    'postTest.file': { params: { id: otherId, fileId: otherId } },
    'postTest.counts': {},
    'payment.types': { params: { orderId } },
    'payment.sheet': { body: { orderId, code: '0'.repeat(32), state: '0'.repeat(32) } },
    'payment.notify': { params: { channel: 'alipay' } },
    'payment.returnByGet': { params: { channel: 'alipay' } },
    'payment.returnByPost': { params: { channel: 'alipay' } },
  } satisfies Partial<Record<EndpointName, Sent>>;
}

function catalogueRequests({ otherId, exam }: Ids) {
  const product = { productId: exam.productId };
  return {
    'attachment.guidance': { query: { templateId: otherId } },
    'attachment.importTemplate': {},
    'lookup.cashInCodes': { query: product },
    'lookup.centres': { query: product },
    'lookup.cities': { query: product },
    'lookup.citiesOfSubject': { params: { subjectId: exam.subjectIds[0] ?? '' } },
    'lookup.citiesOfOffice': { params: { officeid: otherId } },
    'lookup.examSeries': { query: { serviceId: otherId } },
    'lookup.levels': { query: { serviceId: otherId } },
    'lookup.offices': {},
    'product.byCode': { params: { code: 'NONE' } },
    'product.lines': {},
    'product.bookingServiceDates': { params: { id: exam.productId, officeId: otherId } },
    'product.all': {},
    'formAttachment.upload': {},
    'formAttachment.get': { params: { id: otherId } },
    'formAttachment.list': { body: { ids: [otherId] } },
    'session.search': { body: page },
    'session.verifyInvitation': { params: { id: exam.sessionId, code: 'WRONG' } },
    'subject.all': { body: product },
    'subject.ofSession': { params: { sessionid: exam.sessionId } },
    'site.contacts': {},
    'session.calendar': { body: { ...product, month: '2026-12' } },
  } satisfies Partial<Record<EndpointName, Sent>>;
}

function accountRequests({ candidateId, otherId }: Ids) {
  const code = { sendAccountNumber: '13900000000', captchaVerifyId: 'none' };
  const passwords = { password: 'horse#staple9', confirmPassword: 'horse#staple9' };
  return {
    'captcha.get': { query: { kind: 'pow' } },
    'captcha.verify': { body: { id: otherId, number: 1 } },
    'user.register': { body: { phoneNumber: '13900000000', ...passwords, verificationCode: '000000' } },
    'user.signIn': { body: { loginType: 'Password', mobileOrEmail: '13900000000', password: 'wrong' } },
    'user.signInSecondFactor': { body: { verificationCode: '000000' } },
    'user.resetPassword': {
      body: { forgetPasswordType: 'PhoneNumber', userName: '13900000000', verificationCode: '000000', ...passwords },
    },
    'user.current': {},
    'user.saveOtherInformation': { body: { promoteStatus: true } },
    'user.signOut': {},
    'user.changeAccount': {
      body: {
        userNameType: 'Email',
        verificationCodeType: 'BindEmail',
        account: 'a@example.cn',
        verificationCode: '000000',
      },
    },
    'user.changePassword': { body: { originalPassword: 'horse#staple9', ...passwords } },
    'user.isEmailBound': {},
    'verification.sendToPhone': { body: { ...code, verificationCodeType: 'Login' } },
    'verification.sendToEmail': {
      body: { ...code, sendAccountNumber: 'a@example.cn', verificationCodeType: 'Register' },
    },
    'user.proveIdentity': { body: { password: 'horse#staple9' } },
    'user.sessions': {},
    'user.endSession': { params: { id: otherId }, body: {} },
    'user.endOtherSessions': { body: {} },
    'user.devices': {},
    'user.forgetDevice': { params: { id: otherId }, body: {} },
    'user.provePossession': { body: { dateOfBirth: '1985-04-12' } },
    'user.notMe': { body: {} },
    'user.signOutByPost': { body: {} },
    'calendar.state': {},
    'calendar.make': { body: {} },
    'calendar.show': { body: {} },
    'calendar.end': { body: {} },
    'calendar.read': { params: { token: 'A'.repeat(43) } },
    ...passkeyRequests(otherId),
    ...rightsRequests(candidateId, otherId),
  } satisfies Partial<Record<EndpointName, Sent>>;
}

function rightsRequests(candidateId: string, otherId: string) {
  return {
    'access.search': { body: { candidateId } },
    'rights.held': {},
    'rights.requests': {},
    'rights.copy': { body: { isWhole: false } },
    'rights.askCorrection': { body: { candidateId, wish: 'The given name is misspelt.' } },
    'rights.askDeletion': { body: { candidateId } },
    'consent.list': {},
    'guardian.notice': { params: { token: 'AbCdEfGhJkMnPqRsTuVwXy' } },
    'guardian.object': { params: { token: 'AbCdEfGhJkMnPqRsTuVwXy' } },
    'guardian.agree': {
      params: { token: 'AbCdEfGhJkMnPqRsTuVwXy' },
      body: { subject: 'AbCdEfGhJkMnPqRsTuVwXy', version: consentVersion },
    },
    'guardian.kept': { params: { token: 'AbCdEfGhJkMnPqRsTuVwXy' }, body: { birthDate: '2014-05-06' } },
    'guardian.ask': {
      params: { token: 'AbCdEfGhJkMnPqRsTuVwXy' },
      body: { birthDate: '2014-05-06', kind: 'Correction', wish: 'The given name is misspelt.' },
    },
    'consent.verify': { params: { code: 'AAAA-BBBB-CCCC-DDDD-EEEE-FFFF-GGGG-2345' } },
    'consent.receipt': { params: { id: otherId } },
    'consent.withdraw': { params: { id: otherId }, body: {} },
  } satisfies Partial<Record<EndpointName, Sent>>;
}

function passkeyRequests(otherId: string) {
  const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' };
  return {
    'user.passkeys': {},
    'user.startPasskey': { body: {} },
    'user.addPasskey': {
      body: {
        name: 'Telephone',
        credential: { ...credential, response: { clientDataJSON: 'e30', attestationObject: 'oA' } },
      },
    },
    'user.renamePasskey': { params: { id: otherId }, body: { name: 'Telephone' } },
    'user.removePasskey': { params: { id: otherId }, body: {} },
    'user.passkeyChallenge': { body: {} },
    'user.signInByPasskey': {
      body: {
        credential: {
          ...credential,
          response: { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA' },
        },
      },
    },
    'user.closingBlockers': {},
    'user.closeAccount': { body: {} },
  } satisfies Partial<Record<EndpointName, Sent>>;
}

/** A call's addresses, its aliases included: method and path with its parameters filled in. */
export function addressesOf(name: EndpointName, { params = {}, query = {} }: Sent): { method: string; url: string }[] {
  const own = { method: addressOf(name).method, url: urlOf(name, params, query) };
  const aliases = (endpointAliases[name] ?? []).map((alias) => {
    const [method = '', path = ''] = alias.split(' ');
    return { method, url: path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(params[key]))) };
  });
  return [own, ...aliases];
}

export type JsonSchema = Readonly<Record<string, unknown>>;

/** One part of a call's input as JSON Schema; null where it has none. */
export function schemaOf(name: EndpointName, part: 'params' | 'query' | 'body'): JsonSchema | null {
  const schema = callOf(name)[part];
  return schema ? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) : null;
}

/** The paths in a call's input that may hold an id of ours, such as `body.entries[].candidateId`. */
export function idPlaces(name: EndpointName): string[] {
  const found = new Set<string>();
  for (const part of ['params', 'query', 'body'] as const) look(schemaOf(name, part), part, found);
  return [...found];
}

function look(schema: unknown, at: string, found: Set<string>): void {
  if (!isObject(schema)) return;
  if (schema['format'] === 'uuid') found.add(at);
  for (const [key, value] of Object.entries(isObject(schema['properties']) ? schema['properties'] : {}))
    look(value, `${at}.${key}`, found);
  look(schema['items'], `${at}[]`, found);
  for (const choice of [schema['anyOf'], schema['oneOf'], schema['allOf']].flat()) look(choice, at, found);
}

/** Whether a value is an object with keys. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Which calls the server answers by the shared 501. */
export function isLater(name: EndpointName): boolean {
  return callOf(name).isLater === true;
}
