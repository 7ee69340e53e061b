import { useFormats, useLanguage, useMessages } from '@exam/ui/i18n';
import { Button, Notice } from '@exam/ui/parts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryClient } from '../../app/api.ts';
import { deleteCopy } from '../../app/kept-copy.ts';
import { useSession } from '../../app/session/session.ts';
import { applicationWords } from '../../messages/application.ts';
import { examsWords } from '../../messages/exams.ts';
import { canKeep, isKept, keepCopy } from './offline-copy.ts';

const keptKey = ['exam', 'keptCopy'];

/** Keeps the coming exams on this device by choice, so that they open without a network; what is kept is made new whenever it is shown (decision 0097). */
export function OfflineLine() {
  const words = useMessages(examsWords).detail.offline;
  const { data: kept } = useQuery({ queryKey: keptKey, queryFn: isKept, staleTime: 0 });
  const { keep, remove } = useCopy();
  const { mutate: renew } = keep;
  useEffect(() => {
    if (kept === true) renew();
  }, [kept, renew]);
  if (!canKeep() || kept === undefined) return null;
  if (kept)
    return (
      <div className="mt-3 flex flex-wrap items-center gap-x-4">
        <p className="text-ink-2">{words.kept}</p>
        <Button variant="quiet" small className="-mx-3" onClick={() => remove.mutate()}>
          {words.remove}
        </Button>
      </div>
    );
  return (
    <div className="mt-3">
      <Button variant="quiet" small className="-mx-3" busy={keep.isPending} onClick={() => keep.mutate()}>
        {words.keep}
      </Button>
      <p className="text-ink-2">{words.keepHint}</p>
      <div aria-live="polite">
        {keep.data === 'untrusted' && <Notice tone="warning">{words.untrusted}</Notice>}
        {keep.data === 'none' && <Notice tone="warning">{words.none}</Notice>}
        {keep.isError && <Notice tone="error">{words.failed}</Notice>}
      </div>
    </div>
  );
}

function useCopy() {
  const words = useMessages(examsWords).detail;
  const shared = useMessages(applicationWords);
  const formats = useFormats();
  const { language } = useLanguage();
  const { user } = useSession();
  const changed = () => queryClient.invalidateQueries({ queryKey: keptKey });
  const keep = useMutation({
    mutationFn: async () => await keepCopy(user?.id ?? '', { language, formats, words, shared }),
    onSettled: changed,
  });
  const remove = useMutation({ mutationFn: () => deleteCopy(), onSettled: changed });
  return { keep, remove };
}
