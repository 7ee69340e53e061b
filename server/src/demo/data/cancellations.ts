/** What became of a paid registration that somebody asked to cancel; the three last are a refund on its way (9.5). */
export type DemoEnding = {
  state: 'requested' | 'takenBack' | 'rejected' | 'approved' | 'failed' | 'completed';
  /** The candidate's words. */
  reason: string;
  /** The office's words to a candidate whom it rejects. */
  answer?: string;
};

/** An ending in each state that a candidate can see; texts as a family would write them. */
export const endings = {
  requested: { state: 'requested', reason: '考生骨折住院，医生建议休息三周，诊断证明稍后补交。' },
  takenBack: { state: 'takenBack', reason: '学校临时调整了期末考试时间。' },
  rejected: {
    state: 'rejected',
    reason: '与学校活动时间冲突。',
    answer: '所附材料未能说明考试当天的情况，请补充学校出具的证明后再次申请。',
  },
  approved: { state: 'approved', reason: '全家搬到外地，无法参加考试。' },
  failed: { state: 'failed', reason: '报错了模块，改报其他模块。' },
  completed: { state: 'completed', reason: '考生已通过其他考试，不再需要。' },
} as const satisfies Readonly<Record<DemoEnding['state'], DemoEnding>>;
