import type { Section } from '../../screens/help/article.ts';
import type { HelpFacts } from '../../screens/help/facts.ts';
import type { HelpPrivacyMessages } from '../en/help-privacy.ts';

const sections: readonly ((facts: HelpFacts) => Section)[] = [
  () => ({
    id: 'who',
    title: '谁对您的信息负责',
    blocks: [
      '“营业执照”页面所列的公司是个人信息处理者。有关请求和投诉，请按“联系我们”页面的方式提出；儿童个人信息由专人负责。',
    ],
    links: [
      { href: '/business-licence', label: '营业执照' },
      { href: '/help/contact-us', label: '联系我们' },
    ],
  }),
  () => ({
    id: 'what',
    title: '收集的信息及用途',
    blocks: [
      [
        '账户持有人：手机号码、邮箱（自愿绑定）、出生日期和各项设置，用于登录和联系，并确认您已成年。',
        '考生：姓名、性别、出生日期、证件类型和号码、邮箱、电话，用于报名和考试当天核验身份。',
        '未满 18 周岁的考生另需：监护人的姓名、证件和电话，接送人的姓名、证件和电话。',
        '部分考试另需：大学及联系人、课程代码、会员编号、考试季、考点名称和编号、考生号、UCI 号码。',
        '仅在您自愿提供时：医疗证明、特殊安排的证明材料、签字的表格。',
        '订单、付款和退款信息。我们不接触银行卡号，卡号由您在支付渠道的页面填写。',
        '技术信息：登录的设备、网络地址和时间，用于保护账户安全；法律也要求我们留存网络日志。',
      ],
      '考试用不到的信息，我们不会要求填写。不提供必填信息的，无法为考生报名，其他功能不受影响。',
    ],
  }),
  (facts) => ({
    id: 'sensitive',
    title: '敏感个人信息',
    blocks: [
      `证件号码、医疗证明、考试当天的照片，以及未满 ${facts.sensitiveAge} 周岁儿童的全部信息，均属于敏感个人信息。我们只在提供时说明的用途范围内使用，征得单独同意，加密保存，工作人员看到的是脱敏后的内容。`,
    ],
    links: [{ href: '/help/childProtection', label: '儿童个人信息保护规则' }],
  }),
  () => ({
    id: 'basis',
    title: '处理依据',
    blocks: [
      '为订立和履行考试合同所必需；为履行法定义务所必需（如会计、网络日志）；以及您在报名时逐项作出的同意，您可以随时撤回。撤回后我们不再继续使用，但不影响已付款的报名。推广信息默认关闭，由您自行开启。',
    ],
  }),
  () => ({
    id: 'recipients',
    title: '向谁提供',
    blocks: [
      [
        '所报考试的考试局、大学或学校：报考数据和考试当天的出勤情况。',
        '考点：用于身份核验的姓名、证件号码和照片。',
        '您选择的支付渠道：订单号和金额。',
        '短信和邮件服务商：您的号码或邮箱，以及消息内容。',
        '依法有权要求提供的机关和法院。',
      ],
      '我们不出售个人信息，页面中没有第三方的跟踪和广告。',
    ],
  }),
  () => ({
    id: 'abroad',
    title: '向境外提供',
    blocks: [
      '多数考试局位于中国大陆以外，其中很多在英国。报考这些考试，须将姓名、性别、出生日期、证件号码、联系方式和考试信息提供给对方，用于报考、阅卷和发证。每次报名时，页面会列明接收方，并征得您的单独同意。每次提供均有记录，您可以要求查阅；考试不需要的信息不会提供。',
      '其他信息均保存在中国大陆境内的服务器上。',
    ],
  }),
  () => ({
    id: 'periods',
    title: '保存多久',
    blocks: [
      '期满后系统自动删除或匿名化，备份中的相应密钥也一并销毁。涉及法律争议的个别记录可能延期保存。机考作答内容我们一律不保存。',
    ],
  }),
  () => ({
    id: 'security',
    title: '如何保护',
    blocks: [
      '连接和敏感字段均加密；登录采用密码加验证码或通行密钥；工作人员只能看到工作所需的信息，涉及资金和未成年人的操作须经复核，每次查看完整信息都有记录。万一发生安全事件，我们会立即告知您和主管部门发生了什么，以及您可以采取的措施。',
    ],
  }),
  () => ({
    id: 'rights',
    title: '您的权利',
    blocks: [
      [
        '查阅、复制个人信息，并可要求以通用格式转移',
        '更正、补充个人信息',
        '删除个人信息；依法须保存的，停止使用',
        '撤回同意、关闭通知、注销账户',
        '要求说明处理规则，并可向我们或网信部门投诉',
      ],
      '大部分操作可在“账户管理”和“我的考生”中自行完成，其余请联系我们，我们在 15 个工作日内答复。去世人员的近亲属也可以提出相关请求。',
    ],
    links: [{ href: '/candidate/account', label: '账户管理' }],
  }),
  () => ({
    id: 'changes',
    title: '规则的变更',
    blocks: ['新版本在生效前公布于本页并注明日期。如涉及您已同意的内容，下次报名时会再次征得您的同意。'],
  }),
];

export const helpPrivacy: HelpPrivacyMessages = {
  version: '2026-11-01',
  versions: {
    title: '历史版本',
    list: [
      { date: '2026-11-01', text: '增加考后服务、通行密钥和完整的保存期限表。' },
      { date: '2025-01-01', text: '首个版本。' },
    ],
  },
  retention: {
    caption: '各类信息的保存期限',
    what: '信息类别',
    period: '保存期限',
    start: '起算时间',
    end: '期满后',
    years: (number) => `${number} 年`,
    months: (number) => `${number} 个月`,
    days: (number) => `${number} 天`,
    hours: (number) => `${number} 小时`,
    classes: {
      candidate: '考生、监护人和接送人的姓名、证件和联系方式',
      identityDocument: '身份证件影印件、考试当天拍摄的照片',
      examRecord: '考试记录：报名、出勤、考后服务结果',
      certificate: '证书发放记录',
      paperCopy: '纸笔考试试卷副本',
      cheatingEvidence: '作弊证据',
      networkLog: '网络与安全日志（法律要求至少六个月）',
      cancellationPaper: '取消考试的证明材料，如病假证明',
      specialArrangement: '特殊安排的说明及证明材料',
      signedForm: '考后服务的签字同意书',
      unusedUpload: '已上传但未提交的文件、批量导入的表格',
      draft: '草稿、未完成的报名、购物车',
      consent: '您的同意记录',
      audit: '工作人员操作记录',
      orderPerson: '订单的下单人',
      order: '订单、付款和退款的金额与编号',
      messageText: '发送给您的消息内容',
      message: '消息的发送时间和送达情况',
      session: '登录过的设备',
      rightsRequest: '个人信息请求及我们的答复',
    },
    starts: {
      lastExam: '最后一次考试、最后一笔订单完结或注销账户（以最晚者为准）',
      exam: '考试日',
      issue: '发放日',
      caseClosed: '调查结束',
      outcome: '出具结果、拒绝受理或取消',
      recorded: '记录产生',
      uploaded: '上传',
      lastChange: '最后一次修改',
      lastUse: '最后一次使用',
      orderClosed: '订单完结',
      sent: '发送',
      ended: '退出登录',
      answered: '答复',
    },
    ends: {
      anonymise: '匿名化',
      pseudonymise: '隐去姓名',
      delete: '删除',
    },
  },
  tableAfter: 'periods',
  article: (facts) => ({
    lead: '我们收集哪些信息、为什么收集、提供给谁、保存多久，以及您如何掌握自己和考生的信息。',
    sections: sections.map((write) => write(facts)),
  }),
};
