export { NotYet as SignIn } from '../../frame/not-yet.tsx';
