import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, givenSignedIn, moveClockTo, openTestServer, type TestServer } from '#testing';
import { add } from '#testing/child';
import { routes } from './index.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer(routes);
  await moveClockTo('2026-11-20T04:00:00.000Z');
});
afterAll(() => server.close());

const adult = { idType: 'IDCard', idNo: '110101199003077838', lastName: 'Wang', firstName: 'Xiaoming' };

describe('a saved candidate', () => {
  it('may have a Chinese name, which stays where a change does not name it, and goes where it is emptied', async () => {
    const browser = await givenSignedIn(server.url);
    const id = await add(browser, { ...adult, nameZh: ' 王 小明 ' });
    const shown = async () => (await ask(browser, 'candidate.get', { params: { id } })).body['nameZh'];
    const change = async (part: object) => {
      const { idNo: _kept, ...known } = adult;
      await ask(browser, 'candidate.modify', { body: { ...known, id, ...part } });
      return await shown();
    };

    const seen = [
      await shown(),
      await change({}),
      await change({ nameZh: '阿卜杜.热合曼' }),
      await change({ nameZh: null }),
    ];

    expect(seen).toEqual(['王小明', '王小明', '阿卜杜·热合曼', null]);
    const wrong = await ask(browser, 'candidate.modify', { body: { ...adult, id, nameZh: 'Xiaoming' } });
    expect([wrong.status, wrong.text.includes('"nameZh"')], wrong.text).toEqual([412, true]);
  });
});
