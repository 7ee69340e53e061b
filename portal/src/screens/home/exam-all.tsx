export { NotYet as ExamAll } from '../../frame/not-yet.tsx';
