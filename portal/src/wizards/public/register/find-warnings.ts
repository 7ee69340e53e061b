import { liveApplicationStates } from '@exam/contract/machines';
import { timesOverlap, type Sitting } from '@exam/contract/rules';
import { wire } from '@exam/contract/wire';
import { api } from '../../../app/api.ts';
import { candidateName, type PickerRow } from '../../parts/candidates/candidates.ts';
import { findRepeats, type Warning } from '../../parts/candidates/warnings.ts';

type Question = { productId: string; subjectIds: readonly string[]; sitting: Sitting; people: readonly PickerRow[] };
type Exam = Sitting & { name: string; exam: string };

const live: readonly string[] = liveApplicationStates.map((state) => wire.applicationStatus[state]);

/**
 * Asks the server for repeat registrations of these people, and compares the session's time with the account's cart and exams. A
 * question that gets no answer warns of nothing: the submission is checked again.
 */
export async function findWarnings(question: Question): Promise<Warning[]> {
  const [repeats, exams] = await Promise.all([
    findRepeats({ ...question, subjectId: question.subjectIds[0] ?? null }),
    findExams(),
  ]);
  const clashes = question.people.flatMap((person) => {
    const name = candidateName(person);
    const other = exams.find((exam) => exam.name === name && timesOverlap(exam, question.sitting));
    return other ? [{ kind: 'clash' as const, name, exam: other.exam, sitting: other }] : [];
  });
  return [...repeats, ...clashes];
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
