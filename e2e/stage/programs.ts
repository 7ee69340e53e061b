import { createHash, randomInt, randomUUID } from 'node:crypto';
import { type Client, createClient, type Reply } from '@exam/contract/client';
import { accountStatements, consentVersion, statementsFor } from '@exam/contract/rules';
import { keepDevice, password } from './account.ts';
import { codeSentTo, messagesTo, settle } from './outside.ts';
import { bornYearsAgo, newPhone, residentNumber } from './people.ts';
import { placeOf } from './places.ts';

/** Somebody who speaks to the API without a browser: what a journey needs besides the one it watches. */
export type Program = { call: Client; phone: string };

type Product = Reply<'product.byCode'>;
type Session = Reply<'session.search'>['list'][number];

type Opened = { call: Client; remember: (csrfToken: string | null) => void; cookies: ReadonlyMap<string, string> };

function openClient(address: string): Opened {
  let token: string | null = null;
  const cookies = new Map<string, string>();
  const call = createClient({
    baseUrl: placeOf('portal'),
    language: () => 'en',
    csrfToken: () => token,
    headers: () => ({
      origin: placeOf('portal'),
      'x-forwarded-for': address,
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    }),
    fetch: async (...request) => {
      const answer = await fetch(...request);
      for (const line of answer.headers.getSetCookie()) {
        const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
        cookies.set(name, value);
      }
      return answer;
    },
  });
  return { call, remember: (csrfToken) => (token = csrfToken), cookies };
}

async function proveWork(call: Client): Promise<string> {
  const { id, salt, challenge, maxNumber } = await call('captcha.get', { query: { kind: 'pow' } });
  for (let number = 0; number <= (maxNumber ?? 0); number++) {
    if (createHash('sha256').update(`${salt}${number}`).digest('hex') !== challenge) continue;
    return (await call('captcha.verify', { body: { id, number } })).captchaVerifyId;
  }
  throw new Error('The proof of work has no answer.');
}

/** Opens a new account, with the password of all of them. */
export async function newAccount(): Promise<Program> {
  const phone = newPhone();
  const { call, remember, cookies } = openClient([10, 251, randomInt(250), randomInt(1, 250)].join('.'));
  const before = (await messagesTo(phone)).length;
  const captchaVerifyId = await proveWork(call);
  await call('verification.sendToPhone', {
    body: { sendAccountNumber: phone, verificationCodeType: 'Register', captchaVerifyId },
  });
  const { token } = await call('user.register', {
    body: {
      phoneNumber: phone,
      password,
      confirmPassword: password,
      verificationCode: await codeSentTo(phone, before),
      dateOfBirth: bornYearsAgo(36),
      consents: accountStatements.map((statementId) => ({ statementId, version: consentVersion })),
    },
  });
  remember(token);
  keepDevice(phone, cookies);
  return { call, phone };
}

/** Saves an adult candidate. */
export async function addAdult({ call }: Program, firstName: string): Promise<string> {
  const idNo = residentNumber(bornYearsAgo(30, 30 + randomInt(300)));
  const { id } = await call('candidate.add', { body: { idType: 'IDCard', idNo, lastName: 'ZHAO', firstName } });
  return id;
}

/** The sessions of a product that can be registered for, and the product. */
export async function offeredBy(
  { call }: Program,
  code: string,
): Promise<{ product: Product; sessions: readonly Session[] }> {
  const product = await call('product.byCode', { params: { code } });
  const filters = [{ field: 'productId', value: product.id }] as const;
  const { list } = await call('session.search', { body: { pageIndex: 1, pageSize: 100, filters: [...filters] } });
  return { product, sessions: list };
}

const steps = ['needToKnow', 'selectSubject', 'selectSession', 'candidateInfo', 'examInfo'];

/** Puts registrations of adults for one subject of a session into the cart, all or none. @returns their ids. */
export async function intoCart(
  { call }: Program,
  chosen: { product: Product; session: Session; subject: string; candidates: readonly string[] },
): Promise<string[]> {
  const { product, session, subject, candidates } = chosen;
  const consents = statementsFor(false).map((statementId) => ({ statementId, version: consentVersion }));
  const subjectId = product.subjects.find(({ code }) => code === subject)?.id ?? '';
  const { applications } = await call(
    'application.submitGroup',
    {
      body: {
        testInfo: { productId: product.id, candidateType: product.candidateTypes[0] ?? null },
        sittings: [{ session: { id: session.id }, subject: { id: subjectId } }],
        applicationSteps: steps.map((stepName) => ({ stepName, jsonResult: '{}' })),
        isInformationConfirmed: true,
        entries: candidates.map((candidateId) => ({ candidateId, consents })),
      },
    },
    { idempotencyKey: randomUUID() },
  );
  return applications.map(({ id }) => id);
}

/** The first session in Chongqing. */
const inChongqing = (sessions: readonly Session[]) => sessions.find(({ cityName }) => cityName === 'Chongqing');

/**
 * Registers a new adult for TKT module 1, in the session chosen from those on offer, so that it lies in the cart.
 * @returns the registration's id.
 */
export async function tktIntoCart(account: Program, firstName: string, choose = inChongqing): Promise<string> {
  const { product, sessions } = await offeredBy(account, 'tkt');
  const session = choose(sessions);
  if (!session)
    throw new Error(
      `No session of TKT as wanted is open; there are some in ${sessions.map(({ cityName }) => cityName).join(', ')}.`,
    );
  const candidates = [await addAdult(account, firstName)];
  const [id = ''] = await intoCart(account, { product, session, subject: 'M1', candidates });
  return id;
}

/** Orders what is in the cart. @returns the order's id. */
export async function placeOrder({ call }: Program, applicationIds: string[]): Promise<string> {
  const { totalPayAmount } = await call('application.price', { body: { applicationIds } });
  const { id } = await call(
    'order.place',
    { body: { applicationIds, totalPayAmount } },
    { idempotencyKey: randomUUID() },
  );
  return id;
}

/** Pays an order by Alipay, without anybody at the pay page. @returns the number of the trade. */
export async function pay({ call }: Program, orderId: string): Promise<string> {
  const { tradeNo } = await call('payment.start', { body: { orderId, paymentType: 'ALI_SCANCODE_PAY' } });
  await settle(tradeNo ?? '', 'paid');
  return tradeNo ?? '';
}
