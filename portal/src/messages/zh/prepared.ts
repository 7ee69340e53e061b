import type { PreparedMessages } from '../en/prepared.ts';

export const prepared: PreparedMessages = {
  title: '代填的报名信息',
  intro: '考务办公室已按您的手机号填好以下报名信息。请逐项核对，亲自勾选各项声明并付款。在此之前尚未报名，也不占考位。',
  subjects: '科目',
  date: '考试日期',
  city: '城市',
  by: '填写单位',
  until: '保留至（北京时间）',
  replaces: '您有一项未完成的报名，继续后将由此项替换。',
  take: '核对并继续',
  refuse: '与我无关，删除',
  refuseTitle: '删除已填信息？',
  refuseText: '信息将立即删除。您仍可自行报名。',
  keep: '保留',
  refused: '已删除。',
  none: '暂无代填信息',
  noneText: '最近 24 小时内没有按您的手机号代填的报名，或您已接收。您可随时自行报名。',
  exams: '查看全部考试',
};
