import type { paperWordsEn } from './paper-words.en.ts';

export const paperWordsZh: typeof paperWordsEn = {
  brand: '考途',
  title: '考试日资料',
  page: '第 {page} 页，共 {pages} 页',
  nobody: '无。',
  what: '本科目',
  how: '情况',
  register: '签到表',
  registerHeadings: ['序号', '姓名', '报名编号', '证件末两位', '到场时间', '离场时间', '签名'],
  invigilator: '监考记录表',
  expected: '应到人数',
  minors: '其中未成年人',
  arrangements: '其中有特殊安排',
  invigilatorBlanks: [
    ['实到人数', '迟到人数', '缺考人数'],
    ['试卷领取份数', '发放份数', '回收份数'],
    ['开考时间', '结束时间', '考室'],
    ['监考员（姓名）', '签名'],
    ['第二监考员（姓名）', '签名'],
  ],
  invigilatorBoxes: ['备注'],
  incident: '考场情况记录表',
  incidentBlanks: [
    ['考生姓名', '报名编号'],
    ['科目', '时间'],
    ['□ 迟到   □ 身体不适   □ 违规', '□ 疏散   □ 设备故障   □ 其他'],
    ['记录人', '签名及时间'],
    ['考生签名', '第二见证人'],
  ],
  incidentBoxes: ['情况经过', '处理措施', '考生陈述'],
  labels: '座位标签',
};
