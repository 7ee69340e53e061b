import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notify } from '#people/notices';
import { randomId } from '#platform/chance';
import { inTransaction, reading } from '#platform/database';
import { openTestPlatform } from '#testing/app';
import { unseal } from '#platform/vault';
import { givenAccount, givenBirth, givenCartLine, givenExam } from '#testing';
import { composeMail, composeSms } from './compose.ts';
import type { CodeMessage, Message, MessageKind } from './kinds.ts';
import { messageKinds, sampleOf } from './samples.ts';
import { messagePlace } from './write.ts';

/** The registration of `ZHANG SAN` and the account it is in. */
type Registered = { accountId: string; id: string };
type Language = 'zh' | 'en';

let close: () => Promise<void>;
beforeAll(async () => {
  close = await openTestPlatform();
});
afterAll(async () => await close());

async function givenRegistration(language: Language): Promise<Registered> {
  const { id: accountId } = await givenAccount({ language, email: `${randomId()}@example.com` });
  return { accountId, id: await givenCartLine(accountId, await givenExam()) };
}

/** What a message says: everything a mail or an SMS of it carries. */
type Read = { kind: MessageKind; channel: 'sms' | 'mail'; words: string };

async function messagesTo(accountId: string): Promise<Read[]> {
  const rows = await reading((tx) =>
    tx.selectFrom('message').selectAll().where('account_id', '=', accountId).execute(),
  );
  return rows.map(({ id, kind, channel, language, values_sealed: sealed }) => {
    const values = JSON.parse(unseal(sealed ?? Buffer.alloc(0), messagePlace(id, 'values'))) as object;
    const message = { kind, values } as Message;
    const sites = { publicUrl: 'https://exams.example', consoleUrl: 'https://console.example' };
    const said = channel === 'mail' ? composeMail(message, language, sites) : composeSms(message, language);
    return { kind: message.kind, channel, words: JSON.stringify([values, said]) };
  });
}

/** Every kind an account is told, about one registration and its person. */
async function tellEverything({ accountId, id }: Registered): Promise<MessageKind[]> {
  const kinds = messageKinds.filter((kind) => !toNoAccount.includes(kind));
  const named = { candidateName: 'ZHANG SAN', applicationId: id, bookingId: id, requestId: id };
  for (const kind of kinds) {
    const message = sampleOf(kind) as Exclude<Message, CodeMessage>;
    const values = JSON.parse(
      JSON.stringify(message.values),
      (key, value: unknown) => Reflect.get(named, key) ?? value,
    );
    await inTransaction((tx) => notify(tx, { ...message, values, accountId, objectId: id }));
  }
  return kinds;
}

const codes: Record<CodeMessage['kind'], true> = {
  verificationCode: true,
  numberTaken: true,
  addressTaken: true,
  numberResting: true,
  addressResting: true,
};
/** What goes to a number or an address alone, and so not through `notify`; none has a name among its values. */
const toNoAccount: readonly string[] = [
  ...Object.keys(codes),
  'registrationPrepared',
  'guardianNotice',
  'guardianReplaced',
  'guardianPickup',
  'guardianAnswered',
  'objectionRefused',
  'objectionUpheld',
  'guardianEnded',
  'staffInvitation',
  'venueMissing',
];

describe('The name of a child in messages (PIPL 6, 28)', () => {
  it.each(['zh', 'en'] as const)('is in none of any kind in full (%s)', async (language) => {
    const child = await givenRegistration(language);
    await givenBirth('application', child.id, '2014-05-06');
    const kinds = await tellEverything(child);
    const told = await messagesTo(child.accountId);
    expect(new Set(told.map(({ kind }) => kind))).toEqual(new Set(kinds));
    expect(told.filter(({ words }) => /\bSAN\b/.test(words)).map(({ kind }) => kind)).toEqual([]);
    const naming = told.filter(({ words }) => words.includes('ZHANG S***'));
    expect(naming.length).toBeGreaterThan(30);
  });

  it('is kept by no kind that goes to no account', () => {
    const told = toNoAccount.map((kind) => JSON.stringify(sampleOf(kind as MessageKind)));
    expect(told.filter((values) => values.includes('candidateName'))).toEqual([]);
  });

  it('stays whole for an adult', async () => {
    const adult = await givenRegistration('en');
    await tellEverything(adult);
    const told = await messagesTo(adult.accountId);
    expect(told.filter(({ words }) => words.includes('***'))).toEqual([]);
    expect(told.filter(({ words }) => words.includes('ZHANG SAN')).length).toBeGreaterThan(30);
  });
});
