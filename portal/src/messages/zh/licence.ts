import type { LicenceMessages } from '../en/licence.ts';

export const licence: LicenceMessages = {
  lead: '本网站经营者的登记信息如下。',
  name: '名称',
  registeredNumber: '统一社会信用代码',
  legalRepresentative: '法定代表人',
  address: '住所',
  established: '成立日期',
  scope: '经营范围',
  registrar: '登记机关',
  check: '可在国家企业信用信息公示系统中凭统一社会信用代码查询核对。',
  checkLink: '前往 gsxt.gov.cn',
  filings: '网站备案号见页面底部。',
  newWindow: '（在新窗口中打开）',
};
