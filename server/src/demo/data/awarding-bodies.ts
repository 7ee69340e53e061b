import type { Words } from './places.ts';

/** An awarding body, and what consents tell of it (PIPL 39). Contacts are the public ones of the body, or the exam centre's own office. */
export type DemoBody = {
  code: string;
  name: Words;
  legalName: Words;
  country: string;
  contact: Words;
  purpose: Words;
  means: Words;
  dataKinds: Words;
  rights: Words;
};

const entry = {
  purpose: {
    en: 'to enter the candidate for the exam, mark it, issue the result and the certificate, and look into irregularities',
    zh: '办理考试报名、评卷、发布成绩和颁发证书，以及核查违规行为',
  },
  means: {
    en: 'our staff send the entries as a file through the body’s protected website; the body keeps them in its own systems under its privacy notice',
    zh: '由本中心工作人员通过该机构的受保护网站以文件形式报送，该机构按其隐私声明保存在自有系统中',
  },
};

const results = {
  purpose: {
    en: 'to handle the request about the candidate’s result, mark it again where that is asked for, and report the outcome',
    zh: '办理成绩相关申请，按申请重新核查评卷，并通知结果',
  },
  means: {
    en: 'our staff enter the request on the body’s protected website; the body keeps it with the candidate’s exam record under its privacy notice',
    zh: '由本中心工作人员在该机构的受保护网站上提交申请，该机构按其隐私声明与考试记录一并保存',
  },
  dataKinds: {
    en: 'name, date of birth, centre and candidate number, UCI, the papers concerned and the service asked for',
    zh: '姓名、出生日期、考点号和考生号、UCI 号码、所涉科目及所申请的服务',
  },
};

const namesAndExam = {
  en: 'name, gender, date of birth, registration reference, the paper with its date and place, whether the candidate attended, and the candidate’s answers',
  zh: '姓名、性别、出生日期、报名编号、所报科目及考试日期和地点、是否到考，以及作答内容',
};

/** Rights under the body's own law; the office helps where writing in English is a burden. */
const rightsThere = {
  en: 'candidate and guardian may ask the body for access, a copy, correction or deletion, or object, by its contact above; our exam office passes a request on free of charge, in Chinese too',
  zh: '可通过上述联系方式向该机构要求查阅、复制、更正、删除个人信息或提出异议；也可用中文向本中心提出，由我们免费代为转达',
};

const office = {
  en: 'through our Beijing office: beijing@kaotu.example, 010-5555 0101, which passes questions on',
  zh: '通过本中心北京办事处联系：beijing@kaotu.example，010-5555 0101，由我们转达',
};

const orOffice = ({ en, zh }: Words): Words => ({ en: `${en}; or ${office.en}`, zh: `${zh}；也可${office.zh}` });

export const awardingBodies: readonly DemoBody[] = [
  {
    code: 'ACCA',
    name: { en: 'ACCA (Association of Chartered Certified Accountants)', zh: '特许公认会计师公会（ACCA）' },
    legalName: { en: 'The Association of Chartered Certified Accountants', zh: '特许公认会计师公会' },
    country: 'GB',
    contact: orOffice({ en: 'www.accaglobal.com', zh: 'www.accaglobal.com' }),
    ...entry,
    dataKinds: {
      en: `${namesAndExam.en}; type and number of the identity document`,
      zh: `${namesAndExam.zh}；另有证件类型和号码`,
    },
    rights: rightsThere,
  },
  {
    code: 'OCR',
    name: { en: 'OCR', zh: 'OCR 考试局' },
    legalName: { en: 'Oxford, Cambridge and RSA Examinations', zh: '牛津、剑桥和皇家艺术协会考试局（OCR）' },
    country: 'GB',
    contact: orOffice({ en: 'www.ocr.org.uk', zh: 'www.ocr.org.uk' }),
    ...entry,
    dataKinds: namesAndExam,
    rights: rightsThere,
  },
  {
    code: 'CAMBRIDGE-ENGLISH',
    name: { en: 'Cambridge English', zh: '剑桥英语考评部' },
    legalName: {
      en: 'Cambridge University Press & Assessment (Cambridge English)',
      zh: '剑桥大学出版与考评院（剑桥英语）',
    },
    country: 'GB',
    contact: orOffice({ en: 'www.cambridgeenglish.org', zh: 'www.cambridgeenglish.org' }),
    ...entry,
    dataKinds: namesAndExam,
    rights: rightsThere,
  },
  {
    code: 'CAMBRIDGE-INTERNATIONAL',
    name: { en: 'Cambridge International', zh: '剑桥大学国际考评部' },
    legalName: {
      en: 'Cambridge University Press & Assessment (International Education)',
      zh: '剑桥大学出版与考评院（国际教育）',
    },
    country: 'GB',
    contact: orOffice({ en: 'www.cambridgeinternational.org', zh: 'www.cambridgeinternational.org' }),
    ...results,
    rights: rightsThere,
  },
  {
    code: 'PEARSON',
    name: { en: 'Pearson Edexcel', zh: '培生爱德思' },
    legalName: { en: 'Pearson Education Limited', zh: '培生教育有限公司' },
    country: 'GB',
    contact: orOffice({ en: 'qualifications.pearson.com', zh: 'qualifications.pearson.com' }),
    ...results,
    rights: rightsThere,
  },
  {
    code: 'OXFORDAQA',
    name: { en: 'OxfordAQA', zh: '牛津 AQA 国际考试局' },
    legalName: { en: 'OxfordAQA International Qualifications', zh: '牛津 AQA 国际考试局' },
    country: 'GB',
    contact: orOffice({ en: 'www.oxfordaqa.com', zh: 'www.oxfordaqa.com' }),
    ...results,
    rights: rightsThere,
  },
];
