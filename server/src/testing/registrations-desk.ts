import { identify, routes as accountRoutes } from '#people/accounts';
import { routes as applicationRoutes } from '#registering/applications';
import { staffRoutes as approvalRoutes } from '#office/approvals';
import { staffRoutes as arrangementRoutes } from '#registering/arrangements';
import { routes as candidateRoutes, staffRoutes as candidateStaffRoutes } from '#people/candidates';
import { staffRoutes as circularRoutes } from '#desk/session-notices';
import { staffRoutes as entryRoutes } from '#desk/body-entries';
import { staffRoutes as examDayRoutes } from '#desk/exam-day';
import { routes as letterRoutes } from '#registering/letters';
import { routes as orderRoutes } from '#checkout/orders';
import { startTestApp } from '#testing/app';
import { identifyStaff, staffRoutes as ownStaffRoutes } from '#people/staff';
import { statementsFor, consentVersion } from '@exam/contract/rules';
import { ask, giveBody, givenExam, givenSignedIn, givenVenue, type SignedIn, type TestExam } from '#testing';
import { routes as verificationRoutes } from '#people/verification';
import { staffRoutes } from '#desk/registrations';

/** The desk of registrations and what it works with. */
export function openRegistrationDesk() {
  return startTestApp({
    routes: [
      ...accountRoutes,
      ...verificationRoutes,
      ...candidateRoutes,
      ...applicationRoutes,
      ...orderRoutes,
      ...letterRoutes,
    ],
    identify,
    staffRoutes: [
      ...ownStaffRoutes,
      ...staffRoutes,
      ...approvalRoutes,
      ...examDayRoutes,
      ...arrangementRoutes,
      ...entryRoutes,
      ...circularRoutes,
      ...candidateStaffRoutes,
    ],
    identifyStaff,
    environment: { TRUSTED_PROXIES: '1' },
  });
}

/** A session without charge at a venue, whose entries go to an awarding body. */
export async function givenFreeExam(): Promise<TestExam> {
  const exam = await givenExam({ fees: { localFee: 0, boardFee: 0, vat: 0 } });
  await givenVenue(exam.sessionId);
  await giveBody(exam);
  return exam;
}

/** Registers an adult for an exam without charge. @returns the registration's id. */
async function register(
  owner: SignedIn,
  exam: TestExam,
  { idNo, nameZh }: { idNo: string; nameZh?: string },
): Promise<string> {
  const steps = ['needToKnow', 'selectSubject', 'selectSession', 'candidateInfo', 'examInfo'];
  const answer = await ask(owner, 'application.submit', {
    body: {
      testInfo: { productId: exam.productId },
      session: { id: exam.sessionId },
      subject: { id: exam.subjectIds[0] },
      applicationSteps: steps.map((stepName) => ({ stepName, jsonResult: '{}' })),
      isInformationConfirmed: true,
      applicationCandidate: { lastName: 'WANG', firstName: 'XIAOMIN', nameZh, ...documentOf(idNo) },
      leaveAlone: null,
      consents: statementsFor(false).map((statementId) => ({ statementId, version: consentVersion })),
    },
  });
  const id = String(answer.body['id']);
  const placed = await ask(owner, 'order.place', { body: { applicationIds: [id], totalPayAmount: 0 } });
  if (placed.status !== 200) throw new Error(`Placing an order answered ${placed.text}`);
  return id;
}

/** A resident's number, or else a passport's. */
function documentOf(idNo: string): object {
  const isResident = /^\d{17}[\dX]$/.test(idNo);
  return isResident ? { idType: 'IDCard', idNo } : { idType: 'Passport', idNo, gender: 'Male', dob: '1990-03-07' };
}

/** Somebody with a registration. */
export async function givenRegistration(url: string, exam: TestExam, idNo = '110101199003077838', nameZh?: string) {
  const owner = await givenSignedIn(url);
  return { owner, id: await register(owner, exam, { idNo, ...(nameZh !== undefined && { nameZh }) }) };
}

/** A child of ten with a registration, whom the guardian collects. */
export async function givenChild(url: string, { nameZh }: { nameZh?: string } = {}) {
  const owner = await givenSignedIn(url);
  const exam = await givenFreeExam();
  const steps = ['needToKnow', 'selectSubject', 'selectSession', 'candidateInfo', 'examInfo', 'leaveType'];
  const guardianModel = { name: '王建国', idType: 'IDCard', idNo: '11010519491231002X', mobile: '13800138000' };
  const person = { idType: 'IDCard', lastName: 'WANG', firstName: 'XIAOMING', nameZh, idNo: '110101201605040012' };
  const answer = await ask(owner, 'application.submit', {
    body: {
      testInfo: { productId: exam.productId },
      session: { id: exam.sessionId },
      subject: { id: exam.subjectIds[0] },
      applicationSteps: steps.map((stepName) => ({ stepName, jsonResult: '{}' })),
      isInformationConfirmed: true,
      applicationCandidate: { ...person, guardianModel },
      leaveAlone: false,
      consents: statementsFor(true).map((statementId) => ({ statementId, version: consentVersion })),
    },
  });
  const id = String(answer.body['id']);
  const placed = await ask(owner, 'order.place', { body: { applicationIds: [id], totalPayAmount: 0 } });
  if (placed.status !== 200) throw new Error(`Placing an order answered ${answer.text} ${placed.text}`);
  return { id, owner, sessionId: exam.sessionId };
}
