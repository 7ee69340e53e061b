import { addDays, chinaDateOf } from '@exam/contract/rules';
import { staffProgram } from './officers.ts';

/**
 * Two published sessions of TKT that are open, on days of their own at one venue, and another venue of that city.
 * @param at in how many days the first is
 */
export async function givenSessions(at: number) {
  const officer = await staffProgram('officer');
  const { venues } = await officer('sessions.choices', {});
  const { list } = await officer('sessions.search', { body: { pageIndex: 1, pageSize: 100, status: 'Published' } });
  const source = list.find(({ venueName, productName }) => venueName !== null && productName.startsWith('TKT'));
  const known = await officer('sessions.get', { params: { id: source?.id ?? '' } });
  const first = addDays(chinaDateOf(new Date().toISOString()), at);
  const ids: string[] = [];
  for (const days of [0, 1]) {
    const { id, version } = await officer('sessions.clone', {
      params: { id: known.id },
      body: { examDate: addDays(first, days), invitationCode: null },
    });
    const published = await officer('sessions.publish', { params: { id }, body: { version } });
    const { publishEndAt } = await officer('sessions.get', { params: { id } });
    await officer('sessions.changeWindow', {
      params: { id },
      body: { version: published.version, publishStartAt: null, publishEndAt, reason: 'Opened early.' },
    });
    ids.push(id);
  }
  const other = venues.find(({ cityId, id }) => cityId === known.cityId && id !== known.venueId);
  const sessions = () => Promise.all(ids.map((id) => officer('sessions.get', { params: { id } })));
  return { officer, sessions, other, range: `from=${first}&to=${addDays(first, 1)}` };
}
