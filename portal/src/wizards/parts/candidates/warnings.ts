import type { Sitting } from '@exam/contract/rules';
import { api } from '../../../app/api.ts';
import { candidateName, type PickerRow } from '../../../page/candidates.ts';

/** What a person should know before going on; it stops nobody. */
export type Warning =
  | { kind: 'repeat'; name: string }
  | { kind: 'clash'; name: string; exam: string; sitting: Sitting };

/** Who of these people registered for the product, and subject if there is one, within a month. A question without an answer warns of nothing. */
export async function findRepeats(question: {
  productId: string;
  subjectId: string | null;
  people: readonly PickerRow[];
}): Promise<Warning[]> {
  const { productId, subjectId, people } = question;
  const answers = await Promise.all(
    people.map(async (person) => {
      const body = { candidateId: person.id, productId, subjectId };
      const { isValid } = await api('booking.checkRepeat', { body }, { isQuiet: true }).catch(() => ({
        isValid: true,
      }));
      return { person, isValid };
    }),
  );
  return answers
    .filter((answer) => !answer.isValid)
    .map(({ person }) => ({ kind: 'repeat', name: candidateName(person) }));
}
