import type { OwnFirstMessages } from '../en/own-first.ts';

export const ownFirst: OwnFirstMessages = {
  title: '您的待办与考试',
  pay: '去付款',
  payFor: (code) => `去付款：订单 ${code}`,
  offer: '考试已安排，待核对付款',
  payBy: (time) => `付款截止：${time}`,
  see: '核对并付款',
  seeOffer: (code) => `核对并付款：预约 ${code}`,
  unpaid: '待付款',
  more: (count) => `等共 ${count + 1} 份报名`,
  cancelled: '本场考试已取消',
  next: '下一场考试',
  underWay: '正在考试',
  report: (time) => `请于 ${time} 前报到`,
  details: '查看详情',
  detailsOf: (exam) => `查看详情：${exam}`,
};
