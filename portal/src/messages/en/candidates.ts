export const candidates = {
  title: 'My candidates',
};

export type CandidatesMessages = typeof candidates;
