import type { Section } from '../help-article.ts';
import type { HelpFacts } from '../help-facts.ts';
import type { HelpProtectionMessages } from '../en/help-protection.ts';

const sections: readonly ((facts: HelpFacts) => Section)[] = [
  () => ({
    id: 'principles',
    title: '我们的原则',
    blocks: ['每一名未满 18 周岁的考生都应当安全、受到尊重、有人倾听。未成年人的利益始终优先，也优先于考试本身。'],
  }),
  (facts) => ({
    id: 'account',
    title: '考试之前',
    blocks: [
      [
        `账户仅供成年人使用。未满 ${facts.adultAge} 周岁的考生一律由家长或监护人报名，并登记监护人的姓名、证件和手机号码。`,
        '我们只收集考试所必需的信息。本站没有公开主页、聊天功能和广告，任何人都无法通过本站联系孩子。',
        '与孩子考试有关的通知发送给账户持有人；须由监护人同意的事项发送给监护人。',
      ],
    ],
  }),
  () => ({
    id: 'exam-day',
    title: '考试当天',
    blocks: [
      [
        '接触未成年人的工作人员均经过背景核查和培训，佩戴姓名胸牌，不与未成年人在封闭房间内单独相处。',
        '身份核验以人证比对的方式进行，不搜身；书包和电子设备在考生看得见的地方集中存放。',
        '候考区域有人看管。孩子身体不适、紧张或感到不舒服时，可以随时告诉任何一名工作人员。',
        '除考试局要求的身份照片外，任何人不得拍摄考生。',
      ],
    ],
  }),
  (facts) => ({
    id: 'leaving',
    title: '离开考点',
    blocks: [
      '报名时由您选择孩子的离场方式，开考前均可更改。',
      [
        `考试当天 ${facts.neverAloneAge} 周岁及以下：一律交给监护人或您指定的接送人。`,
        `${facts.neverAloneAge + 1} 至 ${facts.adultAge - 1} 周岁：由人接走，或经您同意自行离开。`,
        `接送人须年满 ${facts.pickupAge} 周岁。工作人员核对姓名和证件号码末两位无误后，孩子方可离开。`,
      ],
      '无人来接时，工作人员会陪伴孩子并致电给您。凡未登记的人，无论作何说明，我们都不会把孩子交给他。',
    ],
    links: [{ href: '/candidate/application', label: '修改离场方式' }],
  }),
  () => ({
    id: 'online',
    title: '网络安全',
    blocks: [
      '也请您配合：不要把密码和验证码告诉他人，不要让孩子独自使用您的账户，不要在群聊中转发准考证或证件照片。',
      '工作人员看到的未成年人信息经过脱敏处理。查看完整信息须经批准并说明理由。每次查看均有记录，您可以查询。',
    ],
    links: [{ href: '/help/childProtection', label: '儿童个人信息保护规则' }],
  }),
  () => ({
    id: 'report',
    title: '如果您有担忧',
    blocks: [
      '请告诉考点的任何一名工作人员，致电办事处，或给我们写信。凡可能伤害未成年人的情况，当天即转交负责人并记录在案，依法须报告的，立即报告公安机关或有关部门。您也可以拨打青少年服务热线 12355，紧急情况请拨打 110。',
      '无论是孩子还是成年人，善意反映情况都不会因此受到不利对待。',
    ],
    links: [{ href: '/help/contact-us', label: '联系我们' }],
  }),
];

export const helpProtection: HelpProtectionMessages = {
  version: '2026-11-29',
  article: (facts) => ({
    lead: '每周都有未成年人在我们的考点参加考试。以下是我们的保护措施，以及需要您配合的事项。',
    sections: sections.map((write) => write(facts)),
  }),
};
