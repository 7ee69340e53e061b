import { after, before, cleared, guard } from '@exam/contract/wizards';
import { useSearchParams } from '@exam/ui/app';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Product } from '../../app/catalogue.ts';
import { signInUrl } from '../../app/session/callback-url.ts';
import { useSession } from '../../app/session/session.ts';
import { onStepsCleared } from '../../app/draft/steps.ts';
import { bringTyped } from '../../app/draft/typed.ts';
import { dropDraft, keepDraft, type Beginning } from './draft/store.ts';
import { useTypedKept } from './draft/use-typed-kept.ts';
import type { AnyDraft, StepPropsOf, Submitted, Wizard } from './wizard.ts';

const changing = 'change';

/** The address of a step. `isChange`: entered from the confirmation, to which it leads back. */
function stepAddress(code: string, step: string, isChange = false): string {
  const params = new URLSearchParams({ product: code, step });
  if (isChange) params.set(changing, '1');
  return `/exam-registration?${params.toString()}`;
}

/** Whether the product changed after its notice was read, which then has to be read again. */
function isOutdated(draft: AnyDraft, product: Product): boolean {
  return draft.hasReadNotice && draft.productLastModifiedOn !== product.lastModifiedOn;
}

/**
 * The step on show: the one asked for if everything before it is done, without one the first that is not done; the last one once it is
 * submitted.
 */
function stepOf<Id extends string, Draft extends AnyDraft>(
  wizard: Wizard<Id, Draft>,
  draft: Draft,
  asked: string | null,
): Id {
  if (wizard.isFinished(draft)) return wizard.completed;
  const wanted = wizard.ids.find((id) => id === asked) ?? wizard.confirm;
  return guard(wizard.steps, draft, wanted);
}

/**
 * The step on show, kept equal to the one in the address. Who has to sign in for it goes there and comes back; what was chosen
 * before is kept meanwhile.
 */
function useStepInAddress<Id extends string, Draft extends AnyDraft>(
  wizard: Wizard<Id, Draft>,
  code: string,
  draft: Draft,
) {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const { isLogin } = useSession();
  const asked = params.get('step');
  const step = stepOf(wizard, draft, asked);
  const isPersonal = wizard.ids.indexOf(step) >= wizard.ids.indexOf(wizard.firstWithAccount);
  const mustSignIn = isPersonal && step !== wizard.completed && !isLogin;
  const isAtHome = asked === step && params.get('product') === code;
  useEffect(() => {
    if (mustSignIn) void navigate(signInUrl(stepAddress(code, step)), { replace: true });
    else if (!isAtHome) void navigate(stepAddress(code, step), { replace: true });
  }, [code, isAtHome, mustSignIn, navigate, step]);
  return { step, isWaiting: mustSignIn, isChange: params.get(changing) !== null, isLogin };
}

/** The way to a step. A double click asks for the same step twice; the browser's back must not need two presses for it. */
function useGoing<Id extends string>(code: string): (to: Id, change?: boolean) => void {
  const navigate = useNavigate();
  return (to, change = false) => {
    const address = stepAddress(code, to, change);
    void navigate(address, { replace: window.location.pathname + window.location.search === address });
  };
}

/** The draft in hand; one that was forgotten elsewhere, on logging out, is forgotten here too. */
function useDraft<Draft extends AnyDraft>(
  { empty, isFinished }: Pick<Wizard<string, Draft>, 'empty' | 'isFinished'>,
  product: Product,
  begin: Beginning<Draft>,
) {
  const [kept, setDraft] = useState(() => {
    bringTyped(begin.typed);
    return begin.draft;
  });
  useEffect(() => onStepsCleared(() => setDraft((now) => (isFinished(now) ? now : empty))), [empty, isFinished]);
  const outdated = isOutdated(kept, product);
  return { draft: outdated ? { ...kept, hasReadNotice: false } : kept, setDraft, outdated };
}

/**
 * A wizard in progress: its draft, the step on show, and the ways between steps. The step is in the address, so that the
 * browser's back goes a step back; a step that cannot be shown yet leads to the first that is not done.
 */
export function useWizard<Id extends string, Draft extends AnyDraft>(
  wizard: Wizard<Id, Draft>,
  product: Product,
  begin: Beginning<Draft>,
) {
  const { code } = product;
  const { steps, kind, empty, confirm } = wizard;
  const navigate = useNavigate();
  const { draft, setDraft, outdated } = useDraft(wizard, product, begin);
  const { step, isWaiting, isChange, isLogin } = useStepInAddress(wizard, code, draft);
  useTypedKept(kind, code, draft, isLogin && !wizard.isFinished(draft));
  const [submitted, setSubmitted] = useState<readonly Submitted[]>([]);
  const go = useGoing<Id>(code);
  const keep = (next: Draft) => {
    setDraft(next);
    keepDraft(wizard, { product: code, draft: next, isLogin });
  };
  const previous = before(steps, draft, step);
  const props: StepPropsOf<Id, Draft> = {
    product,
    draft,
    submitted,
    save: (part) => {
      const next = { ...draft, ...part };
      keep(next);
      if (!isChange) return go(after(steps, next, step) ?? step);
      const target = guard(steps, next, confirm);
      return go(target, target !== confirm);
    },
    leave: (part) => {
      // The draft in hand stays as it is: another step would put itself into the address.
      keepDraft(wizard, { product: code, draft: { ...draft, ...part }, isLogin });
      void navigate('/');
    },
    back: previous === null ? null : () => go(previous),
    jump: (to, part) => {
      if (part) keep({ ...draft, ...part });
      go(to, wizard.returnsToConfirm && step === confirm);
    },
    finish: (part, made) => {
      setSubmitted(made);
      setDraft({ ...draft, ...part });
      dropDraft(kind, isLogin);
      void navigate(stepAddress(code, wizard.completed), { replace: true });
    },
    again: () => {
      keep(cleared(steps, draft, { to: wizard.ids[1], empty }));
      setSubmitted([]);
      go(wizard.ids[1]);
    },
  };
  const take = (other: Draft) => {
    keep(other);
    go(guard(steps, other, confirm));
  };
  const discard = () => {
    dropDraft(kind, isLogin);
    void navigate('/exam-all');
  };
  return { props, step, isWaiting, isOutdated: outdated && step === wizard.ids[0], take, discard };
}
