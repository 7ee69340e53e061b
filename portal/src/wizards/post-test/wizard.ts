import type { PostTestProgress, PostTestStep } from '@exam/contract/wizards';
import type { ComponentType } from 'react';
import type { Product } from '../../app/catalogue.ts';

/** What every step of the post-test wizard gets. */
export type StepProps = {
  product: Product;
  progress: PostTestProgress;
  /** Keeps what this step asked for and goes on. */
  save: (part: Partial<PostTestProgress>) => void;
  /** Keeps something and stays. */
  keep: (part: Partial<PostTestProgress>) => void;
  /** Goes to the step before; null on the first. */
  back: (() => void) | null;
  goTo: (step: PostTestStep) => void;
  /** Forgets the request in hand here; the draft itself is the server's. */
  forget: () => void;
  /** Signs in and comes back to this step. */
  signIn: (part: Partial<PostTestProgress>) => void;
};

export type StepScreen = ComponentType<StepProps>;
