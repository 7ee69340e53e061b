export const exams = {
  title: 'My exams',
};

export type ExamsMessages = typeof exams;
