import type { Reply } from '@exam/contract/client';
import { useFormats, useLanguage, useMessages } from '@exam/ui/i18n';
import { Button, Card, ConfirmDialog, DescriptionList, EmptyState, LinkButton, showToast } from '@exam/ui/parts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api, queryClient } from '../../app/api.ts';
import { savedDraft, savedDraftKey } from '../../app/draft/saved-draft.ts';
import { clearSteps } from '../../app/draft/steps.ts';
import { preparedWords } from '../../messages/prepared.ts';
import { Loaded } from '../../page/loaded.tsx';

type Item = Reply<'prepared.mine'>[number];

const preparedKey = ['prepared'];
const preparedChanged = () => queryClient.invalidateQueries({ queryKey: preparedKey });

/** What staff filled in for the number of the account: it is taken into the registration wizard, or deleted. */
export function Prepared() {
  const words = useMessages(preparedWords);
  const { language } = useLanguage();
  const query = useQuery({
    queryKey: [...preparedKey, language],
    queryFn: ({ signal }) => api('prepared.mine', {}, { signal }),
    staleTime: 0,
  });
  return (
    <div className="page-width max-w-form py-8">
      <h1 className="mb-4 text-3xl">{words.title}</h1>
      <Loaded query={query} shape={2} gone={null}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title={words.none} action={<LinkButton href="/exam-all">{words.exams}</LinkButton>}>
              <p>{words.noneText}</p>
            </EmptyState>
          ) : (
            <>
              <p className="mb-4 text-ink-2">{words.intro}</p>
              <ul className="grid gap-4">
                {list.map((item) => (
                  <li key={item.id}>
                    <One item={item} />
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
    </div>
  );
}

function One({ item }: { item: Item }) {
  const words = useMessages(preparedWords);
  const formats = useFormats();
  const navigate = useNavigate();
  const begun = useQuery(savedDraft('public'));
  const take = useMutation({
    mutationFn: () => api('prepared.take', { params: { id: item.id }, body: {} }),
    onSuccess: ({ productCode }) => {
      // What this browser had in hand makes room for it.
      clearSteps();
      queryClient.removeQueries({ queryKey: savedDraftKey('public') });
      void navigate(`/exam-registration?product=${encodeURIComponent(productCode)}&resume=1`);
    },
    onError: preparedChanged,
  });
  return (
    <Card>
      <h2 className="mb-3 text-xl">{item.productName}</h2>
      <DescriptionList
        items={[
          { term: words.subjects, detail: item.subjectNames },
          { term: words.date, detail: formats.longDate(item.examDate) },
          { term: words.city, detail: item.cityName },
          { term: words.by, detail: item.officeName },
          { term: words.until, detail: formats.instant(item.expiresAt) },
        ]}
      />
      {begun.data ? <p className="mt-4">{words.replaces}</p> : null}
      <div className="mt-4 flex flex-wrap gap-3">
        <Button busy={take.isPending} onClick={() => take.mutate()}>
          {words.take}
        </Button>
        <Refuse item={item} />
      </div>
    </Card>
  );
}

function Refuse({ item }: { item: Item }) {
  const words = useMessages(preparedWords);
  const [isAsking, setAsking] = useState(false);
  const refuse = useMutation({
    mutationFn: () => api('prepared.refuse', { params: { id: item.id }, body: {} }),
    onSuccess: () => void showToast(words.refused, 'success'),
    onSettled: async () => {
      setAsking(false);
      await preparedChanged();
    },
  });
  return (
    <>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        {words.refuse}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={words.refuseTitle}
        confirmLabel={words.refuse}
        cancelLabel={words.keep}
        danger
        busy={refuse.isPending}
        onConfirm={() => refuse.mutate()}
        onCancel={() => setAsking(false)}
      >
        <p>{words.refuseText}</p>
      </ConfirmDialog>
    </>
  );
}
