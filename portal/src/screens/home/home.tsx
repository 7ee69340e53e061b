export { NotYet as Home } from '../../frame/not-yet.tsx';
