import { progress } from '@exam/contract/wizards';
import { useMessages } from '@exam/ui/i18n';
import { Button, ConfirmDialog, Notice, Skeleton, Steps } from '@exam/ui/parts';
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { useNames, type Product } from '../../app/catalogue.ts';
import type { SavedDraft } from '../../app/draft/saved-draft.ts';
import { useSession } from '../../app/session/session.ts';
import { registrationWords } from '../../messages/registration.ts';
import { draftFrom, useIsSaved, type Beginning } from './draft/store.ts';
import { ResumeNotice } from './draft/resume-notice.tsx';
import { useWizard } from './use-wizard.ts';
import type { AnyDraft, StepPropsOf, Wizard } from './wizard.ts';

/** The words of a wizard that differ from another's. */
export type WizardTexts<Id extends string> = {
  steps: Readonly<Record<Id, string>>;
  headings: Readonly<Record<Id, string>>;
  /** The way out, and the question before it. */
  discard: { button: string; title: string; text: string; confirm: string };
};

/**
 * A wizard's page: how far one has come, the step in hand, and the way out.
 * @param props.bar is between the heading and the step; nothing on the first step
 */
export function WizardPage<Id extends string, Draft extends AnyDraft>(props: {
  wizard: Wizard<Id, Draft>;
  product: Product;
  beginning: Beginning<Draft>;
  texts: WizardTexts<Id>;
  screen: (step: Id, given: StepPropsOf<Id, Draft>) => ReactNode;
  bar?: (step: Id, draft: Draft) => ReactNode;
}) {
  const { wizard, product, beginning, texts } = props;
  const words = useMessages(registrationWords);
  const { nameOf } = useNames();
  const { isLogin } = useSession();
  const { props: given, step, isWaiting, isOutdated, take, discard } = useWizard(wizard, product, beginning);
  const heading = useStepFocus(step);
  const shown = progress(wizard.steps, given.draft, step);
  const isFirst = step === wizard.ids[0];
  return (
    <div className="page-width min-h-dvh pt-6 lg:pt-8">
      <Steps
        titles={shown.map(({ id }) => texts.steps[id])}
        current={step === wizard.completed ? shown.length : shown.findIndex(({ id }) => id === step)}
      />
      <p className="mt-6 text-ink-2">{nameOf(product)}</p>
      <h1 ref={heading} tabIndex={-1} className="mb-5 text-3xl">
        {texts.headings[step]}
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
      {!isFirst && props.bar?.(step, given.draft)}
      <Suspense fallback={<Skeleton count={3} />}>
        {isWaiting ? <Skeleton count={3} /> : props.screen(step, given)}
      </Suspense>
      {step !== wizard.completed && given.draft.hasReadNotice && (
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
