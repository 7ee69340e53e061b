import type { ImportWords } from './words.en.ts';

export const words: ImportWords = {
  headings: {
    lastName: '姓（拼音）',
    firstName: '名（拼音，没有名填 -）',
    nameZh: '中文姓名（选填）',
    idType: '证件类型',
    idNo: '证件号码',
    gender: '性别',
    dob: '出生日期（年-月-日）',
    mobile: '手机号码',
    email: '电子邮箱',
    'guardianModel.name': '监护人姓名（未满 18 周岁必填）',
    'guardianModel.type': '与考生的关系',
    'guardianModel.idType': '监护人证件类型',
    'guardianModel.idNo': '监护人证件号码',
    'guardianModel.mobile': '监护人手机号码',
  },
  idTypes: {
    IDCard: '居民身份证',
    IDCardTaiwan: '台湾居民证件',
    IDCardHongKongMacau: '港澳居民证件',
    Passport: '护照',
  },
  genders: { Male: '男', Female: '女' },
  relations: { Father: '父亲', Mother: '母亲', LegalGuardian: '其他法定监护人', Other: '其他' },
  sheet: '考生',
  remark: '备注',
  example: '示例，不读取',
  mistakes: '需要修改的内容',
};
