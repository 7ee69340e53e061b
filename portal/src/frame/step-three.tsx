import { Navigate } from '@exam/ui/app';
import { readSteps } from '../app/draft/steps.ts';

/** `/{product}/step-3/confirm` of an older wizard: the confirm step while a registration is in progress, else home. */
export function StepThree() {
  return <Navigate replace to={readSteps() === null ? '/' : '/exam-registration?step=confirmExam'} />;
}
