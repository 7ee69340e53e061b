import type { CandidatesMessages } from '../en/candidates.ts';

export const candidates: CandidatesMessages = {
  title: '我的考生',
};
