export { NotYet as OrderConfirm } from '../../frame/not-yet.tsx';
