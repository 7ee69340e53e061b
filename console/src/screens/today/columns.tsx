import { useMessages } from '@exam/ui/i18n';
import { InstantText } from '@exam/ui/parts';
import type { ListColumn } from '../../list/staff-list.tsx';
import { Money, AboutLine, WorkingTimeLeft } from '../../page/index.ts';
import { todayWords } from '../../messages/today.ts';
import type { Item } from './types.ts';

/** What the board shows of an item. */
export function useColumns(): ListColumn<Item>[] {
  const words = useMessages(todayWords);
  return [
    {
      key: 'about.candidateName',
      header: words.about,
      gives: true,
      cell: (item) => <AboutLine {...item} />,
    },
    { key: 'kind', header: words.kind, cell: (item) => words.kinds[item.kind] },
    {
      key: 'about.amount',
      header: words.amount,
      value: 'money',
      end: true,
      cell: (item) => <Money fen={item.about?.amount ?? null} />,
    },
    { key: 'label', header: words.label, isExtra: true, cell: (item) => item.label ?? '–' },
    { key: 'dueAt', header: words.due, sort: 'dueAt', cell: (item) => <InstantText at={item.dueAt} /> },
    {
      key: 'workingSecondsLeft',
      header: words.left,
      end: true,
      cell: (item) => <WorkingTimeLeft seconds={item.workingSecondsLeft} />,
    },
    { key: 'assignedTo.name', header: words.assigned, cell: (item) => item.assignedTo?.name ?? words.nobody },
  ];
}
