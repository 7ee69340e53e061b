import type { PublicDraft, PublicStep } from '@exam/contract/wizards';
import type { ComponentType } from 'react';
import type { StepPropsOf } from '../parts/wizard.ts';

/** What every step of the Public wizard gets. */
export type StepProps = StepPropsOf<PublicStep, PublicDraft>;

export type StepScreen = ComponentType<StepProps>;
