import type { Reply } from '@exam/contract/client';
import { groupTiersOf, sampleFees, type TierFee } from '@exam/contract/rules';
import { useLanguage } from '@exam/ui/i18n';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../app/api.ts';
import { useNames } from '../../../app/catalogue.ts';

/** A paper to calculate with; fees in fen. */
export type GroupExam = {
  id: string;
  name: string;
  localFee: number;
  boardFee: number;
  vat: number;
  tierFees: readonly TierFee[];
};

type Session = Reply<'session.search'>['list'][number];
type Named = { nameCn: string; nameEn: string };

/** The specification's example, for which nothing need be loaded. */
export const sampleExam: Omit<GroupExam, 'name'> = {
  id: 'sample',
  ...sampleFees,
  tierFees: groupTiersOf(sampleFees.localFee),
};

const most = 50;

/** Papers on sale with a group table, one for each name and fee: a session of next month costs no more than this month's. */
function examsOf(sessions: readonly Session[], nameOf: (named: Named) => string): GroupExam[] {
  const exams = new Map<string, GroupExam>();
  for (const { product, sessionSubjects } of sessions) {
    for (const paper of sessionSubjects) {
      const { localFee, boardFee, vat } = paper;
      if (!paper.isTier || localFee === null || boardFee === null || vat === null) continue;
      const name = `${nameOf(product)} · ${nameOf(paper.subject)}`;
      const key = `${name} ${localFee} ${boardFee} ${vat}`;
      if (!exams.has(key))
        exams.set(key, { id: paper.id, name, localFee, boardFee, vat, tierFees: paper.sessionSubjectTierFees });
    }
  }
  return [...exams.values()].sort((a, b) => a.name.localeCompare(b.name));
}

/** The papers on sale that have a group discount, as the calculator offers them. */
export function useGroupExams() {
  const { language } = useLanguage();
  const { nameOf } = useNames();
  return useQuery({
    queryKey: ['help', 'group-exams', language],
    staleTime: 300_000,
    queryFn: async ({ signal }) => {
      const { list } = await api(
        'session.search',
        {
          body: {
            pageIndex: 1,
            pageSize: most,
            sorts: [{ field: 'examDate', desc: false }],
            filters: [{ field: 'availability', value: 'Available' }],
          },
        },
        { signal, isQuiet: true },
      );
      return examsOf(list, nameOf);
    },
  });
}
