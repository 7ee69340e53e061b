import { type CatalogueContentInput, type CatalogueKind, catalogueKinds } from '@exam/contract/staff';
import { useSearchParams } from '@exam/ui/app';
import { useMessages } from '@exam/ui/i18n';
import { Button, Notice, Skeleton } from '@exam/ui/parts';
import { useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { catalogueWords } from '../../messages/catalogue.ts';
import { PageHead, Refusal, useStaffAction } from '../../page/index.ts';
import { type Choices, useCatalogueChoices } from './choices.ts';
import { Editor, useTyped } from './editor.tsx';

/** Begins a line, product or subject as a draft. */
export function NewCatalogueObject() {
  const words = useMessages(catalogueWords);
  const [params] = useSearchParams();
  const kind: CatalogueKind = catalogueKinds.find((each) => each === params.get('kind')) ?? 'product';
  const choices = useCatalogueChoices();
  return (
    <>
      <PageHead title={words.make[kind]} lead={words.newIntro} back={{ href: '/catalogue', label: words.back }} />
      {choices.lines.length === 0 ? (
        <Skeleton count={3} />
      ) : (
        <Fresh key={kind} initial={blankOf(kind, choices, params.get('of'))} />
      )}
    </>
  );
}

function Fresh({ initial }: { initial: CatalogueContentInput }) {
  const words = useMessages(catalogueWords);
  const navigate = useNavigate();
  const typed = useTyped(initial);
  const [isTried, setTried] = useState(false);
  const { act, isBusy, problem } = useStaffAction('catalogue.create', {
    isQuiet: true,
    done: words.made,
    onDone: ({ id }) => void navigate(`/catalogue/${initial.kind}/${id}`),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (typed.isWhole) act({ body: { content: typed.content } });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Editor typed={typed} isPublished={false} isReadOnly={false} problems={[]} refusal={problem} />
      {isTried && !typed.isWhole && (
        <Notice tone="error" live>
          {words.correct}
        </Notice>
      )}
      <Refusal problem={problem} />
      <Button type="submit" busy={isBusy}>
        {words.begin}
      </Button>
    </form>
  );
}

const names = { code: '', nameEn: '', nameZh: '', sort: 100 };

/** What a new one begins with; `of` is the line of a product or the product of a subject. */
function blankOf(kind: CatalogueKind, choices: Choices, of: string | null): CatalogueContentInput {
  if (kind === 'line')
    return {
      kind,
      ...names,
      isDisplayOnHome: false,
      isArchived: false,
      detailUrlEn: null,
      detailUrlZh: null,
      lineCategory: choices.lineCategories[0] ?? 'Professional',
    };
  if (kind === 'subject')
    return {
      kind,
      ...names,
      productId: choices.products.find(({ id }) => id === of)?.id ?? choices.products[0]?.id ?? '',
      candidateTypes: [],
      setCode: null,
      durationMinutes: null,
      syllabus: null,
      validFrom: null,
      validTo: null,
      status: 'Active',
      fees: null,
    };
  return {
    kind,
    ...names,
    lineId: choices.lines.find(({ id }) => id === of)?.id ?? choices.lines[0]?.id ?? '',
    summaryEn: '',
    summaryZh: '',
    specialNoticeEn: null,
    specialNoticeZh: null,
    category: 'Public',
    access: 'opensSoon',
    awardingBodyId: null,
    formNumber: null,
    externalUrl: null,
    minimumCandidates: 1,
    letterLeadDays: 5,
    isRepeatBySubject: false,
    offices: [],
    refundPolicy: null,
    isBoardFeeRefundable: false,
    tariff: null,
  };
}
