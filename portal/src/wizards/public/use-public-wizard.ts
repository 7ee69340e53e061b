import { useSearchParams } from '@exam/ui/app';
import {
  after,
  before,
  emptyPublicDraft,
  guard,
  publicStepIds,
  publicSteps,
  type PublicDraft,
  type PublicStep,
} from '@exam/contract/wizards';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Product } from '../../app/catalogue.ts';
import { signInUrl } from '../../app/callback-url.ts';
import { useSession } from '../../app/session.ts';
import { onStepsCleared } from '../../app/steps.ts';
import { dropDraft, keepDraft } from './draft-store.ts';
import type { StepProps, Submitted } from './step-screen.ts';

const firstWithAccount = publicStepIds.indexOf('candidateInfo');
const changing = 'change';

/** The address of a step. `isChange`: entered from the confirmation, to which it leads back. */
function stepAddress(code: string, step: PublicStep, isChange = false): string {
  const params = new URLSearchParams({ product: code, step });
  if (isChange) params.set(changing, '1');
  return `/exam-registration?${params.toString()}`;
}

/** Whether the product changed after its notice was read, which then has to be read again. */
function isOutdated(draft: PublicDraft, product: Product): boolean {
  return draft.hasReadNotice && draft.productLastModifiedOn !== product.lastModifiedOn;
}

/**
 * The step on show: the one asked for if everything before it is done, without one the first that is not done; the last one once the
 * registration is in the cart.
 */
function stepOf(draft: PublicDraft, asked: string | null): PublicStep {
  if (draft.applicationIds.length > 0) return 'completed';
  const wanted = publicStepIds.find((id) => id === asked) ?? 'confirmExam';
  return guard(publicSteps, draft, wanted);
}

/**
 * The step on show, kept equal to the one in the address. Who has to sign in for it goes there and comes back; what was chosen
 * before is kept meanwhile.
 */
function useStepInAddress(code: string, draft: PublicDraft) {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const { isLogin } = useSession();
  const asked = params.get('step');
  const step = stepOf(draft, asked);
  const mustSignIn = publicStepIds.indexOf(step) >= firstWithAccount && step !== 'completed' && !isLogin;
  const isAtHome = asked === step && params.get('product') === code;
  useEffect(() => {
    if (mustSignIn) void navigate(signInUrl(stepAddress(code, step)), { replace: true });
    else if (!isAtHome) void navigate(stepAddress(code, step), { replace: true });
  }, [code, isAtHome, mustSignIn, navigate, step]);
  return { step, isWaiting: mustSignIn, isChange: params.get(changing) !== null, isLogin };
}

/** The draft in hand; one that was forgotten elsewhere, on logging out, is forgotten here too. */
function useDraft(product: Product, begin: PublicDraft) {
  const [kept, setDraft] = useState(begin);
  useEffect(
    () => onStepsCleared(() => setDraft((now) => (now.applicationIds.length > 0 ? now : emptyPublicDraft))),
    [],
  );
  const outdated = isOutdated(kept, product);
  return { draft: outdated ? { ...kept, hasReadNotice: false } : kept, setDraft, outdated };
}

/**
 * The Public registration in progress: its draft, the step on show, and the ways between steps. The step stands in the address, so
 * that the browser's back goes a step back; a step that cannot be shown yet leads to the first that is not done. From
 * `candidateInfo` on an account is needed.
 */
export function usePublicWizard(product: Product, begin: PublicDraft) {
  const { code } = product;
  const navigate = useNavigate();
  const { draft, setDraft, outdated } = useDraft(product, begin);
  const { step, isWaiting, isChange, isLogin } = useStepInAddress(code, draft);
  const [submitted, setSubmitted] = useState<readonly Submitted[]>([]);
  const go = (to: PublicStep, change = false) => {
    const address = stepAddress(code, to, change);
    // A double click asks for the same step twice; the browser's back must not need two presses for it.
    void navigate(address, { replace: window.location.pathname + window.location.search === address });
  };
  const keep = (next: PublicDraft) => {
    setDraft(next);
    keepDraft(code, next, isLogin);
  };
  const previous = before(publicSteps, draft, step);
  const props: StepProps = {
    product,
    draft,
    submitted,
    save: (part) => {
      const next = { ...draft, ...part };
      keep(next);
      if (!isChange) return go(after(publicSteps, next, step) ?? step);
      const target = guard(publicSteps, next, 'confirmExam');
      return go(target, target !== 'confirmExam');
    },
    back: previous === null ? null : () => go(previous),
    jump: (to, part) => {
      if (part) keep({ ...draft, ...part });
      go(to, step === 'confirmExam');
    },
    finish: (made) => {
      setSubmitted(made);
      setDraft({ ...draft, applicationIds: made.map(({ id }) => id) });
      dropDraft(isLogin);
      void navigate(stepAddress(code, 'completed'), { replace: true });
    },
    again: () => {
      keep(noticeOf(draft));
      setSubmitted([]);
      go('selectSubject');
    },
  };
  const take = (other: PublicDraft) => {
    keep(other);
    go(guard(publicSteps, other, 'confirmExam'));
  };
  const discard = () => {
    setDraft(emptyPublicDraft);
    dropDraft(isLogin);
    void navigate('/exam-all');
  };
  return { props, step, isWaiting, isOutdated: outdated && step === 'needToKnow', take, discard };
}

/** A new registration for the same product: its notice has been read, nothing else is chosen. */
function noticeOf({ productId, productLastModifiedOn, hasReadNotice, needsCandidateType }: PublicDraft): PublicDraft {
  return { ...emptyPublicDraft, productId, productLastModifiedOn, hasReadNotice, needsCandidateType };
}
