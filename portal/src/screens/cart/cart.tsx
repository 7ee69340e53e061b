export { NotYet as Cart } from '../../frame/not-yet.tsx';
