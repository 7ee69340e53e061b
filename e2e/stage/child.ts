import { randomUUID } from 'node:crypto';
import { childStatements, consentVersion, statementsFor } from '@exam/contract/rules';
import { publicStepIds } from '@exam/contract/wizards';
import { bornYearsAgo, residentNumber } from './people.ts';
import { newAccount, offeredBy, type Program } from './programs.ts';

export type Child = { account: Program; applicationId: string; candidateId: string; idNo: string; code: string };

const guardian = { name: '王建国', idType: 'IDCard', idNo: '11010519491231002X', type: 'Father' } as const;

const steps = publicStepIds.filter((step) => step !== 'completed');

/**
 * A child, of ten unless told otherwise, in the cart of a new account, registered for TKT in Chongqing, or where `city` says.
 * @param guardianMobile 11 digits. If the account is not this guardian's, the guardian gets the notice.
 */
export async function givenChild(
  firstName: string,
  guardianMobile = '13800138000',
  { age = 10, city = 'Chongqing' } = {},
): Promise<Child> {
  const account = await newAccount();
  const idNo = residentNumber(bornYearsAgo(age, 50));
  const { id: candidateId } = await account.call('candidate.add', {
    body: {
      idType: 'IDCard',
      idNo,
      lastName: 'QIN',
      firstName,
      guardianModel: { ...guardian, mobile: guardianMobile },
      consents: childStatements.map((statementId) => ({ statementId, version: consentVersion })),
    },
  });
  const { product, sessions } = await offeredBy(account, 'tkt');
  const session = sessions.find(({ cityName }) => cityName === city);
  const body = choiceOf({ product, sessionId: session?.id ?? '', candidateId });
  const { id: applicationId, code } = await account.call(
    'application.submit',
    { body },
    { idempotencyKey: randomUUID() },
  );
  return { account, applicationId, candidateId, idNo, code };
}

type Choice = {
  product: Awaited<ReturnType<typeof offeredBy>>['product'];
  sessionId: string;
  candidateId: string;
};

const choiceOf = ({ product, sessionId, candidateId }: Choice) => ({
  testInfo: { productId: product.id, candidateType: product.candidateTypes[0] ?? null },
  session: { id: sessionId },
  subject: { id: product.subjects.find((subject) => subject.code === 'M1')?.id ?? '' },
  applicationSteps: steps.map((stepName) => ({ stepName, jsonResult: '{}' })),
  isInformationConfirmed: true,
  applicationCandidate: { candidateId },
  leaveAlone: false,
  consents: statementsFor(true).map((statementId) => ({ statementId, version: consentVersion })),
});
