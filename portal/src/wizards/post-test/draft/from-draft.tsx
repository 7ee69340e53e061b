import type { PostTestProgress } from '@exam/contract/wizards';
import { useSearchParams } from '@exam/ui/app';
import { useLanguage, useMessages } from '@exam/ui/i18n';
import { LinkButton, Skeleton } from '@exam/ui/parts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate } from '@exam/ui/app';
import type { Product } from '../../../app/catalogue.ts';
import { savedDraft, type SavedDraft } from '../../../app/draft/saved-draft.ts';
import { signInUrl } from '../../../app/session/callback-url.ts';
import { useSession } from '../../../app/session/session.ts';
import { postTestsWords } from '../../../messages/post-tests.ts';
import { Loaded } from '../../../page/loaded.tsx';
import { draftById, type PostTestDraft } from '../post-test-data.ts';
import { PostTestWizard } from '../post-test-wizard.tsx';

/**
 * The wizard of a product: with `?draft=ID` it goes on with that draft of the server, else with what the browser kept. What was typed into a
 * draft and not saved is the account's.
 */
export function PostTestRequest({ product, local }: { product: Product; local: SavedDraft | null }) {
  const [params] = useSearchParams();
  const asked = params.get('draft');
  // The wizard takes the draft out of the address; it is the same request all the same.
  const [draftId, setDraftId] = useState(asked);
  if (asked !== null && asked !== draftId) setDraftId(asked);
  const { isLogin } = useSession();
  const kept = useQuery({ ...savedDraft('postTest'), enabled: isLogin });
  if (isLogin && kept.isPending) return <Skeleton count={3} />;
  const typed = kept.data?.typed;
  if (draftId === null) return <PostTestWizard product={product} local={local} typed={typed} />;
  return <FromDraft key={draftId} product={product} draftId={draftId} typed={typed} />;
}

function FromDraft({ product, draftId, typed }: { product: Product; draftId: string; typed: SavedDraft['typed'] }) {
  const { language } = useLanguage();
  const { isLogin } = useSession();
  const words = useMessages(postTestsWords);
  const draft = useQuery({ ...draftById(language, draftId), enabled: isLogin, placeholderData: keepPreviousData });
  if (!isLogin) {
    return <Navigate replace to={signInUrl(`/exam-registration?product=${product.code}&draft=${draftId}`)} />;
  }
  return (
    <div className={draft.data === undefined ? 'page-width py-10' : undefined}>
      <Loaded
        query={draft}
        isWholePage
        gone={<LinkButton href="/candidate/posttestservice">{words.toList}</LinkButton>}
      >
        {(found) => (
          <PostTestWizard product={product} local={{ product: product.code, draft: progressOf(found) }} typed={typed} />
        )}
      </Loaded>
    </div>
  );
}

/** What the browser keeps of a draft: choices and ids. */
function progressOf(draft: PostTestDraft): PostTestProgress {
  return {
    productId: draft.productId,
    hasReadDeclaration: true,
    serviceId: draft.serviceId,
    componentRule: draft.service.componentRule,
    levelId: draft.levelId,
    examSeriesId: draft.examSeriesId,
    draftId: draft.id,
    canConfirm: draft.canConfirm,
    orderId: null,
  };
}
