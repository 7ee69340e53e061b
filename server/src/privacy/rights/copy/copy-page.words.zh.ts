import type { copyPageWords as english } from './copy-page.words.en.ts';

/** The same in Chinese. */
export const copyPageWords: typeof english = {
  language: 'zh-CN',
  title: (code) => `个人信息副本（申请编号 ${code}）`,
  intro:
    '以下为考途保存的逝者个人信息，依据《个人信息保护法》第四十九条，应近亲属的申请提供。其中不包含其他人的个人信息。',
  madeAt: (at) => `生成时间：${at}。文中时间均为北京时间。`,
  nothing: '没有保存任何信息。',
  yes: '是',
  no: '否',
};
