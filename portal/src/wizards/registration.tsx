import { Navigate, useSearchParams } from '@exam/ui/app';
import { CallError } from '@exam/contract/client';
import { useLanguage, useMessages } from '@exam/ui/i18n';
import { Button, EmptyState, LinkButton, Skeleton } from '@exam/ui/parts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { productByCode } from '../app/catalogue.ts';
import { useSavedDrafts, type SavedDraft } from '../app/draft/saved-draft.ts';
import { useSession } from '../app/session/session.ts';
import { registrationWords } from '../messages/registration.ts';
import { localDraft, type Kept } from './parts/draft/store.ts';
import { PublicWizard } from './public/public-wizard.tsx';

/** The wizard of each category; the rarer one is fetched when it is asked for. */
const wizards = {
  Public: PublicWizard,
  Booking: lazy(() => import('./booking/booking-wizard.tsx').then((m) => ({ default: m.BookingWizard }))),
};
const PostTestRequest = lazy(() =>
  import('./post-test/draft/from-draft.tsx').then((m) => ({ default: m.PostTestRequest })),
);
const DraftAddress = lazy(() => import('./post-test/draft/address.tsx').then((m) => ({ default: m.DraftAddress })));
const whereItWent = { Public: '/candidate/shopping-cart', Booking: '/candidate/booking' };

/**
 * `/exam-registration?product=CODE`: begins or goes on with a registration, or with the request of a booking. Without a product it goes
 * on with what is in progress in this browser or on the server; with nothing in progress it leads to the exams.
 */
export function Registration() {
  const { isLogin, isKnown, isUnreachable } = useSession();
  const server = useSavedDrafts(isLogin);
  if (!isKnown && !isUnreachable) return <Waiting />;
  if (server.isPending) return <Waiting />;
  return <Begun server={server.drafts} />;
}

function Begun({ server }: { server: readonly SavedDraft[] }) {
  const [params] = useSearchParams();
  const [kept] = useState<Kept>(() => ({ local: localDraft(), server }));
  const asked = params.get('product')?.toLowerCase();
  const resumed = params.get('resume') === null ? kept.local : null;
  const draftId = params.get('draft');
  if (asked === undefined && draftId !== null) {
    return (
      <Suspense fallback={<Waiting />}>
        <DraftAddress draftId={draftId} />
      </Suspense>
    );
  }
  const code = asked ?? resumed?.product ?? kept.server[0]?.product ?? kept.local?.product;
  if (code === undefined) return <Navigate replace to="/exam-all" />;
  return <ForProduct key={code} code={code} kept={kept} />;
}

function ForProduct({ code, kept }: { code: string; kept: Kept }) {
  const { language } = useLanguage();
  const [params] = useSearchParams();
  const words = useMessages(registrationWords).notOffered;
  const product = useQuery({ ...productByCode(language, code), placeholderData: keepPreviousData });
  const [begun] = useState(() => ({
    local: params.get('resume') === null ? kept.local : null,
    server: kept.server,
    isResumed: params.get('resume') !== null || params.get('product') === null || params.get('step') !== null,
  }));
  const [isLoadedAfterEnd] = useState(() => params.get('step') === 'completed' && kept.local === null);
  if (product.data !== undefined) {
    const { access, category } = product.data;
    if (access === 'open' && category === 'PostTest') {
      return (
        <Suspense fallback={<Waiting />}>
          <PostTestRequest product={product.data} local={kept.local} />
        </Suspense>
      );
    }
    if (access === 'open' && category !== 'PostTest') {
      // Loaded again after the end: what was made is found where it went.
      if (isLoadedAfterEnd) return <Navigate replace to={whereItWent[category]} />;
      const Wizard = wizards[category];
      return (
        <Suspense fallback={<Waiting />}>
          <Wizard product={product.data} kept={begun} />
        </Suspense>
      );
    }
    const isUndescribed = product.data.awardingBodyId !== null && product.data.recipient === null;
    return <NotOffered title={words.soon} text={isUndescribed ? words.undescribedText : words.soonText} />;
  }
  if (!product.isError) return <Waiting />;
  if (product.error instanceof CallError && product.error.problem.status === 404) {
    return <NotOffered title={words.unknown} text={words.unknownText} />;
  }
  return <NotOffered title={words.failed} text={words.failedText} onAgain={() => void product.refetch()} />;
}

function NotOffered({ title, text, onAgain }: { title: string; text: string; onAgain?: () => void }) {
  const words = useMessages(registrationWords);
  return (
    <div className="page-width py-10">
      <h1 className="mb-6 text-3xl">{words.title}</h1>
      <EmptyState
        title={title}
        action={
          <>
            {onAgain && <Button onClick={onAgain}>{words.notOffered.again}</Button>}
            <LinkButton href="/exam-all" variant={onAgain ? 'secondary' : 'primary'}>
              {words.notOffered.exams}
            </LinkButton>
          </>
        }
      >
        <p>{text}</p>
      </EmptyState>
    </div>
  );
}

function Waiting() {
  return (
    <div className="page-width min-h-dvh pt-8">
      <Skeleton count={3} />
    </div>
  );
}
