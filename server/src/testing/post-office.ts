import { reading } from '#platform/database';
import { callOut } from '#platform/network';
import { startOutside } from './outside.ts';

/** A message as the outside world received it; `channel` is `sms` or `mail`. */
type WitnessedMessage = {
  channel: string;
  to: string;
  from: string;
  subject: string | null;
  text: string;
  html: string | null;
  attachments: { name: string; type: string; size: number }[];
};

type Fault = { mode: string; only?: string; code?: string; times?: number };

/** SMS service and mail server of a test: the sandbox, speaking the real protocols. */
export type PostOffice = {
  /** Settings under which a server speaks to it. */
  environment: Record<string, string>;
  /** The same with the other SMS service. */
  tencent: Record<string, string>;
  /** What was sent to a number or address, newest first. */
  messages(to: string): Promise<WitnessedMessage[]>;
  fault(dependency: 'sms' | 'mail', fault: Fault): Promise<void>;
  /** Sets its clock to that of the database, which a test has moved. */
  followClock(): Promise<void>;
  close(): Promise<void>;
};

/** Starts the outside world for messages alone. */
export async function startPostOffice(): Promise<PostOffice> {
  const access = { SMS_ACCESS_KEY_ID: 'testkey', SMS_ACCESS_KEY_SECRET: 'testsecret' };
  const outside = await startOutside(access);
  const { url: origin, smtpPort } = outside;
  const allowedOrigins = [origin];
  return {
    environment: { ...access, SMS_ENDPOINT: `${origin}/sms`, SMTP_URL: `smtp://127.0.0.1:${smtpPort}` },
    tencent: {
      ...access,
      SMS_PROVIDER: 'tencent',
      SMS_APP_ID: '1400000000',
      SMS_ENDPOINT: `${origin}/tencent-sms`,
      SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    },
    messages: async (to) => {
      const answer = await callOut(`${origin}/api/messages?to=${encodeURIComponent(to)}`, { allowedOrigins });
      return JSON.parse(answer.text);
    },
    fault: (dependency, fault) => tell(origin, '/api/faults', { dependency, ...fault }),
    followClock: async () => {
      const { seconds } = await reading((tx) =>
        tx.selectFrom('clock_offset').select('seconds').executeTakeFirstOrThrow(),
      );
      await tell(origin, '/api/clock', { offsetSeconds: seconds });
    },
    close: async () => await outside.close(),
  };
}

async function tell(origin: string, path: string, told: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(told);
  const answer = await callOut(origin + path, { method: 'POST', headers, body, allowedOrigins: [origin] });
  if (answer.status >= 400) throw new Error(`The outside world answered ${answer.status} ${answer.text}`);
}
