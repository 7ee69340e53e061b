import { Navigate } from 'react-router';

function isWizardInProgress(): boolean {
  try {
    return sessionStorage.getItem('steps') !== null;
  } catch {
    return false;
  }
}

/** `/{product}/step-3/confirm` of an older wizard: the confirm step while a registration is in progress, else home. */
export function StepThree() {
  return <Navigate replace to={isWizardInProgress() ? '/exam-registration?step=confirmExam' : '/'} />;
}
