import type { ExamsMessages } from '../en/exams.ts';

export const exams: ExamsMessages = {
  title: '我的考试',
};
