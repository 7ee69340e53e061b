import type { PublicDraft, PublicStep } from '@exam/contract/wizards';
import type { ComponentType } from 'react';
import type { Product } from '../../app/catalogue.ts';

/** What the submission made of one candidate. */
export type Submitted = { id: string; code: string };

/** What every step of the Public wizard gets. It knows nothing of the steps' order. */
export type StepProps = {
  product: Product;
  draft: PublicDraft;
  /** Keeps what this step asked for and goes on. */
  save: (part: Partial<PublicDraft>) => void;
  /** Goes to the step before; null on the first. */
  back: (() => void) | null;
  /** Goes to an earlier step to change something there; `part` is put into the draft first. */
  jump: (to: PublicStep, part?: Partial<PublicDraft>) => void;
  /** The registration is in the cart: forgets the draft and shows what was made. */
  finish: (submitted: readonly Submitted[]) => void;
  /** What was made; empty before. */
  submitted: readonly Submitted[];
  /** Begins another registration for the same product. */
  again: () => void;
};

export type StepScreen = ComponentType<StepProps>;
