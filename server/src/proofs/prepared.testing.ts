import { keepPrepared } from '#desk/prepared';
import { inTransaction } from '#platform/database';
import type { Household } from './world.testing.ts';

/** Something that staff typed for the number of a household. @returns its id. */
export async function givenPrepared({ browser, cart }: Household): Promise<string> {
  return await inTransaction((tx) =>
    keepPrepared(
      tx,
      { name: 'A colleague' },
      {
        sessionId: cart.exam.sessionId,
        sessionSubjectIds: cart.exam.paperIds.slice(0, 1),
        phone: browser.phone,
        language: 'zh',
        candidate: {
          idType: 'Passport',
          idNo: 'E12345679',
          lastName: 'ZHANG',
          firstName: 'SAN',
          gender: 'Male',
          dob: '1990-03-07',
        },
      },
    ),
  );
}
