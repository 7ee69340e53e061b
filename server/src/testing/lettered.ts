import { consentVersion, statementsFor } from '@exam/contract/rules';
import { ask, givenExam, givenVenue, type SignedIn } from '#testing';

/** An application whose exam has a venue and costs nothing. */
export type Lettered = { id: string; sessionId: string };

/** Registers somebody for an exam on 2027-01-20 by an order without charge; or leaves the application in the cart. */
export async function givenLettered(
  owner: SignedIn,
  {
    isChild = false,
    isInCart = false,
    guardian = '王建国',
    nameZh,
  }: { isChild?: boolean; isInCart?: boolean; guardian?: string; nameZh?: string } = {},
): Promise<Lettered> {
  const exam = await givenExam({ fees: { localFee: 0, boardFee: 0, vat: 0 } });
  await givenVenue(exam.sessionId);
  const person = { idType: 'IDCard', lastName: 'WANG', firstName: 'XIAOMING', nameZh };
  const guardianModel = { name: guardian, idType: 'IDCard', idNo: '11010519491231002X', mobile: owner.phone };
  const applicationCandidate = isChild
    ? { ...person, idNo: '110101201605040012', guardianModel }
    : { ...person, idNo: '110101199003077838' };
  const names = ['needToKnow', 'selectSubject', 'selectSession', 'candidateInfo', 'examInfo'];
  const answer = await ask(owner, 'application.submit', {
    body: {
      testInfo: { productId: exam.productId },
      session: { id: exam.sessionId },
      subject: { id: exam.subjectIds[0] },
      applicationSteps: [...names, ...(isChild ? ['leaveType'] : [])].map((stepName) => ({
        stepName,
        jsonResult: '{}',
      })),
      isInformationConfirmed: true,
      applicationCandidate,
      leaveAlone: isChild ? false : null,
      consents: statementsFor(isChild).map((statementId) => ({ statementId, version: consentVersion })),
    },
  });
  if (answer.status !== 200) throw new Error(`Submitting answered ${answer.text}`);
  const id = String(answer.body['id']);
  if (isInCart) return { id, sessionId: exam.sessionId };
  const order = await ask(owner, 'order.place', { body: { applicationIds: [id], totalPayAmount: 0 } });
  if (order.status !== 200) throw new Error(`Placing an order answered ${order.text}`);
  return { id, sessionId: exam.sessionId };
}
