// @vitest-environment jsdom
import { named, press } from '@exam/ui/testing';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { registrationWords } from '../../../messages/registration.ts';
import { show, usePortal } from '../../../testing/site.ts';
import { noteImported, type PickerRow } from '../../../page/candidates.ts';
import { CandidateTiles } from './tiles.tsx';

const portal = usePortal();

function Tiles({ rows, isOne }: { rows: readonly PickerRow[]; isOne: boolean }) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  return (
    <CandidateTiles
      rows={rows}
      chosen={chosen}
      isOne={isOne}
      examDate={null}
      errors={[]}
      onChosen={setChosen}
      onEdit={() => undefined}
      more={() => null}
    />
  );
}

/** Shows this number of saved candidates. @returns how many are ticked, and presses a button by its name */
async function choosing(count: number, isOne = false) {
  const { candidate: words } = await registrationWords.load('en');
  const [row] = portal().example('candidate.all');
  const rows = Array.from({ length: count }, (_, at) => ({ ...row!, id: `id-${at}`, lastName: `NO${at}` }));
  const page = await show(portal(), '/exam-registration?product=tkt', <Tiles rows={rows} isOne={isOne} />);
  return {
    words,
    ticked: () => page.querySelectorAll('input:checked').length,
    press: async (name: string) => await press(portal(), named(page, name)!),
    offers: (name: string) => named(page, name) !== undefined,
  };
}

describe('the saved candidates of a registration', () => {
  it('are ticked by one press where they were imported last, also beyond those that are shown; nobody else is', async () => {
    noteImported(['id-40', 'id-41', 'id-42', 'gone']);
    const { words, ticked, press: pressed, offers } = await choosing(50);

    await pressed(words.chooseImported(3));
    const some = ticked();
    await pressed(words.chooseNone);
    const none = ticked();
    noteImported([]);

    expect([some, none, offers(words.chooseAll(50))]).toEqual([3, 0, false]);
  });

  it('are all ticked by one press, and unticked by another', async () => {
    const { words, ticked, press: pressed } = await choosing(3);

    const counts = [ticked()];
    await pressed(words.chooseAll(3));
    counts.push(ticked());
    await pressed(words.chooseNone);
    counts.push(ticked());

    expect(counts).toEqual([0, 3, 0]);
  });

  it('are ticked one by one where there are two, more than are shown, or only one can be chosen', async () => {
    const offered = [];
    for (const [count, isOne] of [
      [2, false],
      [21, false],
      [3, true],
    ] as const) {
      const { words, offers } = await choosing(count, isOne);
      offered.push(offers(words.chooseAll(count)));
    }

    expect(offered).toEqual([false, false, false]);
  });
});
