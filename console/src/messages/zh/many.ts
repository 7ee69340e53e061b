import type { ManyMessages } from '../en/many.ts';

export const many: ManyMessages = {
  more: (count) => `另有 ${count} 项`,
  leftOut: (count) => `以下 ${count} 项不作处理：`,
  notNow: '当前状态不允许此操作',
  progress: ({ done, of }) => `${done}／${of}`,
  notDone: (count) => `以下 ${count} 项未作修改：`,
  lost: (what) => `${what}：未收到答复，其后的未作处理。请先查看列表，再继续操作。`,
  tooMany: (most) => `一次最多选择 ${most} 项。`,
  reasonHint: '5 至 500 个字，将记入每一项的审计记录。',
};
