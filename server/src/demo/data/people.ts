import type { CandidateInput } from '@exam/contract/entities';

/** Accounts that can sign in at once; printed at start. */
export const demoAccounts = [
  {
    key: 'parent',
    phone: '13800138000',
    password: 'Kaotu@2026',
    email: 'chen.wei@example.com',
    language: 'zh',
    dateOfBirth: '1988-06-15',
  },
  {
    key: 'college',
    phone: '13900139000',
    password: 'Kaotu@2026',
    email: 'registry@college.example',
    language: 'en',
    dateOfBirth: '1979-03-02',
  },
] as const;

export type DemoAccountKey = (typeof demoAccounts)[number]['key'];

export type DemoPerson = { key: string; account: DemoAccountKey; dob: string; form: CandidateInput; hasFather?: true };

/** Guardians of the children: their father is the account's own grown-up candidate, their grandmother is the guardian of others. */
export const father = {
  name: '王晓明',
  idType: 'IDCard',
  idNo: '110101199003077838',
  mobile: '13800138000',
  type: 'Father',
} as const;
export const grandmother = {
  name: '李桂兰',
  idType: 'IDCard',
  idNo: '11010519491231002X',
  mobile: '13800138001',
  type: 'LegalGuardian',
} as const;

/** The people of the scenarios: every number is a test vector of the specification, none belongs to anybody (3-domain 1, 10). */
export const people: readonly DemoPerson[] = [
  ofCard('adult', '1990-03-07', '110101199003077838', 'WANG', 'XIAOMING', '王晓明'),
  { ...ofCard('fourteen', '2012-02-29', '310115201202290020', 'WANG', 'YUTONG', '王雨桐'), hasFather: true },
  { ...ofCard('twelve', '2014-05-06', '330106201405061225', 'WANG', 'SIQI', '王思琪'), hasFather: true },
  { ...ofCard('ten', '2016-11-20', '11010820161120003X', 'WANG', 'HAORAN'), hasFather: true },
  ofCard('sixteen', '2010-11-20', '330106201011201133', 'LI', 'ZIHAN'),
  ofCard('almostAdult', '2008-11-21', '440300200811214518', 'LI', 'JUNJIE', '李俊杰'),
  ofOther('hongKong', 'parent', ['IDCardHongKongMacau', 'H12345678'], ['CHAN', 'KAMING', 'Male', '1992-08-19']),
  ofOther('taiwan', 'parent', ['IDCardTaiwan', '12345678'], ['LIN', 'YITING', 'Female', '1995-01-30']),
  ofOther('passport', 'parent', ['Passport', 'E12345678'], ['ZHENG-LI', 'WENLIANG', 'Male', '1998-12-05']),
  ofOther('teacherOne', 'college', ['Passport', 'EA1234567'], ['OUYANG', 'MIN', 'Female', '1993-04-11']),
  ofOther('teacherTwo', 'college', ['Passport', 'E23456781'], ['SHAN', 'BOWEN', 'Male', '1990-09-23']),
  ofOther('teacherThree', 'college', ['Passport', 'E23456782'], ['LYU', 'JIAYI', 'Female', '1996-07-07']),
];

function ofCard(
  key: string,
  dob: string,
  idNo: string,
  ...[lastName, firstName, nameZh]: readonly [string, string, string?]
): DemoPerson {
  const form = { idType: 'IDCard', idNo, lastName, firstName, nameZh, mobile: '13800138000' } as const;
  return { key, account: 'parent', dob, form };
}

function ofOther(
  key: string,
  account: DemoAccountKey,
  [idType, idNo]: readonly ['IDCardHongKongMacau' | 'IDCardTaiwan' | 'Passport', string],
  [lastName, firstName, gender, dob]: readonly [string, string, 'Male' | 'Female', string],
): DemoPerson {
  return { key, account, dob, form: { idType, idNo, lastName, firstName, gender, dob, mobile: '13800138000' } };
}
