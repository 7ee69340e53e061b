import type { AuthMessages } from '../en/auth.ts';

export const auth: AuthMessages = {
  aside: {
    title: '一个账户，轻松报考',
    points: [
      '添加您本人、子女或他人为考生，为其报名。',
      '账户仅限年满 18 周岁的成年人使用，未成年人由家长或监护人报名。',
      '购物车、订单和准考证都保存在账户中。',
    ],
  },
  signIn: {
    title: '登录',
    ways: '登录方式',
    byCode: '验证码登录',
    byPassword: '密码登录',
    submit: '登录',
    newHere: '还没有账户？',
    register: '立即注册',
    forgotten: '忘记密码？',
    account: '手机号码或邮箱',
    done: '登录成功',
  },
  register: {
    title: '注册账户',
    intro: '账户仅限成年人注册，子女及其他考生可在注册后添加。',
    submit: '注册',
    haveAccount: '已有账户？',
    signIn: '直接登录',
    confirmPassword: '确认密码',
    ruleMet: '已满足：',
    ruleTexts: {
      PASSWORD_LENGTH: '8 至 16 位',
      PASSWORD_LETTER: '至少一个字母',
      PASSWORD_DIGIT: '至少一个数字',
      PASSWORD_SIGN: '至少一个符号 @#$%*&^!_-',
    },
    dateOfBirth: '您的出生日期',
    dateOfBirthHint: '请填写账户持有人本人的出生日期，须年满 18 周岁。',
    terms: {
      before: '本人已年满 18 周岁，同意使用条款、',
      privacy: '隐私声明',
      between: '和',
      children: '儿童个人信息保护规则',
      after: '。',
      label: '使用条款',
      newWindow: '（在新窗口中打开）',
    },
    done: '注册成功',
  },
  fields: {
    phone: '手机号码',
    phoneHint: '请使用中国大陆手机号码',
    code: '验证码',
    codeHint: '6 位数字，通过短信发送，5 分钟内有效',
    password: '密码',
  },
  stages: {
    idle: '',
    checking: '正在进行安全验证，请稍候……',
    sending: '正在发送验证码……',
  },
  problemAt: (label, sentence) => `${label}：${sentence}`,
};
