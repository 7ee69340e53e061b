import { adultAge } from '../rules/ages.ts';
import type { KeptStatement } from '../rules/consents.ts';
import type { ConsentValues } from './recipient.en.ts';
import { receiver, recipientFacts } from './recipient.zh.ts';

/** The statements in Chinese; see the English file. */
export const consents: Record<KeptStatement, (values: ConsentValues) => string> = {
  accountTerms: () => `本人已年满 ${adultAge} 周岁，同意使用条款。`,
  accountPrivacy: () =>
    '本人已阅读隐私声明，同意为开立、使用和保护本账户，处理本人的手机号码、出生日期、本人提供的电子邮箱，以及登录所用的设备和网络信息。',
  childKept: () =>
    '本人是该儿童的父母或其他法定监护人，或者已取得此处所填监护人的同意。本人已阅读儿童个人信息保护规则，同意在本账户中保存该儿童的姓名、性别、出生日期、证件和联系方式，以及监护人的姓名、证件和电话，用于为该儿童报名考试。',
  terms: () => '本人已阅读并同意使用条款和隐私声明。',
  sensitiveData: () => '本人单独同意为本次考试处理本人的证件号码及其他敏感个人信息。',
  awardingBody: (values) =>
    `本人单独同意为参加考试和取得成绩，将本人信息提供给${receiver(values)}。\n${recipientFacts(values)}`,
  truth: () => '所填信息真实，且与考试当天携带的证件一致；如为他人报名，本人已获得授权。',
  childTerms: () => '本人作为家长或监护人，已代孩子阅读并同意使用条款和隐私声明。',
  childSensitiveData: () => '本人作为家长或监护人，单独同意为本次考试处理孩子的证件号码及其他敏感个人信息。',
  childAwardingBody: (values) =>
    `本人作为家长或监护人，单独同意为孩子参加考试和取得成绩，将孩子的信息提供给${receiver(values)}。\n${recipientFacts(values)}`,
  childTruth: () => '本人作为家长或监护人，确认所填信息真实，且与孩子考试当天携带的证件一致。',
  guardianship: () =>
    '本人是孩子的父母或法定监护人，已阅读儿童个人信息保护规则，同意处理孩子的个人信息，并同意所选的离场方式。',
  guardianAgreed: (values) =>
    `本人是孩子的父母或法定监护人，此手机号由本人使用。本人已阅读儿童个人信息保护规则，同意孩子报名本次考试，同意为此处理孩子的个人信息，并单独同意为孩子参加考试和取得成绩将其提供给${receiver(values)}。\n${recipientFacts(values)}`,
  guardianLeaving: () => '本人是孩子的父母或法定监护人，同意孩子在考试结束后自行离开考点，无需他人接送。',
};
