// @vitest-environment jsdom
import { pressNamed } from '@exam/ui/testing';
import { describe, expect, it } from 'vitest';
import { accountWords } from '../../messages/account.ts';
import { open, usePortal } from '../../testing/site.ts';

const portal = usePortal();
const dialog = () => document.querySelector('dialog[open]')!;
const createdAt = '2026-11-20T04:00:00.000Z';
const addressOf = (secret: string) => `https://exam.example/api/calendar/${secret}/dates.ics`;

describe('the calendar of the account', () => {
  const openCalendar = async (since: string | null, language: 'en' | 'zh' = 'en') => {
    const { calendar: words } = await accountWords.load(language);
    let state = since;
    let count = 0;
    portal().says('calendar.state', () => ({ createdAt: state }));
    portal().says('calendar.make', () => {
      state = createdAt;
      count += 1;
      return { address: addressOf(`made${count}`), createdAt };
    });
    portal().says('calendar.show', () => ({ address: addressOf('kept'), createdAt }));
    portal().says('calendar.end', () => {
      state = null;
      return null;
    });
    const page = await open(portal(), '/candidate/account', language);
    return { words, section: page.querySelector('#calendar')! };
  };
  const codeIn = (section: Element) => section.querySelector('code')?.textContent;
  const sent = () =>
    portal()
      .sent.map(({ name }) => name)
      .filter((name) => name.startsWith('calendar.'));

  it('is off until it is turned on, then shows the address, a way to open it and one line for each kind of device', async () => {
    const { words, section } = await openCalendar(null);
    const before = [codeIn(section), section.querySelector('a')];

    await pressNamed(portal(), section, words.turnOn);

    expect(before).toEqual([undefined, null]);
    expect(section.textContent).toContain(words.content);
    expect(codeIn(section)).toBe(addressOf('made1'));
    expect(section.querySelector('a')?.getAttribute('href')).toBe('webcal://exam.example/api/calendar/made1/dates.ics');
    expect([...section.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual(words.ways);
    expect(sent()).toEqual(['calendar.make']);
  });

  it('shows the address again when asked, and asks before it makes another', async () => {
    const { words, section } = await openCalendar(createdAt, 'zh');
    const before = codeIn(section);

    await pressNamed(portal(), section, words.show);
    const shown = codeIn(section);
    await pressNamed(portal(), section, words.renew);
    const question = dialog().textContent;
    await pressNamed(portal(), dialog(), words.renew);

    expect([before, shown, codeIn(section)]).toEqual([undefined, addressOf('kept'), addressOf('made1')]);
    expect(question).toContain(words.stops);
    expect(sent()).toEqual(['calendar.show', 'calendar.make']);
  });

  it('is turned off after a question, and shows no address any more', async () => {
    const { words, section } = await openCalendar(createdAt);
    await pressNamed(portal(), section, words.show);

    await pressNamed(portal(), section, words.end);
    await pressNamed(portal(), dialog(), words.end);

    expect(codeIn(section)).toBeUndefined();
    expect(section.textContent).toContain(words.turnOn);
    expect(sent()).toEqual(['calendar.show', 'calendar.end']);
  });

  it('says so when somebody turned it off in another window', async () => {
    const { words, section } = await openCalendar(createdAt);
    portal().says('calendar.state', () => ({ createdAt: null }));
    portal().refuses('calendar.show', 404, { code: 'NOT_FOUND' });

    await pressNamed(portal(), section, words.show);

    expect(section.textContent).toContain(words.turnOn);
  });
});
