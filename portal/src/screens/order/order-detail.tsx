export { NotYet as OrderDetail } from '../../frame/not-yet.tsx';
