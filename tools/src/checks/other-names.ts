/** Who reads a dictionary: somebody at the portal, in a message or in a letter; or staff at the console. */
export type Reader = 'family' | 'staff';

/** Another name that a thing once had, and the one it has (docs/glossary.md). */
export interface OtherName {
  other: RegExp;
  name: string;
  /** The one reader that does not see it; both where it is left out. */
  only?: Reader;
}

export const otherNames: readonly OtherName[] = [
  { other: /\bboard fee|awarding body’s fee|fee of the awarding body/i, name: 'awarding-body fee' },
  { other: /考试局费用|主办方费用|考试机构费/, name: '考试局费' },
  { other: /service fee|local exam fee/i, name: 'local fee' },
  { other: /本地费用|本地考务费/, name: '考务费' },
  { other: /late entry charge|late charge/i, name: 'late-entry charge' },
  { other: /延迟报名/, name: '逾期报名费' },
  // Awarding bodies call theirs otherwise.
  { other: /(?<!Edexcel |OxfordAQA )post-results(?! \(| services of)/i, name: 'post-test service' },
  { other: /(?<!ACCA )registration (?:code|number)s?\b(?! of their own)|application code/i, name: 'application ID' },
  { other: /报名号|报名码/, name: '报名编号' },
  { other: /考试机构/, name: '考试局' },
  { other: /(?<!考试|考务)办公室/, name: '考务办公室; 办事处 at the console' },

  { other: /办事处|考务部门/, name: '考务办公室', only: 'family' },
  // Staff have 账号.
  { other: /(?<!开通(?:您的)?)账号/, name: '账户', only: 'family' },
  { other: /座位|名额/, name: '考位', only: 'family' },
  // The catalogue editor is a role.
  { other: /(?<!目录)编辑/, name: '修改', only: 'family' },
  { other: /放弃/, name: '取消订单, 清除本次填写', only: 'family' },
  { other: /驳回|未获(?:批准|通过)/, name: '未通过', only: 'family' },
  { other: /独自|自行离开/, name: '自行离场', only: 'family' },
  { other: /隐私声明/, name: '隐私政策', only: 'family' },
  { other: /受信任的设备|常用设备/, name: '信任的设备', only: 'family' },
  { other: /待支付|去支付|前往支付/, name: '待付款, 去付款', only: 'family' },
  { other: /(?<!暂)停办/, name: '场次取消', only: 'family' },
  { other: /送交考试局/, name: '提交考试局', only: 'family' },
  { other: /UCI 编号/, name: 'UCI 号码', only: 'family' },
  { other: /(?<!中国)大陆手机|非内地号码/, name: '中国大陆手机号码', only: 'family' },
  { other: /LegalGuardian: '法定监护人'/, name: '其他法定监护人', only: 'family' },
  { other: /加急/, name: '优先', only: 'family' },

  // The specification says “please log in again” when nobody has done anything for a long time.
  { other: /(?<!please )\blog(?:ged|s)? (?:in|out)\b|\blogin\b/i, name: 'sign in, sign out', only: 'family' },
  { other: /present password/i, name: 'current password', only: 'family' },
  { other: /\bgiv(?:e|en|es|ing) up (?:the order|one)|\b(?:was|been|is) given up\b/i, name: 'cancel', only: 'family' },
  { other: /\b(?:request|objection) (?:has been |was )?(?:taken )?back\b/i, name: 'withdraw', only: 'family' },
  { other: /\bpick(?:s|ed)?(?: the \w+)? up\b/i, name: 'collect', only: 'family' },
  { other: /\bway of leaving\b/i, name: 'how they leave', only: 'family' },
  { other: /\bs(?:its?|at) (?:the|an) exam\b/i, name: 'take the exam', only: 'family' },
  { other: /\bEdit\b/, name: 'Change', only: 'family' },
  { other: /\bfamily name\b/i, name: 'surname', only: 'family' },
  { other: /\bplease note\b/i, name: 'what you need to know', only: 'family' },
  { other: /\bwhat comes next\b/i, name: 'what happens next', only: 'family' },
  { other: /\bput right\b/i, name: 'correct', only: 'family' },
  { other: /\bactually paid\b/i, name: 'amount paid', only: 'family' },
  { other: /\bfapiao over\b/i, name: 'fapiao for', only: 'family' },
  { other: /\b(?:go|goes|going) on by itself\b/i, name: 'updates automatically', only: 'family' },
  { other: /\bcannot be had\b/i, name: 'is not available', only: 'family' },
  { other: /\banew\b/i, name: 'again', only: 'family' },
  { other: /[\d}] %/, name: '80%', only: 'family' },
];
