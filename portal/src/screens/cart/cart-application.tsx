export { NotYet as CartApplication } from '../../frame/not-yet.tsx';
