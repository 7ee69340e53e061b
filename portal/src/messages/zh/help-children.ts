import type { Section } from '../help-article.ts';
import type { HelpFacts } from '../help-facts.ts';
import type { HelpChildrenMessages } from '../en/help-children.ts';

const sections: readonly ((facts: HelpFacts) => Section)[] = [
  (facts) => ({
    id: 'consent',
    title: '须经您同意',
    blocks: [
      `保存未满 ${facts.sensitiveAge} 周岁儿童的信息前，须声明本人是监护人或已取得其同意；每次报名另有同意项，均默认不勾选。账户并非监护人本人所有的，孩子的信息只保留一天，等待监护人答复期间除外。使用内地手机号的监护人在提交订单后会收到带有链接的短信：未满 ${facts.sensitiveAge} 周岁的，须经该监护人同意；已满 ${facts.sensitiveAge} 周岁的，该监护人同意或 ${facts.objectionHours} 小时内未提出异议后，我们才提供准考证并向考试局报送。账户改填其他监护人的，原监护人也会收到短信，并有 ${facts.objectionHours} 小时可提出异议；原号码系误填的，由考务办公室两名工作人员核实，并短信告知机主。`,
      '您可以拒绝。拒绝后我们无法为孩子报名，除此之外没有其他影响。',
    ],
  }),
  () => ({
    id: 'what',
    title: '处理的信息、目的和方式',
    blocks: [
      [
        '由您提供：孩子的姓名、性别、出生日期、证件类型和号码，联系方式，监护人，接送人，离场方式。',
        '考试需要时：学校或大学、课程代码、考生号、UCI 号码。',
        '仅在您自愿提供时：医疗材料、特殊安排的证明材料。',
        '考试当天：出勤情况、由谁接走，以及考试局要求拍摄的身份照片。',
      ],
      '这些信息只用于报名、考试当天的组织和安全离场，以及成绩和证书。我们不做用户画像，不做个性化推荐，不投放广告，也不作出完全由机器决定的处理。',
    ],
  }),
  (facts) => ({
    id: 'where',
    title: '保存地点和期限',
    blocks: [
      `信息保存在中国大陆境内的服务器上。证件号码、性别、出生日期、联系方式、所填答案和材料均加密保存；姓名和出生年份未逐项加密。经您就该考试单独同意后，考试局所需的信息会提供给考试局，包括向境外提供。保存期限与隐私政策一致，敏感材料在考试结束 ${facts.sensitivePaperMonths} 个月后删除。`,
    ],
    links: [{ href: '/help/privacy#periods', label: '保存期限表' }],
  }),
  () => ({
    id: 'protection',
    title: '谁能看到',
    blocks: [
      '接触人员控制在最小范围。列表中的证件号码最多显示末两位，联系方式均已脱敏。查看未成年人的完整信息须经批准并说明理由。谁查看过、在列表中看到过，您均可查询。我们每年对未成年人个人信息的处理情况进行合规审计，并向主管部门报告。',
      '受托方须先经安全评估，只能按我们的指示处理，不得转委托。',
    ],
  }),
  (facts) => ({
    id: 'rights',
    title: '孩子和您的权利',
    blocks: [
      [
        '查阅、复制个人信息；付款前可随时自行更正，付款后由我们更正',
        '要求删除：撤回同意、目的已实现，或您认为处理不当时',
        '撤回同意、注销账户',
        '向我们或主管部门投诉',
      ],
      `我们在 ${facts.answerDays} 个工作日内答复，涉及儿童安全的从快处理。如发生儿童个人信息泄露、丢失，我们会立即通过短信和电话告知您。`,
    ],
  }),
  () => ({
    id: 'officer',
    title: '负责人',
    blocks: ['儿童个人信息由专人负责，您可以直接联系：'],
  }),
];

export const helpChildren: HelpChildrenMessages = {
  version: '2026-12-01',
  article: (facts) => ({
    lead: `儿童个人信息保护规则适用于未满 ${facts.sensitiveAge} 周岁的考生，在一般隐私政策之外提供更严格的保护；${facts.sensitiveAge} 至 ${facts.adultAge - 1} 周岁的考生同样由监护人报名并作出决定。请与孩子一起阅读。`,
    sections: sections.map((write) => write(facts)),
  }),
  officerAfter: 'officer',
  officer: '负责人',
  phone: '电话',
  email: '邮箱',
};
