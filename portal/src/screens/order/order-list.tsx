export { NotYet as OrderList } from '../../frame/not-yet.tsx';
