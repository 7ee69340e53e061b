// @vitest-environment jsdom
import { named, press, pressNamed, write } from '@exam/ui/testing';
import { describe, expect, it } from 'vitest';
import { sessionsWords } from '../../messages/sessions.ts';
import { registrationWords } from '../../messages/registrations.ts';
import { open, useDesk } from '../../testing/screen.tsx';

const desk = useDesk();

async function openDialog({
  availability = 'Available',
  papers = 1,
}: { availability?: 'Available' | 'Full'; papers?: 1 | 2 } = {}) {
  const words = await sessionsWords.load('en');
  const labels = await registrationWords.load('en');
  const session = desk().example('sessions.get');
  const [paper] = session.papers;
  const other = { ...paper!, sessionSubjectId: paper!.sessionSubjectId.replace(/.$/, 'f') };
  desk().says('sessions.get', { ...session, availability, papers: papers === 1 ? [paper!] : [paper!, other] });
  const page = await open(desk(), '/sessions/:id', 'en', { choice: 0, rows: 2 });
  const isOffered = named(page, words.prepare) !== undefined;
  if (!isOffered) return { isOffered };
  await pressNamed(desk(), page, words.prepare);
  const dialog = document.querySelector<HTMLElement>('dialog[open]')!;
  const labelled = (text: string) =>
    [...dialog.querySelectorAll('label')].filter(({ textContent }) => textContent?.startsWith(text));
  const type = (text: string, value: string, at = 0) =>
    write(desk(), dialog.querySelector<HTMLInputElement>(`#${labelled(text)[at]?.htmlFor}`)!, value);
  const send = () => pressNamed(desk(), dialog, words.prepareSend);
  return { isOffered, words, labels, dialog, labelled, type, send };
}

describe('registering somebody', () => {
  it('asks for which paper where there are several', async () => {
    const { send, dialog } = await openDialog({ papers: 2 });
    await send!();
    const early = desk().sent.length;
    await press(desk(), dialog!.querySelectorAll<HTMLElement>('input[type=checkbox]')[1]!);
    await send!();

    expect(early).toBe(0);
    expect(desk().sent).toMatchObject([{ body: { sessionSubjectIds: [expect.stringMatching(/f$/)] } }]);
  });

  it('of an adult asks neither birth date nor guardian where the card says it', async () => {
    const { labels, labelled, type, send, words } = await openDialog();
    await type!(words!.preparePhone, '138 0013 8000');
    await type!(labels!.document, '110101199003077838', 0);
    await type!(labels!.lastName, 'WANG');
    await type!(labels!.firstName, 'XIAOMING');
    const asked = [labels!.dob, labels!.otherGuardian, labels!.guardianRelation].map((text) => labelled!(text).length);
    await send!();

    expect(asked).toEqual([0, 0, 0]);
    expect(desk().sent.map(({ body, wrong }) => ({ body, wrong }))).toEqual([
      {
        wrong: null,
        body: {
          sessionSubjectIds: [expect.any(String)],
          phone: '138 0013 8000',
          language: 'zh',
          candidate: {
            idType: 'IDCard',
            idNo: '110101199003077838',
            lastName: 'WANG',
            firstName: 'XIAOMING',
            noGivenName: false,
          },
        },
      },
    ]);
  });

  it('of a child asks for the guardian, and sends them', async () => {
    const { labels, type, send, words } = await openDialog();
    await type!(words!.preparePhone, '13800138000');
    await type!(labels!.document, '310115201202290020', 0);
    await type!(labels!.lastName, 'WANG');
    await type!(labels!.name, '王晓明');
    await type!(labels!.mobile, '13800138000', 1);
    await send!();

    expect(desk().sent).toMatchObject([
      { body: { candidate: { noGivenName: true, guardianModel: { name: '王晓明', mobile: '13800138000' } } } },
    ]);
  });

  it('is not offered where nothing can be ordered', async () => {
    expect((await openDialog({ availability: 'Full' })).isOffered).toBe(false);
  });
});
