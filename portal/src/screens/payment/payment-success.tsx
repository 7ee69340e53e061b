export { NotYet as PaymentSuccess } from '../../frame/not-yet.tsx';
