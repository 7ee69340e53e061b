import { expect, it } from 'vitest';
import { ask, askStaff, givenStaff, type SignedInStaff } from '#testing';
import { givenBooking, givenPerson, givenProduct, request, useDesk } from '#testing/bookings-desk';

const desk = useDesk();

it('the list of bookings shows the Chinese name beside the pinyin, and a child’s as masked to who has no approval [3-domain 6.3]', async () => {
  const product = await givenProduct();
  const { browser, officer } = await givenBooking(desk, product);
  const newcomer = await givenStaff(desk.server.consoleUrl, {
    roles: ['examOfficer'],
    offices: [product.officeId],
    opensMinors: false,
  });
  const child = await givenPerson(browser, '2014-05-06');
  const asked = await ask(browser, 'booking.submit', { body: request(product, child, { leaveAlone: false }) });
  const namesFor = async (staff: SignedInStaff) => {
    const { body } = await askStaff(staff, 'bookings.search', { body: {} });
    const list = body['list'] as { candidateName: string; candidateNameZh: string | null }[];
    return list.map((row) => [row.candidateName.replace(/XIAO./, 'XIAO'), row.candidateNameZh]);
  };

  expect(asked.status, asked.text).toBe(200);
  expect(await namesFor(officer)).toEqual([
    ['WANG XIAO', '王小明'],
    ['WANG XIAO', '王小明'],
  ]);
  expect(await namesFor(newcomer)).toEqual([
    ['WANG X***', '王**'],
    ['WANG XIAO', '王小明'],
  ]);
});
