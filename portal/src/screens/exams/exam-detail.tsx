export { NotYet as ExamDetail } from '../../frame/not-yet.tsx';
