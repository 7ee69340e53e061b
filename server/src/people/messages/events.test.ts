import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notify, tasks as noticeTasks } from '#people/notices';
import { randomId } from '#platform/chance';
import { databasePool, inTransaction, reading } from '#platform/database';
import { openTestPlatform } from '#testing/app';
import { runDueJobs } from '#platform/worker';
import { givenAccount, startPostOffice, type PostOffice, moveClockTo } from '#testing';
import { composeMail, composeSms } from './compose.ts';
import { tasks } from './index.ts';
import type { MessageKind } from './kinds.ts';
import { messageKinds, sampleOf } from './samples.ts';

/** Answers to a code that was asked for; what staff wait for; what goes by mail alone, for the number is somebody else's. */
const others = [
  ...(['verificationCode', 'numberTaken', 'addressTaken', 'numberResting', 'addressResting'] as const),
  ...([
    'staffInvitation',
    'numberReleased',
    'registrationPrepared',
    'guardianNotice',
    'guardianReplaced',
    'guardianPickup',
    'guardianAnswered',
    'objectionRefused',
    'objectionUpheld',
    'guardianEnded',
    'venueMissing',
  ] as const),
] as const;
type Told = Exclude<MessageKind, (typeof others)[number]>;

/** Whatever tells a person of something they wait for; a new kind is one of them by itself. */
const told = messageKinds.filter((kind): kind is Told => !others.some((other) => other === kind));

const sites = { publicUrl: 'https://exams.example', consoleUrl: 'https://console.example' };
// A letter is sent by the task of letters, which typesets it; what is tested here is the sending.
const letters = { 'letters.mail': async (job: unknown) => await tasks['messages.send']?.(job) };
const all = { ...tasks, ...noticeTasks, ...letters };
let office: PostOffice;
let close: () => Promise<void>;

beforeAll(async () => {
  office = await startPostOffice();
  close = await openTestPlatform(office.environment);
  // Before what the examples remind of: what is over is not reminded of.
  await moveClockTo('2026-11-20T04:00:00.000Z');
  await office.followClock();
});
afterAll(async () => {
  await close();
  await office.close();
});

describe('an event that a person waits for', () => {
  it.each(told)('has words by mail and SMS in both languages: %s [C39]', (kind) => {
    for (const language of ['en', 'zh'] as const) {
      const mail = composeMail(sampleOf(kind), language, sites);
      expect(mail?.subject, `${kind} ${language}`).toMatch(language === 'zh' ? /\p{Script=Han}|Your room/u : /\w/);
      expect(composeSms(sampleOf(kind), language)?.templateCode).toMatch(/^SMS_[A-Z_]+_(EN|ZH)$/);
    }
  });

  it('is told exactly once by each channel, however often it is noted and by two workers at once [C39]', async () => {
    const email = 'everything@example.cn';
    const { id: accountId, phone } = await givenAccount({ email });
    const objects = told.map((kind) => ({ kind, objectId: randomId() }));
    const note = async () => {
      for (const { kind, objectId } of objects)
        await inTransaction((tx) =>
          notify(tx, { ...sampleOf(kind), accountId, objectId } as Parameters<typeof notify>[1]),
        );
    };

    await Promise.all([note(), note()]);
    await Promise.all([runDueJobs(all), runDueJobs(all)]);
    await note();
    await runDueJobs(all);

    expect(await office.messages(email)).toHaveLength(told.length);
    expect(await office.messages(phone)).toHaveLength(told.length);
    const states = await reading((tx) =>
      sql<{ state: string; count: number }>`select state, count(*)::int as count from message group by state`.execute(
        tx,
      ),
    );
    expect(states.rows).toEqual([{ state: 'Sent', count: 2 * told.length }]);
  });

  it('whose job runs twice at the same moment still reaches the person once [C39]', async () => {
    const email = 'once@example.cn';
    const { id: accountId } = await givenAccount({ email });
    await inTransaction((tx) =>
      notify(tx, { ...sampleOf('registered'), accountId, objectId: accountId, channels: ['mail'] } as Parameters<
        typeof notify
      >[1]),
    );
    const { rows } = await databasePool().query(`select id from message where account_id = $1`, [accountId]);
    const messageId = String(rows[0].id);

    await Promise.all([tasks['messages.send']?.({ messageId }), tasks['messages.send']?.({ messageId })]);

    expect(await office.messages(email)).toHaveLength(1);
  });
});
