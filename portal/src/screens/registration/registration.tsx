import { Navigate, useSearchParams } from '@exam/ui/app';
import { CallError } from '@exam/contract/client';
import { useLanguage, useMessages } from '@exam/ui/i18n';
import { Button, EmptyState, LinkButton, Skeleton } from '@exam/ui/parts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { productByCode } from '../../app/catalogue.ts';
import { savedDraft, type SavedDraft } from '../../app/saved-draft.ts';
import { useSession } from '../../app/session.ts';
import { registrationWords } from '../../messages/registration.ts';
import { beginningOf, localDraft } from '../../wizards/public/draft-store.ts';
import { PublicWizard } from '../../wizards/public/public-wizard.tsx';

/**
 * `/exam-registration?product=CODE`: begins or goes on with a registration. Without a product it goes on with what is in progress in this
 * browser or on the server; with nothing in progress it leads to the exams.
 */
export function Registration() {
  const { isLogin, isKnown, isUnreachable } = useSession();
  const server = useQuery({ ...savedDraft, enabled: isLogin });
  if (!isKnown && !isUnreachable) return <Waiting />;
  if (isLogin && server.isPending) return <Waiting />;
  return <Begun server={server.data ?? null} />;
}

function Begun({ server }: { server: SavedDraft | null }) {
  const [params] = useSearchParams();
  const [kept] = useState(() => ({ local: localDraft(), server }));
  const asked = params.get('product')?.toLowerCase();
  const [isLoadedAfterEnd] = useState(() => params.get('step') === 'completed' && kept.local === null);
  if (isLoadedAfterEnd) {
    // What was made is in the cart.
    return <Navigate replace to="/candidate/shopping-cart" />;
  }
  const resumed = params.get('resume') === null ? kept.local : null;
  const code = asked ?? resumed?.product ?? kept.server?.product ?? kept.local?.product;
  if (code === undefined) return <Navigate replace to="/exam-all" />;
  return <ForProduct key={code} code={code} kept={kept} />;
}

type Kept = { local: SavedDraft | null; server: SavedDraft | null };

function ForProduct({ code, kept }: { code: string; kept: Kept }) {
  const { language } = useLanguage();
  const [params] = useSearchParams();
  const words = useMessages(registrationWords).notOffered;
  const product = useQuery({ ...productByCode(language, code), placeholderData: keepPreviousData });
  const [beginning] = useState(() => {
    const isResumed = params.get('resume') !== null || params.get('product') === null || params.get('step') !== null;
    const local = params.get('resume') === null ? kept.local : null;
    return beginningOf(code, { local, server: kept.server, isResumed });
  });
  if (product.data !== undefined) {
    if (product.data.access === 'open' && product.data.category === 'Public') {
      return <PublicWizard product={product.data} beginning={beginning} />;
    }
    return <NotOffered title={words.soon} text={words.soonText} />;
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
