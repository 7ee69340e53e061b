import type { SignedInMessages } from '../en/signed-in.ts';

export const signedIn: SignedInMessages = {
  offline: '网络已断开。本页内容仍在，网络恢复后再提交。',
  bindEmail: {
    label: '绑定邮箱',
    text: '建议绑定邮箱：可接收准考证，手机不在身边时也能用它找回账户。',
    add: '绑定邮箱',
    notNow: '以后再说',
  },
  passkeyOffer: {
    label: '免密登录',
    text: '添加通行密钥后，下次可使用指纹、面容或设备密码直接登录。',
    add: '添加通行密钥',
    notNow: '不用了',
  },
  idle: {
    warning: '您还在吗？',
    warningText: '为保护您的信息，如无操作即将自动退出登录。剩余时间：',
    stay: '继续使用',
    over: '您已退出登录',
    overText: '长时间未检测到操作，请重新登录。登录后将返回当前页面，进行中的报名已为您保留。',
    signInAgain: '重新登录',
  },
};
