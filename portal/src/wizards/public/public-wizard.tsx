import { progress, publicSteps } from '@exam/contract/wizards';
import { useMessages } from '@exam/ui/i18n';
import { Button, ConfirmDialog, Notice, Skeleton, Steps } from '@exam/ui/parts';
import { createElement, Suspense, useEffect, useRef, useState } from 'react';
import { useNames, type Product } from '../../app/catalogue.ts';
import type { SavedDraft } from '../../app/saved-draft.ts';
import { useSession } from '../../app/session.ts';
import { registrationWords } from '../../messages/registration.ts';
import { draftFrom, type Beginning } from './draft-store.ts';
import { ResumeNotice } from './resume-notice.tsx';
import { screens } from './screens.ts';
import { usePublicWizard } from './use-public-wizard.ts';

/** The eight steps of a Public registration (seven for adults): progress, the step in hand, and the way out. */
export function PublicWizard({ product, beginning }: { product: Product; beginning: Beginning }) {
  const words = useMessages(registrationWords);
  const { nameOf } = useNames();
  const { isLogin } = useSession();
  const { props, step, isWaiting, isOutdated, take, discard } = usePublicWizard(product, beginning.draft);
  const heading = useStepFocus(step);
  const shown = progress(publicSteps, props.draft, step);
  const takeOffer = ({ draft }: SavedDraft) => take(draftFrom({ product: product.code, draft }));
  return (
    <div className="page-width min-h-dvh pt-6 lg:pt-8">
      <Steps
        titles={shown.map(({ id }) => words.steps[id])}
        current={step === 'completed' ? shown.length : shown.findIndex(({ id }) => id === step)}
      />
      <p className="mt-6 text-ink-2">{nameOf(product)}</p>
      <h1 ref={heading} tabIndex={-1} className="mb-5 text-3xl">
        {words.headings[step]}
      </h1>
      {isOutdated && (
        <div className="mb-5 max-w-3xl">
          <Notice tone="warning" live>
            {words.changed}
          </Notice>
        </div>
      )}
      {step === 'needToKnow' && beginning.offer !== null && !props.draft.hasReadNotice && (
        <ResumeNotice offer={beginning.offer} product={product} onTake={takeOffer} />
      )}
      <Suspense fallback={<Skeleton count={3} />}>
        {isWaiting ? <Skeleton count={3} /> : createElement(screens[step], { key: step, ...props })}
      </Suspense>
      {step !== 'completed' && props.draft.hasReadNotice && <WayOut isLogin={isLogin} onDiscard={discard} />}
    </div>
  );
}

/** After a change of step: the window at the top and the focus on the new heading. The first step is left as the page shows it. */
function useStepFocus(step: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [step]);
  return heading;
}

function WayOut({ isLogin, onDiscard }: { isLogin: boolean; onDiscard: () => void }) {
  const words = useMessages(registrationWords);
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="mt-10 flex flex-wrap items-center justify-between gap-x-6 border-t border-line pt-3 text-ink-2">
      <p>{isLogin ? words.savedHint : ''}</p>
      <Button variant="quiet" className="-mx-3" onClick={() => setAsking(true)}>
        {words.discard.button}
      </Button>
      <ConfirmDialog
        open={isAsking}
        danger
        title={words.discard.title}
        confirmLabel={words.discard.confirm}
        onConfirm={onDiscard}
        onCancel={() => setAsking(false)}
      >
        <p>{words.discard.text}</p>
      </ConfirmDialog>
    </div>
  );
}
