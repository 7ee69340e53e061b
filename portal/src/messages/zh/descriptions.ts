import type { DescriptionMessages } from '../en/descriptions.ts';

export const descriptions: DescriptionMessages = {
  home: '为自己或孩子报名各类公开考试。无需登录，即可查看全部考期与费用。',
  licence: '考途运营主体的营业执照与统一社会信用代码。',
  helpQuestions: '报名、付款、修改、取消与退款的常见问题解答。',
  helpGroup: '学校与团体如何报名、有哪些优惠、邀请码如何使用。',
  helpContact: '各考务办公室的电话、邮箱、地址与服务时间。',
  helpProtection: '考试当天如何照看未成年考生，以及谁可以接走孩子。',
  helpPrivacy: '我们保存您和孩子的哪些信息、为什么保存、保存多久，以及您享有的权利。',
  helpCookies: '考途使用的少量必需 Cookie 及其用途。',
  helpChildren: '我们保存 14 周岁以下儿童的哪些信息、监护人同意什么，以及如何提出异议。',
  examAll: '全部考试的考期、城市、费用与报名截止时间，无需登录即可查看。',
};
