export { NotYet as ExamList } from '../../frame/not-yet.tsx';
