import {
  after,
  before,
  emptyPostTestProgress,
  guard,
  postTestStepIds,
  postTestSteps,
  type PostTestProgress,
  type PostTestStep,
} from '@exam/contract/wizards';
import { useSearchParams } from '@exam/ui/app';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Product } from '../../app/catalogue.ts';
import { signInUrl } from '../../app/session/callback-url.ts';
import type { SavedDraft } from '../../app/draft/saved-draft.ts';
import { useSession } from '../../app/session/session.ts';
import { clearSteps, onStepsCleared, writeSteps } from '../../app/draft/steps.ts';
import { bringTyped } from '../../app/draft/typed.ts';
import { useTypedKept } from '../../app/draft/use-typed-kept.ts';
import type { StepProps } from './wizard.ts';

/** From this step on the request is a draft of an account. */
const firstWithAccount: PostTestStep = 'information';

function addressOf(code: string, step: PostTestStep): string {
  return `/exam-registration?${new URLSearchParams({ product: code, step }).toString()}`;
}

/** What is kept in the browser, with parts that have come since at their beginning. Nothing in it is trusted. */
export function progressFrom(kept: object): PostTestProgress {
  return { ...emptyPostTestProgress, ...kept };
}

/**
 * A post-test request in progress: choices and ids in the browser, everything personal in the server's draft, with what was typed into
 * it and not saved. The step is in the address; one that cannot be shown yet leads to the first that is not done.
 */
export function usePostTest(product: Product, begin: PostTestProgress, typed: SavedDraft['typed']) {
  const { code } = product;
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const { isLogin } = useSession();
  const [progress, setProgress] = useState(() => {
    // Taken up from the drafts: a reload goes on with it.
    if (begin.draftId !== null) writeSteps({ product: code, draft: begin });
    bringTyped(typed);
    return begin;
  });
  // Who leaves for the payment has forgotten the steps, but is still here until the other page has come.
  const hasLeft = useRef(false);
  useEffect(() => onStepsCleared(() => !hasLeft.current && setProgress(emptyPostTestProgress)), []);
  useTypedKept('postTest', code, progress, isLogin && progress.draftId !== null);
  const asked = postTestStepIds.find((id) => id === params.get('step'));
  const step = guard(postTestSteps, progress, asked ?? 'confirm');
  const isPersonal = postTestStepIds.indexOf(step) >= postTestStepIds.indexOf(firstWithAccount);
  const isWaiting = isPersonal && !isLogin;
  const isAtHome = asked === step && params.get('draft') === null;
  useEffect(() => {
    if (hasLeft.current) return;
    if (isWaiting) void navigate(signInUrl(addressOf(code, step)), { replace: true });
    else if (!isAtHome) void navigate(addressOf(code, step), { replace: true });
  }, [code, isAtHome, isWaiting, navigate, step]);
  const keep = (part: Partial<PostTestProgress>) => {
    const next = { ...progress, ...part };
    setProgress(next);
    writeSteps({ product: code, draft: next });
    return next;
  };
  const goTo = (to: PostTestStep) => void navigate(addressOf(code, to));
  const previous = before(postTestSteps, progress, step);
  const props: StepProps = {
    product,
    progress,
    save: (part) => goTo(after(postTestSteps, keep(part), step) ?? step),
    keep: (part) => void keep(part),
    back: previous === null ? null : () => goTo(previous),
    goTo,
    forget: () => {
      hasLeft.current = true;
      clearSteps();
    },
    signIn: (part) => {
      keep(part);
      void navigate(signInUrl(addressOf(code, step)));
    },
  };
  return { props, step, isWaiting };
}
