import type { LoggedStep, Step } from '@exam/contract/wizards';
import { shown } from '@exam/contract/wizards';
import type { Product } from '../../app/catalogue.ts';
import type { DraftKind } from '../../app/draft/saved-draft.ts';

/** What every draft of a wizard holds of its first step. */
export type AnyDraft = { productId: string | null; productLastModifiedOn: string | null; hasReadNotice: boolean };

/**
 * A wizard with steps in a row: what the machinery of its pages needs to know. Several steps may share a page (decision 0086), which has
 * the name of the first of them.
 */
export type Wizard<Id extends string, Draft extends AnyDraft, Page extends Id = Id> = {
  kind: DraftKind;
  ids: readonly [Id, Id, ...Id[]];
  /** The page that shows a step. */
  pageOf: (step: Id) => Page;
  steps: readonly Step<Id, Draft>[];
  empty: Draft;
  /** The part of a draft that may rest in the browser. */
  forStorage: (draft: Draft) => Draft;
  /** From this step on an account is needed. */
  firstWithAccount: Id;
  confirm: Id;
  completed: Page;
  /** Whether the draft has been submitted. */
  isFinished: (draft: Draft) => boolean;
  /** What another registration of the same product begins with. */
  keptForAnother: (draft: Draft) => Partial<Draft>;
  /** Whether a change begun on the confirmation leads back to it, later data being kept. */
  returnsToConfirm: boolean;
};

/** What a submission made of one candidate. */
export type Submitted = { id: string; code: string; asksGuardian?: boolean };

/** What every page of a wizard gets. It knows nothing of the steps' order. */
export type StepPropsOf<Id extends string, Draft extends AnyDraft> = {
  product: Product;
  draft: Draft;
  /** Keeps what was chosen and stays. */
  keep: (part: Partial<Draft>) => void;
  /** Keeps what this page asked for and goes on. */
  save: (part: Partial<Draft>) => void;
  /** Goes home; the draft, with `part` put into it, is kept and offered there. */
  leave: (part: Partial<Draft>) => void;
  /** Goes to the page before; null on the first. */
  back: (() => void) | null;
  /** Goes to an earlier step to change something there; `part` is put into the draft first. */
  jump: (to: Id, part?: Partial<Draft>) => void;
  /** It is submitted: forgets the draft and shows what was made. `part` marks the draft as finished. */
  finish: (part: Partial<Draft>, submitted: readonly Submitted[]) => void;
  /** It is submitted, and goes on at this address: forgets the draft. */
  finishAt: (address: string) => void;
  /** What was made; empty before. */
  submitted: readonly Submitted[];
  /** Begins another one for the same product. */
  again: () => void;
};

/**
 * The log of the steps gone through: each with what it filled, and of what it filled only that which may rest in storage, so that no
 * document number is kept twice.
 */
export function stepLog<Id extends string, Draft extends AnyDraft>(
  { steps, forStorage, confirm, completed }: Pick<Wizard<Id, Draft>, 'steps' | 'forStorage' | 'confirm' | 'completed'>,
  draft: Draft,
): LoggedStep[] {
  const kept = forStorage(draft);
  const seen = new Set<string>(shown(steps, draft));
  return steps
    .filter((step) => seen.has(step.id) && step.id !== confirm && step.id !== completed)
    .map((step) => ({
      stepName: step.id,
      jsonResult: JSON.stringify(Object.fromEntries(step.fills.map((part) => [part, kept[part]]))),
    }));
}

/** The pages that this draft goes through, in order: the progress bar. */
export function pagesOf<Id extends string, Draft extends AnyDraft, Page extends Id>(
  { steps, pageOf }: Pick<Wizard<Id, Draft, Page>, 'steps' | 'pageOf'>,
  draft: Draft,
): Page[] {
  return [...new Set(shown(steps, draft).map(pageOf))];
}

/** The page after one, or null at the end. */
export function pageAfter<Id extends string, Draft extends AnyDraft, Page extends Id>(
  wizard: Pick<Wizard<Id, Draft, Page>, 'steps' | 'pageOf'>,
  draft: Draft,
  page: Page,
): Page | null {
  const pages = pagesOf(wizard, draft);
  return pages[pages.indexOf(page) + 1] ?? null;
}

/** The page before one, or null at the beginning. */
export function pageBefore<Id extends string, Draft extends AnyDraft, Page extends Id>(
  wizard: Pick<Wizard<Id, Draft, Page>, 'steps' | 'pageOf'>,
  draft: Draft,
  page: Page,
): Page | null {
  const pages = pagesOf(wizard, draft);
  return pages[pages.indexOf(page) - 1] ?? null;
}
