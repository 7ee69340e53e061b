export { NotYet as VerifyLetter } from '../../frame/not-yet.tsx';
