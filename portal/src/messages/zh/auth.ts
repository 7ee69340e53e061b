import type { AuthMessages } from '../en/auth.ts';

export const auth: AuthMessages = {
  title: '登录',
};
