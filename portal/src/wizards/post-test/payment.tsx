import { Navigate } from '@exam/ui/app';
import { payUrl } from '../../page/order-data.ts';
import type { StepProps } from './wizard.ts';

/** Step 5 is on the payment page, which every order shares. */
export function Payment({ progress }: StepProps) {
  return <Navigate replace to={progress.orderId === null ? '/candidate/order' : payUrl(progress.orderId)} />;
}
