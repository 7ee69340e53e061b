import { identify, routes as accountRoutes } from '#accounts';
import { routes as applicationRoutes } from '#applications';
import { staffRoutes as approvalRoutes } from '#approvals';
import { staffRoutes as arrangementRoutes } from '#arrangements';
import { routes as candidateRoutes, staffRoutes as candidateStaffRoutes } from '#candidates';
import { staffRoutes as circularRoutes } from '#circulars';
import { staffRoutes as entryRoutes } from '#entries';
import { staffRoutes as examDayRoutes } from '#exam-day';
import { routes as letterRoutes } from '#letters';
import { routes as orderRoutes } from '#orders';
import { randomCode, randomId } from '#platform/chance';
import { inTransaction } from '#platform/database';
import { startTestApp } from '#platform/testing/app';
import { sql } from 'kysely';
import { identifyStaff, staffRoutes as ownStaffRoutes } from '#staff';
import { statementsFor, consentVersion } from '@exam/contract/rules';
import { ask, givenExam, givenSignedIn, givenVenue, type SignedIn, type TestExam } from '#testing';
import { routes as verificationRoutes } from '#verification';
import { staffRoutes } from './index.ts';

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
  await inTransaction(async (tx) => {
    const id = randomId();
    await sql`insert into awarding_body (id, code, name_en, name_zh) values (${id}, ${randomCode(8)}, 'The Board', '考试局')`.execute(
      tx,
    );
    await sql`update product set awarding_body_id = ${id} where id = ${exam.productId}`.execute(tx);
  });
  return exam;
}

/** Registers an adult for an exam without charge. @returns the registration's id. */
export async function register(owner: SignedIn, exam: TestExam, idNo: string): Promise<string> {
  const steps = ['needToKnow', 'selectSubject', 'selectSession', 'candidateInfo', 'examInfo'];
  const answer = await ask(owner, 'application.submit', {
    body: {
      testInfo: { productId: exam.productId },
      session: { id: exam.sessionId },
      subject: { id: exam.subjectIds[0] },
      applicationSteps: steps.map((stepName) => ({ stepName, jsonResult: '{}' })),
      isInformationConfirmed: true,
      applicationCandidate: { lastName: 'WANG', firstName: 'XIAOMIN', ...documentOf(idNo) },
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
export async function givenRegistration(url: string, exam: TestExam, idNo = '110101199003077838') {
  const owner = await givenSignedIn(url);
  return { owner, id: await register(owner, exam, idNo) };
}

/** A child of ten with a registration, whom the guardian collects. */
export async function givenChild(url: string) {
  const owner = await givenSignedIn(url);
  const exam = await givenFreeExam();
  const steps = ['needToKnow', 'selectSubject', 'selectSession', 'candidateInfo', 'examInfo', 'leaveType'];
  const guardianModel = { name: '王建国', idType: 'IDCard', idNo: '11010519491231002X', mobile: '13800138000' };
  const person = { idType: 'IDCard', lastName: 'WANG', firstName: 'XIAOMING', idNo: '110101201605040012' };
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
