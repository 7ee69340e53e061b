import { inWords } from '@exam/contract/messages/numerals/zh';
import type { HelpFacts } from '../help-facts.ts';
import type { QuestionGroup } from '../help-article.ts';
import type { HelpQuestionsMessages } from '../en/help-questions.ts';

const account: QuestionGroup = {
  id: 'account',
  title: '账户与登录',
  questions: [
    {
      id: 'who-can-register',
      question: '谁可以注册账户？',
      answer: [
        '年满 18 周岁、使用中国大陆手机号码的成年人。未满 18 周岁的考生不能注册账户，须由家长或监护人注册账户并代为报名。',
        '一个账户可以管理多名考生，数量不限。',
      ],
    },
    {
      id: 'code-does-not-arrive',
      question: '收不到验证码怎么办？',
      answer: [
        '请稍等一分钟，查看手机的拦截短信，再重新获取。验证码 5 分钟内有效，以最新收到的一条为准。',
        '如果账户已绑定邮箱或添加了通行密钥，也可以改用邮箱或通行密钥登录。',
      ],
    },
    {
      id: 'new-phone-number',
      question: '换了手机号码，怎样保留原来的账户？',
      answer: [
        '原号码仍可使用的，请在“账户管理”中更换手机号码，新旧号码都会收到通知。原号码已停用的，可先通过邮箱重置密码，登录后再更换。',
        '两者都不可用时请联系我们。我们核实账户确属您本人后，才会作任何更改。',
      ],
      link: { href: '/candidate/account', label: '账户管理' },
    },
    {
      id: 'recycled-number',
      question: '用自己的号码登录，看到的却是别人的账户',
      answer: [
        '停用的手机号码会由运营商重新放号。请选择“这不是我的账户”：系统会为您新建一个空账户，并通知原账户持有人，对方的信息不会向您显示。',
      ],
    },
  ],
};

const candidates = (facts: HelpFacts): QuestionGroup => ({
  id: 'candidates',
  title: '考生与证件',
  questions: [
    {
      id: 'which-document',
      question: '应该填写哪种证件？',
      answer: [
        '请填写考试当天会携带的那一种，监考人员会当场核对。可使用的证件有：',
        [
          '居民身份证；尚未领取身份证的儿童，填写户口簿上的公民身份号码',
          '港澳居民或台湾居民来往大陆（内地）通行证，或相应的居住证',
          '香港或澳门居民身份证',
          '任何国家的护照',
        ],
      ],
    },
    {
      id: 'names-in-pinyin',
      question: '姓名怎么填？',
      answer: [
        '与证件完全一致，用拼音或拉丁字母填写：姓和名分别填写，双字名连着写（如 XIAOMING）。也可以输入汉字，采用系统给出的拼音，但多音字姓氏请务必核对。中文姓名选填，与拼音一起显示在报名信息和准考证上，不提供给考试局。',
        '姓名将提供给考试局并印在证书上，付款后不能在网上更改。',
      ],
    },
    {
      id: 'import',
      question: '可以一次录入多名考生吗？',
      answer: [
        `可以。在“我的考生”中下载模板，填写后上传 XLS 或 XLSX 文件，每个文件不超过 ${facts.importRows} 行、2 MB。系统先显示预览，并在相应单元格标出错误，可以当场更正；确认之前不会保存任何内容。`,
      ],
      link: { href: '/candidate/my-candidates', label: '我的考生' },
    },
    {
      id: 'minor-leaving',
      question: '孩子考完后怎样离开考点？',
      answer: [
        `为未满 ${facts.adultAge} 周岁的考生报名时，须选择离场方式：由监护人接走、由监护人或您指定的接送人接走，或者考生自行离场。接送人须年满 ${facts.pickupAge} 周岁，并携带本人证件。`,
        `考试当天 ${facts.neverAloneAge} 周岁及以下的考生必须由人接走；${facts.neverAloneAge + 1} 至 ${facts.adultAge - 1} 周岁的考生，经监护人同意可以自行离场。监护人不是您本人的，由其通过短信中的链接同意；同意之前或提出异议之后，考生只能由监护人接走。`,
        '付款后到开考前仍可更改：请在“我的考试”中打开该考试。',
      ],
      link: { href: '/help/protection', label: '未成年人安全' },
    },
  ],
});

const registering = (facts: HelpFacts): QuestionGroup => ({
  id: 'registering',
  title: '报名与预约',
  questions: [
    {
      id: 'seat-in-cart',
      question: '放入购物车就有考位了吗？',
      answer: ['没有。提交订单后才会保留考位，按时付款后考位即确认。购物车中的内容保留 90 天。'],
    },
    {
      id: 'draft',
      question: '报名填到一半中断了，需要重新填吗？',
      answer: ['不需要。每一步都保存在您的账户中，用任何设备重新打开该考试，即可接着填写。'],
    },
    {
      id: 'filled-in-for-you',
      question: '可以请考务办公室代我填写吗？',
      answer: [
        '可以。固定场次的考试，现场或电话均可办理：请备好身份证件，并告知您登录所用的手机号。您会收到短信，请在 24 小时内用该手机号登录，逐项核对、亲自勾选声明并付款。',
        '在此之前尚未报名，也不占考位。未接收的内容到期自动删除；您选择“与我无关，删除”时立即删除。',
      ],
      link: { href: '/prepared', label: '查看代填的报名信息' },
    },
    {
      id: 'invitation-code',
      question: '邀请码是什么？',
      answer: [
        '有些场次只面向某所学校或某个团体，列表中带有锁形标记。邀请码由组织单位提供，输入后可以查看费用并报名。多次输错后，需等待 10 分钟再试。',
      ],
    },
    {
      id: 'registered-before',
      question: '为什么提示考生近期已报过名？',
      answer: [
        '该考生在最近一个月内报过同一考试。如确有需要，可以继续。同一个考位不会重复售出，遇到这种情况，系统会提示该考生已报名。',
      ],
    },
    {
      id: 'too-few',
      question: '报名人数不足怎么办？',
      answer: [
        '个别科目（如 TKT 各模块）至少需要两名考生。报名截止后仍不足的，该科目不开考，我们会通知您，并全额退还该科目的费用。您报的其他科目不受影响。',
      ],
    },
    {
      id: 'university-exam',
      question: '怎样预约海外大学的考试？',
      answer: [
        `请先征得大学同意在本考点考试，然后${facts.bookingLead === null ? '尽早' : ''}在网上预约${facts.bookingLead === null ? '' : `，最早可约 ${facts.bookingLead} 天之后的日期（视考试而定）`}。我们与大学落实安排、确定日期和费用后通知您付款，一般在考前两周左右。`,
        '日期不合适时，可以说明理由退回，由我们重新安排；也可以取消预约，取消后不能恢复。',
        '付款后，我们可能在预约详情页询问您是否同意改期；未经您同意，安排不会变更。',
      ],
      link: { href: '/exam-all?category=Booking', label: '预约考试' },
    },
  ],
});

const paying = (facts: HelpFacts): QuestionGroup => ({
  id: 'paying',
  title: '订单与支付',
  questions: [
    {
      id: 'time-to-pay',
      question: '需要在多长时间内付款？',
      answer: [
        `通常为提交订单后 30 分钟，订单页面会显示剩余时间。临近报名截止或费用较高的报名阶段开始时，时间会缩短，但不会少于 ${facts.shortestWindowMinutes} 分钟。`,
        `预约考试最迟须在考前第 ${facts.payWorkingDays} 个工作日 17:00（北京时间）之前付款。对公转账的时限更长。`,
      ],
    },
    {
      id: 'order-expired',
      question: '订单过期了怎么办？',
      answer: ['过期订单的考位已经释放。打开该订单并选择“重新下单”，仍可报名的项目会按当前价格重新放入购物车。'],
      link: { href: '/candidate/order', label: '我的订单' },
    },
    {
      id: 'paid-but-pending',
      question: '已经付款，订单仍显示待付款',
      answer: [
        '请勿重复付款。支付渠道的通知可能还在途中，请 10 分钟后再查看，或在支付页面点击“查询”。',
        '每一笔付款都有着落：要么保留考位，要么原路全额退回。订单过期后才到账的款项和重复付款也是如此。',
      ],
    },
    {
      id: 'price-changed',
      question: '价格为什么变了？',
      answer: [
        '逾期报名的各个阶段有各自的起止日期，团体优惠取决于同一订单中报考同一科目的人数。您确认的金额就是应付金额；如在确认前有变化，系统会显示新的金额并请您重新确认。',
      ],
      link: { href: '/help/group-application', label: '团体报名' },
    },
    {
      id: 'invoice',
      question: '怎样开具发票？',
      answer: [
        `请在“我的订单”中打开已付款的订单，点击“申请发票”并填写发票抬头；单位还须填写纳税人识别号。我们在 5 个工作日内开具数电发票，您可在该页下载。请在付款后${inWords(facts.fapiaoMonths)}个月内申请。`,
      ],
      link: { href: '/candidate/order', label: '我的订单' },
    },
  ],
});

const examDay = (facts: HelpFacts): QuestionGroup => ({
  id: 'exam-day',
  title: '准考证与考试当天',
  questions: [
    {
      id: 'letter',
      question: '什么时候可以打印准考证？',
      answer: [
        '考前 5 天起，部分考试为考前 14 天起；在此之后付款的，付款后即可打印。预约考试在付款 3 个工作日后，最迟在考前一天 9:00 可以打印。',
        '已绑定邮箱的，准考证也会发送到邮箱。具体日期请在“我的考试”中查看。',
      ],
      link: { href: '/candidate/application', label: '我的考试' },
    },
    {
      id: 'what-to-bring',
      question: '考试当天带什么、几点到？',
      answer: [
        `请携带报名时所填证件的原件和准考证，至少在开考前 ${facts.reportMinutes} 分钟到达考点。证件的复印件或照片无效。`,
      ],
    },
    {
      id: 'calendar',
      question: '能把考试日程同步到自己的日历吗？',
      answer: [
        '可以。在“账户管理”中开启“日历”，订阅生成的地址即可，如有变动会在几小时内自动更新。任何人拿到地址都能查看；更换后，原地址立即失效。',
      ],
    },
    {
      id: 'change-details',
      question: '付款后还能修改考生信息吗？',
      answer: [
        '网上只能修改未成年考生的离场方式和接送人，考试开始前均可修改。其他信息如需更正，请在报名截止前进入“我的个人信息”，点击“申请更正”；报考数据提交考试局之后，可能无法更改。',
      ],
      link: { href: '/candidate/account/privacy', label: '我的个人信息' },
    },
    {
      id: 'special-arrangement',
      question: '考生需要延长时间等特殊安排',
      answer: [
        '报名表中有特殊安排一项的，请在报名截止前如实填写，并可附上证明材料。只有安排考试的工作人员能够看到，准考证上不会显示。',
      ],
    },
  ],
});

const cancelling = (facts: HelpFacts): QuestionGroup => ({
  id: 'cancelling',
  title: '取消与退款',
  questions: [
    {
      id: 'how-much-back',
      question: '不能参加考试，可以退多少？',
      answer: [
        '提交申请之前，页面会显示准确金额。大致如下：',
        [
          `报名截止前，且距考试至少 ${facts.refund.workingDays} 个工作日：退还考务费的 ${facts.refund.early}%`,
          `报名截止后，距考试至少 ${facts.refund.workingDays} 个工作日，并提供病假证明等材料：退还 ${facts.refund.withProof}%`,
          `预约考试，付款截止时间前，且距考试至少 ${facts.refund.workingDays} 个工作日：退还 ${facts.refund.booking}%`,
          `预约考试，付款截止时间之后，距考试至少 ${facts.refund.workingDays} 个工作日，并提供证明材料：退还 ${facts.refund.bookingWithProof}%`,
          '此后申请或缺考：不退款',
          '由我们或考试局取消：全额退款',
        ],
        '以您提交申请的时间为准。考生取消考试的，考试局费和逾期报名费不予退还。',
      ],
    },
    {
      id: 'cancel-documents',
      question: '证明材料必须马上提交吗？',
      answer: [
        `可以随申请一并提交，也可以在申请后 3 个工作日内补交。材料只供负责审核的工作人员查看，考试结束 ${facts.sensitivePaperMonths} 个月后删除。`,
      ],
    },
    {
      id: 'refund-when',
      question: '退款多久到账？',
      answer: [
        '审核通过后 4 至 6 周内，按原支付方式退回。款项发出后，电子钱包通常即时到账，银行卡一般需要 2 至 5 个工作日。订单页面显示每一步的进度。',
      ],
    },
    {
      id: 'request-rejected',
      question: '申请未通过，或者改变主意了',
      answer: ['审核完成之前可以撤回申请，考试照常进行。未通过的，可以补充材料重新申请，最多三次。'],
    },
  ],
});

const afterwards: QuestionGroup = {
  id: 'after-the-exam',
  title: '成绩与考后服务',
  questions: [
    {
      id: 'results',
      question: '在哪里查成绩？',
      answer: ['成绩由考试局在其网站或通过学校公布，本站不提供成绩查询。如对分数有疑问，可以通过考后服务申请复核。'],
    },
    {
      id: 'remark-risk',
      question: '核算或复核后，分数会降低吗？',
      answer: [
        '有可能。分数可能降低、维持或提高，并以新的分数为准，因此申请前须取得考生同意。如等级发生变化，考试局费会自动退还，无须申请；考务费不退。',
      ],
    },
    {
      id: 'uci',
      question: 'UCI 号码是什么？为什么提示有误？',
      answer: [
        'UCI（考生唯一识别号）共 13 位，末位字母由前面各位计算得出，用于发现抄写错误。可在成绩单或准考信息单上找到。',
        '每名考生应当只有一个 UCI 号码。如有两个，须先由考试局合并；我们免费受理合并申请。',
      ],
    },
    {
      id: 'late-cash-in',
      question: '什么是补办总成绩申请？',
      answer: [
        '国际高中课程（IAL）等模块化课程须提出总成绩申请，把各单元成绩合成为一个证书等级。如当时遗漏，可以在成绩公布后、该考试季规定的期限内补办。',
      ],
    },
  ],
};

const data: QuestionGroup = {
  id: 'my-data',
  title: '个人信息',
  questions: [
    {
      id: 'see-or-delete',
      question: '怎样查阅、更正或删除个人信息？',
      answer: [
        '考生、联系方式和各项设置可自行修改。如需副本、更正或删除考生信息，请在“我的个人信息”中提出申请，我们在 15 个工作日内答复。法律要求保存的信息会停止使用，期满后删除。',
      ],
      link: { href: '/candidate/account/privacy', label: '我的个人信息' },
    },
    {
      id: 'close-account',
      question: '怎样注销账户？',
      answer: [
        '在“账户管理”页面底部办理。没有待考的考试、进行中的预约、待付款的订单或未完成的退款时即可注销。注销后所有设备退出登录，手机号码 90 天后可以重新注册。',
      ],
      link: { href: '/candidate/account', label: '账户管理' },
    },
  ],
};

const terms = (facts: HelpFacts): QuestionGroup => ({
  id: 'terms',
  title: '使用条款',
  questions: [
    {
      id: 'terms-what-we-do',
      question: '我们提供的服务',
      answer: [
        '我们受理报名、代收费用、组织考试，并将报考数据提交考试局。命题、阅卷和颁发证书由考试局负责，考试局的规定同样适用于您。',
      ],
    },
    {
      id: 'terms-contract',
      question: '合同的成立',
      answer: [
        '合同自您付款时成立。此前双方均无义务，未按时付款的订单自动失效。价格以提交订单时显示的为准，已含增值税。',
      ],
    },
    {
      id: 'terms-your-duties',
      question: '您的承诺',
      answer: [
        `您已年满 ${facts.adultAge} 周岁；所填信息真实，并与考试当天出示的证件一致；为他人报名的，已取得授权；妥善保管登录方式，不交他人使用。`,
        '冒用他人证件、由他人替考或作弊的，取消考试资格，费用不退。我们将报告考试局，并依法报告有关部门。',
      ],
    },
    {
      id: 'terms-changes',
      question: '变更与争议',
      answer: [
        `如必须调整日期、时间或地点，我们会通知您，您可以在${inWords(facts.moveChoiceDays)}个工作日内要求全额退款。场次取消的，无须申请即全额退款。除所付费用外，我们依法承担责任。`,
        '本条款适用中华人民共和国法律。如有争议，请先通过投诉渠道与我们协商；协商不成的，由我们住所地人民法院管辖，法律另有规定的除外。',
      ],
      link: { href: '/help/contact-us#complaints', label: '投诉渠道' },
    },
  ],
});

export const helpQuestions: HelpQuestionsMessages = {
  lead: '考生、家长和学校最常问的问题，都在这里。',
  searchLabel: '搜索问题',
  search: '搜索',
  hint: '例如：退款、准考证、UCI',
  found: (count) => `找到 ${count} 个相关问题`,
  none: (query) => `没有找到与“${query}”相关的问题`,
  noneText: '请换一个词，或者只输入一个关键词。也欢迎致电或来信。',
  clear: '显示全部问题',
  contact: '联系我们',
  named: (question) => `：${question}`,
  copyLink: '此问题的链接',
  groups: (facts) => [
    account,
    candidates(facts),
    registering(facts),
    paying(facts),
    examDay(facts),
    cancelling(facts),
    afterwards,
    data,
    terms(facts),
  ],
};
