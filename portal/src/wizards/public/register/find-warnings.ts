import { liveApplicationStates } from '@exam/contract/machines';
import { timesOverlap, type Sitting } from '@exam/contract/rules';
import { wire } from '@exam/contract/wire';
import { api } from '../../../app/api.ts';
import { candidateName, type PickerRow } from '../../../page/candidates.ts';
import { findRepeats, type Warning } from '../../parts/candidates/warnings.ts';

/** A sitting with the name of what is sat. */
type Wanted = Sitting & { subjectIds: readonly string[]; exam: string };
type Question = { productId: string; wanted: readonly Wanted[]; people: readonly PickerRow[] };
type Exam = Sitting & { name: string; exam: string };

const live: readonly string[] = liveApplicationStates.map((state) => wire.applicationStatus[state]);

/**
 * Asks the server for repeat registrations of these people, and compares the times that are wanted with each other and with the account's
 * cart and exams. A question that gets no answer warns of nothing: the submission is checked again.
 */
export async function findWarnings({ productId, wanted, people }: Question): Promise<Warning[]> {
  const [exams, ...repeats] = await Promise.all([
    findExams(),
    ...wanted.map(({ subjectIds: [subjectId = null] }) => findRepeats({ productId, subjectId, people })),
  ]);
  const clashes = people.flatMap((person) => {
    const name = candidateName(person);
    return wanted.flatMap((sitting, at) => {
      const others = [...wanted.slice(0, at), ...exams.filter((exam) => exam.name === name)];
      const other = others.find((exam) => timesOverlap(exam, sitting));
      return other ? [{ kind: 'clash' as const, name, exam: other.exam, sitting: other }] : [];
    });
  });
  const names = new Set(repeats.flat().map(({ name }) => name));
  return [...[...names].map((name) => ({ kind: 'repeat' as const, name })), ...clashes];
}

async function findExams(): Promise<Exam[]> {
  const [cart, exams] = await Promise.all([
    api('application.cart', { body: { pageIndex: 1, pageSize: 100 } }, { isQuiet: true }).catch(() => null),
    api(
      'application.search',
      { body: { pageSize: 100, sorts: [{ field: 'examDate', desc: true }] } },
      { isQuiet: true },
    ).catch(() => null),
  ]);
  const registered = (exams?.list ?? []).filter((exam) => live.includes(exam.applicationStatus));
  return [...(cart?.list ?? []), ...registered].map((exam) => ({
    name: exam.candidateName,
    exam: exam.subjectName,
    examDate: exam.examDate,
    startTime: exam.startTime,
    endTime: exam.endTime,
  }));
}
