import { cleared, guard } from '@exam/contract/wizards';
import { useSearchParams } from '@exam/ui/app';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Product } from '../../app/catalogue.ts';
import { signInUrl } from '../../app/session/callback-url.ts';
import { useSession } from '../../app/session/session.ts';
import { onStepsCleared } from '../../app/draft/steps.ts';
import { bringTyped } from '../../app/draft/typed.ts';
import { dropDraft, keepDraft, type Beginning } from './draft/store.ts';
import { useTypedKept } from '../../app/draft/use-typed-kept.ts';
import { pageAfter, pageBefore, type AnyDraft, type StepPropsOf, type Submitted, type Wizard } from './wizard.ts';

const changing = 'change';

/** The address of a page; `more` is what else the address says. */
function stepAddress(code: string, step: string, more?: URLSearchParams): string {
  const params = new URLSearchParams(more);
  params.delete('resume');
  params.set('product', code);
  params.set('step', step);
  return `/exam-registration?${params.toString()}`;
}

/** Whether the product changed after its notice was read, which then has to be read again. */
function isOutdated(draft: AnyDraft, product: Product): boolean {
  return draft.hasReadNotice && draft.productLastModifiedOn !== product.lastModifiedOn;
}

/**
 * The page on show: that of the step asked for if every page before it is done, without one the first that is not; the last one once it is
 * submitted.
 */
function pageFor<Id extends string, Draft extends AnyDraft, Page extends Id>(
  wizard: Wizard<Id, Draft, Page>,
  draft: Draft,
  asked: string | null,
): Page {
  if (wizard.isFinished(draft)) return wizard.completed;
  const wanted = wizard.ids.find((id) => id === asked) ?? wizard.confirm;
  return wizard.pageOf(guard(wizard.steps, draft, wanted));
}

/**
 * The page on show, kept equal to the one in the address. Who has to sign in for it goes there and comes back; what was chosen
 * before is kept meanwhile.
 */
function usePageInAddress<Id extends string, Draft extends AnyDraft, Page extends Id>(
  wizard: Wizard<Id, Draft, Page>,
  code: string,
  draft: Draft,
) {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const { isLogin } = useSession();
  const asked = params.get('step');
  const page = pageFor(wizard, draft, asked);
  const isPersonal = wizard.ids.indexOf(page) >= wizard.ids.indexOf(wizard.firstWithAccount);
  const mustSignIn = isPersonal && page !== wizard.completed && !isLogin;
  const isAtHome = asked === page && params.get('product') === code;
  useEffect(() => {
    if (mustSignIn) void navigate(signInUrl(stepAddress(code, page)), { replace: true });
    // What else the address says, such as the day that was pressed at home, stays.
    else if (!isAtHome) void navigate(stepAddress(code, page, params), { replace: true });
  }, [code, isAtHome, mustSignIn, navigate, page, params]);
  return { page, isWaiting: mustSignIn, isChange: params.get(changing) !== null, isLogin };
}

/**
 * The way to a page; `isChange`: entered from the confirmation, to which it leads back. A double click asks for the same page twice; the
 * browser's back must not need two presses for it.
 */
function useGoing<Page extends string>(code: string): (to: Page, isChange?: boolean) => void {
  const navigate = useNavigate();
  return (to, isChange = false) => {
    const address = stepAddress(code, to, new URLSearchParams(isChange ? { [changing]: '1' } : {}));
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
  // While the next page is fetched this one stays as it was, though its draft is forgotten.
  const isLeaving = useRef(false);
  // Between the press that leaves and the next page the draft in hand is older than the one that is kept.
  const [isGone, setGone] = useState(false);
  useEffect(
    () => onStepsCleared(() => setDraft((now) => (isLeaving.current || isFinished(now) ? now : empty))),
    [empty, isFinished],
  );
  const outdated = isOutdated(kept, product);
  return {
    draft: outdated ? { ...kept, hasReadNotice: false } : kept,
    setDraft,
    outdated,
    freeze: () => {
      isLeaving.current = true;
      setGone(true);
    },
    isGone,
  };
}

/**
 * A wizard in progress: its draft, the page on show, and the ways between pages. The page is in the address, so that the
 * browser's back goes a page back; one that cannot be shown yet leads to the first that is not done.
 */
export function useWizard<Id extends string, Draft extends AnyDraft, Page extends Id>(
  wizard: Wizard<Id, Draft, Page>,
  product: Product,
  begin: Beginning<Draft>,
) {
  const { code } = product;
  const { steps, kind, empty, confirm, pageOf } = wizard;
  const navigate = useNavigate();
  const { draft, setDraft, outdated, freeze, isGone } = useDraft(wizard, product, begin);
  const { page, isWaiting, isChange, isLogin } = usePageInAddress(wizard, code, draft);
  useTypedKept(kind, code, draft, isLogin && !isGone && !wizard.isFinished(draft));
  const [submitted, setSubmitted] = useState<readonly Submitted[]>([]);
  const go = useGoing<Page>(code);
  const keep = (next: Draft) => {
    setDraft(next);
    keepDraft(wizard, { product: code, draft: next, isLogin });
  };
  // The draft in hand stays as it is: another page would put itself into the address.
  const goAway = (address: string, { kept, replace = false }: { kept: Draft | null; replace?: boolean }) => {
    freeze();
    if (kept === null) dropDraft(kind, isLogin);
    else keepDraft(wizard, { product: code, draft: kept, isLogin });
    void navigate(address, { replace });
  };
  const previous = pageBefore(wizard, draft, page);
  const props: StepPropsOf<Id, Draft> = {
    product,
    draft,
    submitted,
    keep: (part) => keep({ ...draft, ...part }),
    save: (part) => {
      const next = { ...draft, ...part };
      keep(next);
      if (!isChange) return go(pageAfter(wizard, next, page) ?? page);
      const target = pageOf(guard(steps, next, confirm));
      go(target, target !== pageOf(confirm));
    },
    leave: (part) => goAway('/', { kept: { ...draft, ...part } }),
    back: previous && (() => go(previous)),
    jump: (to, part) => {
      if (part) keep({ ...draft, ...part });
      go(pageOf(to), wizard.returnsToConfirm && page === pageOf(confirm));
    },
    finish: (part, made) => {
      setSubmitted(made);
      setDraft({ ...draft, ...part });
      dropDraft(kind, isLogin);
      void navigate(stepAddress(code, wizard.completed), { replace: true });
    },
    finishAt: (address) => goAway(address, { kept: null, replace: true }),
    again: () => {
      keep({ ...cleared(steps, draft, { to: wizard.ids[1], empty }), ...wizard.keptForAnother(draft) });
      setSubmitted([]);
      go(pageOf(wizard.ids[1]));
    },
  };
  const take = (other: Draft): void => (keep(other), go(pageOf(guard(steps, other, confirm))));
  const discard = () => goAway('/exam-all', { kept: null });
  return { props, page, isWaiting, isOutdated: outdated && page === pageOf(wizard.ids[0]), take, discard };
}
