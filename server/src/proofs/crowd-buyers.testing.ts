import { inTransaction } from '#platform/database';
import { beginSession } from '#people/accounts';
import { givenAccount, givenCartLine, type TestExam } from '#testing';

/** How many are planted at a time. */
const atOnce = 10;

/** People who are signed in and have one line in the cart for each of the exams that `wanted` gives them. */
export async function plantBuyers(
  number: number,
  wanted: () => readonly TestExam[],
): Promise<{ token: string; applicationIds: string[] }[]> {
  const buyers: { token: string; applicationIds: string[] }[] = [];
  const origin = { ip: '10.1.1.1', userAgent: 'A browser of a test' };
  const plant = async (): Promise<void> => {
    while (buyers.length < number) {
      const buyer = { token: '', applicationIds: [] as string[] };
      buyers.push(buyer);
      const { id: accountId } = await givenAccount();
      buyer.token = (await inTransaction((tx) => beginSession(tx, { accountId, origin }))).token;
      for (const exam of wanted()) buyer.applicationIds.push(await givenCartLine(accountId, exam));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, plant));
  return buyers;
}
