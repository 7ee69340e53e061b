export { NotYet as Register } from '../../frame/not-yet.tsx';
