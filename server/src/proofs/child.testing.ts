import { randomDigits } from '#platform/chance';
import { setClockOffset } from '#platform/clock';
import { childConsents, ask, givenExam, givenSignedIn, type SignedIn } from '#testing';
import { payOrder, placeOrder, submission, type World } from './world.testing.ts';

export type RegisteredChild = {
  browser: SignedIn;
  candidateId: string;
  applicationId: string;
  orderId: string;
  exam: Awaited<ReturnType<typeof givenExam>>;
  lastName: string;
};

/** A parent whose child is registered and paid for. */
export async function givenChild(world: World): Promise<RegisteredChild> {
  await setClockOffset(0);
  const browser = await givenSignedIn(world.url, { email: `rights.${randomDigits(8)}@example.com` });
  const exam = await givenExam();
  const lastName = `Q${randomDigits(8).replace(/\d/g, (digit) => String.fromCodePoint(65 + Number(digit)))}`;
  const person = {
    lastName,
    firstName: 'XIAO',
    idType: 'Passport',
    idNo: `E${randomDigits(8)}`,
    gender: 'Male',
    dob: '2014-05-06',
    consents: childConsents,
    guardianModel: { name: '王建国', idType: 'Passport', idNo: 'G12345678', mobile: browser.phone, type: 'Father' },
  };
  const candidateId = String((await ask(browser, 'candidate.add', { body: person })).body['id']);
  const submitted = await ask(browser, 'application.submit', { body: submission(exam, candidateId, 'child') });
  const applicationId = String(submitted.body['id']);
  const orderId = await placeOrder(browser, { exam, candidateId, applicationId });
  await payOrder(browser, world.bank, orderId);
  return { browser, candidateId, applicationId, orderId, exam, lastName };
}
