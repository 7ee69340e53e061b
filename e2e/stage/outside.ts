import { expect } from 'vitest';
import { placeOf } from './places.ts';

/** A message as its recipient got it. */
export type Message = {
  id: string;
  channel: 'sms' | 'mail';
  to: string;
  subject: string;
  text: string;
  at: string;
  attachments: readonly { name: string; type: string; size: number }[];
};

/** A payment as the channel's own books have it; money in fen. */
export type Trade = {
  tradeNo: string;
  /** How the channel's own pages name it. */
  cashierId: string;
  status: string;
  amountFen: number;
  payments: readonly { amountFen: number }[];
  refunds: readonly { amountFen: number }[];
};

async function ask<T>(path: string, body?: object): Promise<T> {
  const init = body && {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  const answer = await fetch(placeOf('outside') + path, init);
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** Everything sent to a phone number or address, newest first. */
export async function messagesTo(recipient: string): Promise<Message[]> {
  return await ask(`/api/messages?to=${encodeURIComponent(recipient)}`);
}

/** Waits for a message that contains `words`, and gives it. */
export async function messageWith(recipient: string, words: RegExp): Promise<Message> {
  const find = async () => (await messagesTo(recipient)).find(({ text, subject }) => words.test(`${subject}\n${text}`));
  await expect
    .poll(async () => (await find())?.id, { interval: 200, message: `${recipient} gets ${words}` })
    .toBeDefined();
  const found = await find();
  if (!found) throw new Error('The message has gone.');
  return found;
}

/** Waits for a code of six digits among what came after `before` messages, and gives it; a welcome may come in between. */
export async function codeSentTo(recipient: string, before: number): Promise<string> {
  const find = async () => {
    const all = await messagesTo(recipient);
    const codes = all.slice(0, all.length - before).map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]);
    return codes.find((code) => code !== undefined);
  };
  await expect.poll(find, { interval: 100, message: `${recipient} gets a code` }).toBeDefined();
  const code = await find();
  if (code === undefined) throw new Error('The code has gone.');
  return code;
}

/** The channel's books. */
export async function trades(): Promise<Trade[]> {
  return await ask('/api/payments');
}

/** Lets something happen to a payment without a person at the pay page. */
export async function settle(tradeNo: string, outcome: string): Promise<Trade> {
  return await ask(`/api/payments/${tradeNo}/settle`, { outcome });
}

/** Somebody gives money back in the channel's own console; amount in fen. */
export async function refundInConsole(tradeNo: string, amountFen: number): Promise<void> {
  await ask(`/api/payments/${tradeNo}/refund`, { amountFen });
}

/** By how much everybody's clock is ahead. */
let offsetSeconds = 0;

/** Moves everybody's clock on by this many minutes, runs, and puts it back whatever happened. */
export async function minutesLater<T>(minutes: number, act: () => Promise<T>): Promise<T> {
  const before = offsetSeconds;
  const move = (seconds: number) => ask('/api/clock', { offsetSeconds: (offsetSeconds = seconds) });
  await move(before + minutes * 60);
  try {
    return await act();
  } finally {
    await move(before);
  }
}

/** Makes one of the neighbours of the portal fail, runs, and mends it whatever happened. */
export async function withFault<T>(fault: { dependency: string; mode: string }, act: () => Promise<T>): Promise<T> {
  await ask('/api/faults', fault);
  try {
    return await act();
  } finally {
    await ask('/api/faults', { dependency: fault.dependency, mode: 'ok' });
  }
}

/** What the authenticator of a member of the demonstration's staff shows now. */
export async function authenticatorCode(account: string): Promise<string> {
  const { code } = await ask<{ code: string }>(`/api/totp?account=${encodeURIComponent(account)}`);
  return code;
}
