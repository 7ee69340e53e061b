import { leaveChoices } from '@exam/contract/messages/leave/zh';
import { idTypes } from '@exam/contract/messages/id-types/zh';
import type { LetterWords } from './letter-words.en.ts';

/** The Chinese letter; every entry is described in the English words. */
export const letterWordsZh: LetterWords = {
  brand: '考途',
  operator: '考试报名服务',
  title: '准考证',
  documentTitle: (applicationCode) => `准考证 ${applicationCode}`,
  fileName: (applicationCode) => `准考证-${applicationCode}.pdf`,
  calendarText: (applicationCode, minutes) =>
    `报名编号 ${applicationCode}。请在开考前 ${minutes} 分钟报到，并携带准考证和身份证件原件。`,
  applicationCode: '报名编号',
  version: (version) => `第 ${version} 版`,
  page: (page, pages) => `第 ${page} 页，共 ${pages} 页`,

  monthOnStub: (month) => `${month}月`,
  weekday: (weekday) => `星期${'日一二三四五六'[weekday] ?? ''}`,
  fullDate: ({ year, month, day, weekday }) => `${year}年${month}月${day}日 星期${'日一二三四五六'[weekday] ?? ''}`,
  timeSpan: (start, end) => `${start}–${end}`,
  chinaTime: '北京时间',

  candidate: '考生姓名',
  document: '证件',
  documentEnding: (documentName, end) => `${documentName}，尾号 ${end}`,
  documentNames: idTypes,
  reportBy: '最晚报到',
  reportNote: (minutes) => `开考前 ${minutes} 分钟`,
  examTime: '考试时间',
  date: '考试日期',
  papers: '试卷',
  venue: '考点',
  address: '地址',
  leaving: '离场方式',
  leave: (choice, names) =>
    names.length === 0 ? leaveChoices[choice] : `${leaveChoices[choice]}：${names.join('、')}`,

  unprintable: (name, documentEnd) => `${name}（证件尾号 ${documentEnd}）`,

  detailsTitle: '考试信息',
  noticesTitle: '考前提示',
  bringTitle: '请携带',
  bring: (document) => [
    '本准考证（打印或手机出示）',
    `报名所用证件的原件（${document}），复印件和过期证件无效`,
    '黑色签字笔、2B 铅笔和橡皮',
  ],
  bringForPickup: '接送人请携带本人身份证件',
  rulesTitle: '考试当天',
  rules: (reportTime) => [
    `请在 ${reportTime} 前到达考点报到，开考后可能无法入场`,
    '手机、手表等电子设备须关机，按监考人员要求存放',
    '听从监考人员安排，违纪可能取消成绩',
  ],

  checkTitle: '查验准考证',
  checkText: '扫描二维码或打开网址，可查验本准考证是否有效。考试信息变更后出具新版，本版即失效。',
  scan: '扫码查验',
  qrAlternative: (url) => `二维码，打开 ${url} 可查验本准考证是否有效`,
  markAlternative: '考途标志',
  contactTitle: '咨询',
  contact: (office) => `请发邮件至${office}，注明报名编号。`,
};
