import type { ConsentStatement } from '../rules/consents.ts';
import type { ConsentValues } from './consents.en.ts';

const body = ({ awardingBody }: ConsentValues): string => awardingBody || '考试局';

/** The statements in Chinese; see the English file. */
export const consents: Record<ConsentStatement, (values: ConsentValues) => string> = {
  terms: () => '本人已阅读并同意使用条款和隐私声明。',
  sensitiveData: () => '本人单独同意为本次考试处理本人的证件号码及其他敏感个人信息。',
  awardingBody: (values) => `本人同意为参加考试和取得成绩，将本人信息提供给${body(values)}，包括向境外提供。`,
  truth: () => '所填信息真实，且与考试当天携带的证件一致；如为他人报名，本人已获得授权。',
  childTerms: () => '本人作为家长或监护人，已代孩子阅读并同意使用条款和隐私声明。',
  childSensitiveData: () => '本人作为家长或监护人，单独同意为本次考试处理孩子的证件号码及其他敏感个人信息。',
  childAwardingBody: (values) =>
    `本人作为家长或监护人，同意为孩子参加考试和取得成绩，将孩子的信息提供给${body(values)}，包括向境外提供。`,
  childTruth: () => '本人作为家长或监护人，确认所填信息真实，且与孩子考试当天携带的证件一致。',
  guardianship: () =>
    '本人是孩子的父母或法定监护人，已阅读儿童个人信息保护规则，同意处理孩子的个人信息，并同意所选的离场方式。',
};
