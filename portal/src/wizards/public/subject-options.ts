import type { CandidateType } from '@exam/contract/entities';
import type { Product } from '../../app/catalogue.ts';
import { groupedBy } from '../../app/grouped-by.ts';

type Subject = Product['subjects'][number];

/** One thing to register for: a subject, or the papers of a combined set, which are sold as one. */
export type SubjectOption = { ids: readonly string[]; subjects: readonly Subject[] };

/** What a candidate of this type may choose, in the catalogue's order; all of it for a family without a split. */
export function subjectOptions(product: Product, type: CandidateType | null): SubjectOption[] {
  const open = product.subjects.filter((subject) => type === null || subject.candidateTypes.includes(type));
  const groups = groupedBy(open, (subject) => subject.setCode ?? subject.id);
  return groups.map((subjects) => ({ ids: subjects.map((subject) => subject.id), subjects }));
}

/** The option that holds this subject. */
export function optionOf(product: Product, subjectId: string | undefined): SubjectOption | undefined {
  return subjectOptions(product, null).find((option) => option.ids.some((id) => id === subjectId));
}

/** An option's name: its subjects' names. */
export function optionName(option: SubjectOption, nameOf: (subject: Subject) => string): string {
  return option.subjects.map(nameOf).join(' + ');
}
