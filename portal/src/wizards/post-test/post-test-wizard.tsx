import { progress as progressOf, postTestSteps, type PostTestStep } from '@exam/contract/wizards';
import { useMessages } from '@exam/ui/i18n';
import { Skeleton, Steps } from '@exam/ui/parts';
import { createElement, Suspense, useEffect, useRef } from 'react';
import { later } from '../../app/later.ts';
import { ruleWords } from '../../messages/rules.ts';
import { statementWords } from '../../messages/statements.ts';
import { uploadWords } from '../../messages/upload.ts';
import { useNames, type Product } from '../../app/catalogue.ts';
import type { SavedDraft } from '../../app/draft/saved-draft.ts';
import { postTestWizardWords } from '../../messages/post-test-wizard.ts';
import { ChooseService } from './service/choose-service.tsx';
import { GetReady } from './get-ready.tsx';
import { progressFrom, usePostTest } from './use-post-test.ts';
import type { StepScreen } from './wizard.ts';

/** One screen for each step; a forgotten or misspelt one does not compile. Later ones are fetched when they are near. */
const screens = {
  getReady: GetReady,
  service: ChooseService,
  information: later(() => import('./information/information.tsx').then((m) => m.Information), ruleWords, uploadWords),
  confirm: later(
    () => import('./confirmation/confirm.tsx').then((m) => m.Confirm),
    ruleWords,
    uploadWords,
    statementWords,
  ),
  payment: later(() => import('./payment.tsx').then((m) => m.Payment), ruleWords),
} satisfies Record<PostTestStep, StepScreen>;

/** The five steps of a post-test request. */
export function PostTestWizard(props: { product: Product; local: SavedDraft | null; typed: SavedDraft['typed'] }) {
  const { product, local, typed } = props;
  const words = useMessages(postTestWizardWords);
  const { nameOf } = useNames();
  const begin = progressFrom(local?.product === product.code ? local.draft : {});
  const { props: given, step, isWaiting } = usePostTest(product, begin, typed);
  const heading = useStepFocus(step);
  const shown = progressOf(postTestSteps, given.progress, step);
  const isCashIn = step === 'information' && given.progress.componentRule === 'award';
  return (
    <div className="page-width min-h-dvh pt-6 lg:pt-8">
      <Steps
        titles={shown.map(({ id }) => words.steps[id])}
        current={shown.findIndex(({ state }) => state === 'current')}
      />
      <p className="mt-6 text-ink-2">{nameOf(product)}</p>
      <h1 ref={heading} tabIndex={-1} className="mb-5 text-3xl">
        {isCashIn ? words.cashInHeading : words.headings[step]}
      </h1>
      <Suspense fallback={<Skeleton count={3} />}>
        {isWaiting ? <Skeleton count={3} /> : createElement(screens[step], { key: step, ...given })}
      </Suspense>
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
