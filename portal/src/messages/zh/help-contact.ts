import type { HelpContactMessages } from '../en/help-contact.ts';

export const helpContact: HelpContactMessages = {
  lead: '服务时间内可致电，其他时间请发送邮件。联系时请提供订单号或报名编号。',
  hours: {
    title: '服务时间',
    text: '周一至周五 09:00–12:00、13:30–17:00（北京时间），调休上班日照常服务，法定节假日休息。',
    open: '现在是服务时间',
    openUntil: (at) => `本时段服务至${at}。`,
    closed: '现在不在服务时间',
    opensAt: (at) => `下次服务时间：${at}。`,
    today: (name) => `今天：${name}`,
    ahead: '未来 60 天的节假日与调休安排',
    none: '未来 60 天没有法定节假日。',
    Holiday: '休息',
    MakeupWorkday: '照常服务',
    provisional: '暂定，以官方通知为准',
  },
  offices: {
    title: '各地考务办公室',
    text: '各考务办公室负责所辖城市的考试。',
    cities: '所辖城市',
    phone: '电话',
    email: '邮箱',
  },
  general: {
    title: '综合咨询',
    company: '公司名称',
    address: '地址',
    phone: '电话',
    email: '邮箱',
  },
  complaints: {
    title: '投诉',
    texts: [
      '请先向相关考务办公室反映，多数问题可以当场解决。如对处理结果不满意，请发送邮件至综合咨询邮箱，并在主题中注明“投诉”。我们会安排未参与此事的人员处理，在 15 个工作日内答复。',
      '对考试过程的投诉，请在考试结束后 7 天内提出，以便会同考试局核查。',
    ],
  },
  privacy: {
    title: '个人信息与儿童信息',
    text: '查阅、更正、转移或删除个人信息，请联系：',
    officer: '儿童个人信息保护负责人',
    officerPhone: '电话',
  },
};
