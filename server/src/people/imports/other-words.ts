import { type ImportColumn } from '@exam/contract/rules';

/** What people call a column of their own list, where it can mean nothing else. */
export const alsoHeadings: Partial<Record<ImportColumn, readonly string[]>> = {
  lastName: ['姓', '姓氏', '姓拼音', 'Surname', 'Last name', 'Family name'],
  firstName: ['名', '名字', '名拼音', 'Given name', 'First name'],
  nameZh: ['中文姓名', '姓名（中文）', '中文名', '汉字姓名', 'Chinese name', 'Name in Chinese'],
  idType: ['证件种类', 'Document type'],
  idNo: ['证件号', '证件编号', 'ID No.', 'Document number'],
  dob: ['出生日期', '生日', '出生年月日', 'Date of birth', 'Birth date', 'DOB'],
  mobile: ['手机', '手机号', '联系电话', 'Mobile number', 'Phone'],
  email: ['邮箱', '电子邮件', 'Email'],
  'guardianModel.name': ['监护人', '监护人姓名', 'Guardian', 'Guardian’s name'],
  'guardianModel.idNo': ['监护人证件号', 'Guardian’s ID No.'],
  'guardianModel.mobile': ['监护人手机', '监护人手机号', '监护人电话', 'Guardian’s phone'],
};

/** What people call an entry of a list, by its value. */
export const alsoChoices: Readonly<Record<string, readonly string[]>> = {
  IDCard: ['身份证', '二代身份证', '中国居民身份证', 'Resident ID card', 'ID'],
  IDCardTaiwan: ['台胞证', '台湾居民来往大陆通行证', '台湾居民居住证'],
  IDCardHongKongMacau: ['港澳通行证', '回乡证', '港澳居民来往内地通行证', '港澳居民居住证', '港澳台居住证（港澳）'],
  Passport: ['普通护照', '因私护照'],
  Male: ['男性', '男生', 'M'],
  Female: ['女性', '女生', 'F'],
  Father: ['父', '爸爸', '父子', '父女', 'Dad'],
  Mother: ['母', '妈妈', '母子', '母女', 'Mum', 'Mom'],
};
