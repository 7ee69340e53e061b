import { serviceHours, workingCalendar } from '@exam/contract/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '#offer/catalogue';
import { seedDemo } from '#demo';
import { createBrowser, startTestApp } from '#testing/app';
import { moveClockTo } from '#testing';

let app: Awaited<ReturnType<typeof startTestApp>>;

beforeAll(async () => {
  app = await startTestApp({ routes });
  await moveClockTo('2027-01-28T02:00:00.000Z');
  await seedDemo();
});
afterAll(() => app.close());

describe('who answers, where and when', () => {
  it('knows the holidays ahead, so that the page can say when somebody answers [call:site.contacts]', async () => {
    // given the evening before the Spring Festival of 2027, which is provisional
    await moveClockTo('2027-02-04T10:00:00.000Z');

    // when
    const { now, days } = await createBrowser(app.url, 'zh').call('site.contacts', {});
    const hours = serviceHours(now, workingCalendar(days));

    // then
    expect(days.map(({ date }) => date)).toEqual([
      '2027-02-05',
      '2027-02-06',
      '2027-02-07',
      '2027-02-08',
      '2027-04-05',
    ]);
    expect(days[0]).toEqual({ date: '2027-02-05', kind: 'Holiday', name: '春节', isProvisional: true });
    expect(hours).toEqual({ open: false, changesAt: '2027-02-09T01:00:00.000Z' });
  });

  it('names every office with its cities, and an operator that is marked as invented [call:site.contacts]', async () => {
    const { offices, operator } = await createBrowser(app.url).call('site.contacts', {});

    expect(offices.map(({ name, cities }) => [name, cities.length])).toEqual([
      ['Beijing office', 7],
      ['Shanghai office', 4],
      ['Guangzhou office', 3],
      ['Chongqing office', 1],
    ]);
    expect(offices[1]).toMatchObject({ email: 'shanghai@kaotu.example', phone: '021-5555 0102' });
    expect(operator).toMatchObject({ isDemonstration: true, childrenOfficer: 'Luo Wei' });
  });
});
