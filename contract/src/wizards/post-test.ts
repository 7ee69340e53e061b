import type { ComponentRule } from '../entities/post-test.ts';
import type { Step } from './wizard.ts';

/** The steps of a post-test request, in the specification's names and order. */
export const postTestStepIds = ['getReady', 'service', 'information', 'confirm', 'payment'] as const;
export type PostTestStep = (typeof postTestStepIds)[number];

/**
 * A post-test request in progress, as the browser keeps it: choices and ids only. What names the candidate is saved on the server and
 * comes back with the draft.
 */
export interface PostTestProgress {
  productId: string | null;
  hasReadDeclaration: boolean;
  serviceId: string | null;
  componentRule: ComponentRule | null;
  levelId: string | null;
  examSeriesId: string | null;
  /** Set by the first save of the information. */
  draftId: string | null;
  /** Whether the server found nothing wrong with the draft when it was saved last. */
  canConfirm: boolean;
  /** What the confirmation made; null before. */
  orderId: string | null;
}

/** The progress of a request nobody has begun. */
export const emptyPostTestProgress: PostTestProgress = {
  productId: null,
  hasReadDeclaration: false,
  serviceId: null,
  componentRule: null,
  levelId: null,
  examSeriesId: null,
  draftId: null,
  canConfirm: false,
  orderId: null,
};

/** The post-test wizard as data: five steps, each for everybody. */
export const postTestSteps: readonly Step<PostTestStep, PostTestProgress>[] = [
  {
    id: 'getReady',
    fills: ['productId', 'hasReadDeclaration'],
    done: (progress) => progress.productId !== null && progress.hasReadDeclaration,
  },
  {
    id: 'service',
    fills: ['serviceId', 'componentRule', 'levelId', 'examSeriesId'],
    done: (progress) => progress.serviceId !== null && progress.levelId !== null && progress.examSeriesId !== null,
  },
  {
    id: 'information',
    fills: ['draftId', 'canConfirm'],
    done: (progress) => progress.draftId !== null && progress.canConfirm,
  },
  { id: 'confirm', fills: ['orderId'], done: (progress) => progress.orderId !== null },
  { id: 'payment', fills: [], done: () => true },
];

/** The parts of late cash-in's information, in the order in which they are asked for. */
export const lateCashInParts = [
  'cashInCode',
  'examSeries',
  'centre',
  'candidateNumber',
  'uciNumber',
  'details',
] as const;
