// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { press } from '@exam/ui/testing';
import { registrationWords } from '../../../messages/registration.ts';
import { show, usePortal } from '../../../testing/site.ts';
import { CandidateChoice, type CandidateList } from './choice.tsx';

const portal = usePortal();

/** The choice from so many saved candidates: who is chosen at first, and once the first of them is pressed. */
async function chosenOf(count: number) {
  await registrationWords.load('en');
  const [row] = portal().example('candidate.all');
  const ids = Array.from({ length: count }, (_, at) => `0b6f0a52-6a2e-4c1a-9c55-00000000000${at}`);
  portal().says('candidate.all', () => ids.map((id) => ({ ...row!, id })));
  const shown: string[][] = [];
  const list = ({ rows, chosen, onChosen }: CandidateList) => {
    shown.push([...chosen]);
    const [first] = rows;
    return (
      <button type="button" onClick={() => onChosen(first && !chosen.includes(first.id) ? [first.id] : [])}>
        {chosen.length}
      </button>
    );
  };
  const page = await show(
    portal(),
    '/exam-registration?product=tkt',
    <CandidateChoice initial={[]} isOne={false}>
      {list}
    </CandidateChoice>,
  );
  const atFirst = shown.at(-1)?.length;
  await press(portal(), page.querySelector('button')!);
  return [atFirst, shown.at(-1)?.length];
}

it('begins with the only candidate there is, who stays away once unticked; of several nobody is chosen', async () => {
  expect([await chosenOf(1), await chosenOf(2)]).toEqual([
    [1, 0],
    [0, 1],
  ]);
});
