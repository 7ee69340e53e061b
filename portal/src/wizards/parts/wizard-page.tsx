import { useMessages } from '@exam/ui/i18n';
import { Button, ConfirmDialog, Notice, Skeleton, Steps } from '@exam/ui/parts';
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { useNames, type Product } from '../../app/catalogue.ts';
import type { SavedDraft } from '../../app/draft/saved-draft.ts';
import { useSession } from '../../app/session/session.ts';
import { registrationWords } from '../../messages/registration.ts';
import { useIsSaved } from '../../app/draft/keeping.ts';
import { draftFrom, type Beginning } from './draft/store.ts';
import { ResumeNotice } from './draft/resume-notice.tsx';
import { useWizard } from './use-wizard.ts';
import { pagesOf, type AnyDraft, type StepPropsOf, type Wizard } from './wizard.ts';

/** The words of a wizard that differ from another's. */
export type WizardTexts<Page extends string> = {
  /** The pages in the progress bar, and as headings. */
  steps: Readonly<Record<Page, string>>;
  headings: Readonly<Record<Page, string>>;
  /** The way out, and the question before it. */
  discard: { button: string; title: string; text: string; confirm: string };
};

/**
 * A wizard's page: how far one has come, the steps in hand, and the way out.
 * @param props.bar is between the heading and the steps; nothing on the first page
 */
export function WizardPage<Id extends string, Draft extends AnyDraft, Page extends Id>(props: {
  wizard: Wizard<Id, Draft, Page>;
  product: Product;
  beginning: Beginning<Draft>;
  texts: WizardTexts<Page>;
  screen: (page: Page, given: StepPropsOf<Id, Draft>) => ReactNode;
  bar?: (page: Page, draft: Draft) => ReactNode;
}) {
  const { wizard, product, beginning, texts } = props;
  const words = useMessages(registrationWords);
  const { nameOf } = useNames();
  const { isLogin } = useSession();
  const { props: given, page, isWaiting, isOutdated, take, discard } = useWizard(wizard, product, beginning);
  const heading = useStepFocus(page);
  const pages = pagesOf(wizard, given.draft);
  const isFirst = page === pages[0];
  return (
    <div className="page-width min-h-dvh pt-6 lg:pt-8">
      <Steps
        titles={pages.map((each) => texts.steps[each])}
        current={page === wizard.completed ? pages.length : pages.indexOf(page)}
      />
      <p className="mt-6 text-ink-2">{nameOf(product)}</p>
      <h1 ref={heading} tabIndex={-1} className="mb-5 text-3xl">
        {texts.headings[page]}
      </h1>
      {isOutdated && (
        <div className="mb-5 max-w-3xl">
          <Notice tone="warning" live>
            {words.changed}
          </Notice>
        </div>
      )}
      {isFirst && beginning.offer !== null && !given.draft.hasReadNotice && (
        <ResumeNotice
          offer={beginning.offer}
          product={product}
          onTake={(offer: SavedDraft) => take(draftFrom(wizard.empty, offer))}
        />
      )}
      {!isFirst && props.bar?.(page, given.draft)}
      <Suspense fallback={<Skeleton count={3} />}>
        {isWaiting ? <Skeleton count={3} /> : props.screen(page, given)}
      </Suspense>
      {page !== wizard.completed && given.draft.hasReadNotice && (
        <WayOut isLogin={isLogin} texts={texts.discard} onDiscard={discard} />
      )}
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

function WayOut(props: { isLogin: boolean; texts: WizardTexts<string>['discard']; onDiscard: () => void }) {
  const { texts } = props;
  const { savedHint, unsavedHint } = useMessages(registrationWords);
  const isSaved = useIsSaved();
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="mt-10 flex flex-wrap items-center justify-between gap-x-6 border-t border-line pt-3 text-ink-2">
      <p role="status" className={isSaved ? undefined : 'font-bold text-seal'}>
        {props.isLogin ? (isSaved ? savedHint : unsavedHint) : ''}
      </p>
      <Button variant="quiet" className="-mx-3" onClick={() => setAsking(true)}>
        {texts.button}
      </Button>
      <ConfirmDialog
        open={isAsking}
        danger
        title={texts.title}
        confirmLabel={texts.confirm}
        onConfirm={props.onDiscard}
        onCancel={() => setAsking(false)}
      >
        <p>{texts.text}</p>
      </ConfirmDialog>
    </div>
  );
}
