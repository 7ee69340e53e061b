import type { HomeMessages } from '../en/home.ts';

export const home: HomeMessages = {
  title: '考试报名',
};
