import type { postTestConsents as consentsEn } from './post-test-statements.en.ts';
import { receiver, recipientFacts } from './recipient.zh.ts';

export const postTestConsents: typeof consentsEn = {
  markMayFall: () => '我知悉：经核算或复核后，分数及等级可能下降、维持或上升，新成绩将取代原成绩。',
  scriptToCandidate: () => '我同意将考生的试卷副本提供给考生本人。试卷返还后，可能无法再申请复核。',
  scriptToCentre: () => '我同意考点查阅考生的试卷，并可在隐去姓名后用于教学。',
  lateCashIn: () => '我已核对总成绩申请代码。我知悉：单元不齐的总成绩申请将不被受理，且申请送交考试局后费用不予退还。',
  uciMerge: () => '两个 UCI 号码属于同一名考生。我同意将成绩合并至较早的号码之下。',
  passToBody: (values) =>
    `我是考生本人，或未满 18 周岁考生的父母或监护人。我单独同意将本申请中的信息提供给${receiver(values)}，用于办理本申请。\n${recipientFacts(values)}`,
};
