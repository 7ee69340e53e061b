import type { VerifyMessages } from '../en/verify.ts';

export const verify: VerifyMessages = {
  title: '核验准考证',
  valid: '此准考证有效',
  outdated: '此准考证已更换新版',
  invalid: '此准考证无效',
  validText: '此准考证由本服务签发。请将以下信息与纸质准考证及身份证件核对。',
  outdatedText: '准考证已有更新版本，此份打印件不再有效，请出示最新版本。',
  invalidText: '没有与此编码对应的有效报名，可能已取消，或编码有误。请勿凭此准考证入场。',
  issued: '签发时间',
  masked: '为保护隐私，部分个人信息已隐藏。',
  time: '开考时间',
  code: (code) => `核验码 ${code}`,
};
