import type { WorkAbout } from '@exam/contract/staff';
import { useMessages } from '@exam/ui/i18n';
import { DateText } from '@exam/ui/parts';
import { pageWords } from '../messages/page.ts';
import { type Fact, Money } from './facts.tsx';
import { typed } from './words.tsx';

/** Who and what a piece of work is about, in a line: the name first. */
export function AboutLine({ about, label }: { about: WorkAbout | null; label: string | null }) {
  if (about === null) return label ?? '–';
  const { candidateName, exam, examDate } = about;
  return (
    <>
      {candidateName !== null && <strong>{typed(candidateName)}</strong>}
      {candidateName !== null && exam !== null && ' · '}
      {exam}
      {examDate !== null && (
        <>
          {' · '}
          <DateText date={examDate} weekday={false} />
        </>
      )}
    </>
  );
}

/** The same as facts of a page. */
export function useAboutFacts(about: WorkAbout | null): Fact[] {
  const words = useMessages(pageWords).about;
  if (about === null) return [];
  const { candidateName, exam, examDate, amount } = about;
  return [
    { term: words.candidate, detail: typed(candidateName) },
    { term: words.exam, detail: exam },
    { term: words.examDate, detail: examDate === null ? null : <DateText date={examDate} /> },
    { term: words.amount, detail: amount === null ? null : <Money fen={amount} /> },
  ];
}
