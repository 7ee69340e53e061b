import { leaveChoices } from '@exam/contract/messages/leave/zh';
import type { sheetWordsEn } from './sheet-words.en.ts';

export const sheetWordsZh: typeof sheetWordsEn = {
  isChinese: true,
  number: '序号',
  titles: { attendance: '考勤表', door: '入场名单', leave: '未成年考生离场名单', arrangements: '特殊安排名单' },
  headings: {
    attendance: ['姓名', '报名编号', '证件末两位', '科目', '考勤', '签名'],
    door: ['姓名', '报名编号', '证件末两位', '科目'],
    leave: ['姓名', '报名编号', '离场方式', '接送人（证件末两位）', '更改时间', '时间', '签名'],
    arrangements: ['姓名', '报名编号', '科目', '已批准的安排'],
  },
  attendance: { Expected: '未登记', Present: '到考', Late: '迟到', Absent: '缺考' },
  leave: {
    None: '',
    ...leaveChoices,
  },
  undecided: '未批准',
  waitedFor: '无准考证：等待监护人',
  doubted: '由监护人接走：选择了自行离场，但监护人的同意尚未取得或已撤回',
  changedSince: (at) => `${at}（上次名单之后）`,
  registeredSince: (at) => `${at} 新报名（上次名单之后）`,
};
