import type { Recipient } from '../entities/recipient.ts';
import type { ConsentValues } from './recipient.en.ts';

type Facts = Pick<Recipient, 'contact' | 'purpose' | 'means' | 'dataKinds' | 'rights'>;

const institution: Facts = {
  contact: '报名时填写的该机构联系人或部门',
  purpose: '安排考试、评卷并通知成绩',
  means: '通过电子邮件、邮寄或该机构自有网站处理，并按其自身规定保存',
  dataKinds: '姓名、出生日期、所报考试及课程，以及报名表中要求填写的内容',
  rights: '可直接联系该机构，也可联系本考试中心，由我们代为转达',
};

export function receiver({ recipient }: ConsentValues): string {
  if (recipient === null) return '报名时填写的大学、学校或其他机构（可能位于中国内地以外）';
  return `${recipient.name}（${recipient.country}${recipient.isAbroad ? '，位于中国内地以外' : ''}）`;
}

export function recipientFacts({ recipient }: ConsentValues): string {
  const { contact, purpose, means, dataKinds, rights } = recipient ?? institution;
  return [
    `联系方式：${contact}`,
    `处理目的：${purpose}`,
    `处理方式：${means}`,
    `个人信息种类：${dataKinds}`,
    `向其行使权利的方式：${rights}`,
  ].join('\n');
}
