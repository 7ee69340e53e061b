export { NotYet as CandidateList } from '../../frame/not-yet.tsx';
