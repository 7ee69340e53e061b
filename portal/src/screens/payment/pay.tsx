export { NotYet as Pay } from '../../frame/not-yet.tsx';
