import { type CatalogueContentInput, type CatalogueKind, catalogueKinds } from '@exam/contract/staff';
import { useSearchParams } from '@exam/ui/app';
import { useMessages } from '@exam/ui/i18n';
import { Button, Notice } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { catalogueWords } from '../../messages/catalogue.ts';
import { Loaded, PageHead, Refusal, useStaffAction } from '../../page/index.ts';
import { type Choices, choicesQuery } from './choices.ts';
import { Editor, useTyped } from './editor/editor.tsx';

/** Begins a line, product, subject or awarding body as a draft. */
export function NewCatalogueObject() {
  const words = useMessages(catalogueWords);
  const [params] = useSearchParams();
  const kind: CatalogueKind = catalogueKinds.find((each) => each === params.get('kind')) ?? 'product';
  return (
    <>
      <PageHead title={words.make[kind]} lead={words.newIntro} back={{ href: '/catalogue', label: words.back }} />
      <Loaded query={useQuery(choicesQuery)}>
        {(choices) => <Fresh key={kind} initial={blanks[kind](choices, params.get('of'))} />}
      </Loaded>
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
const blanks: {
  readonly [K in CatalogueKind]: (choices: Choices, of: string | null) => Extract<CatalogueContentInput, { kind: K }>;
} = {
  line: (choices) => ({
    kind: 'line',
    ...names,
    isDisplayOnHome: false,
    isArchived: false,
    detailUrlEn: null,
    detailUrlZh: null,
    lineCategory: choices.lineCategories[0] ?? 'Professional',
  }),
  subject: (choices, of) => ({
    kind: 'subject',
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
  }),
  product: (choices, of) => ({
    kind: 'product',
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
    transferHours: null,
    isRepeatBySubject: false,
    offices: [],
    refundPolicy: null,
    isBoardFeeRefundable: false,
    tariff: null,
  }),
  body: () => ({
    kind: 'body',
    code: '',
    nameEn: '',
    nameZh: '',
    legalNameEn: null,
    legalNameZh: null,
    country: null,
    contactEn: null,
    contactZh: null,
    purposeEn: null,
    purposeZh: null,
    meansEn: null,
    meansZh: null,
    dataKindsEn: null,
    dataKindsZh: null,
    rightsEn: null,
    rightsZh: null,
  }),
};
