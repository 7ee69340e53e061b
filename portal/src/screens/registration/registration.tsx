export { NotYet as Registration } from '../../frame/not-yet.tsx';
