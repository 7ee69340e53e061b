import type { HelpMessages } from '../en/help.ts';

export const help: HelpMessages = {
  centre: '帮助中心',
  pages: '帮助页面',
  onThisPage: '本页内容',
  links: {
    questions: '常见问题',
    group: '团体报名',
    contact: '联系我们',
    protection: '未成年人安全',
    children: '儿童个人信息',
    privacy: '隐私政策',
    cookies: 'Cookie 说明',
  },
  version: (date) => `本版本自 ${date}起生效。`,
  loading: '正在获取最新信息',
  failed: '未能获取最新信息，请检查网络连接。',
  again: '重试',
  demonstration: '本站为演示站点，公司及其信息均为虚构。',
  noScript: '此部分内容需要启用 JavaScript。',
};
