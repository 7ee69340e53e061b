import type { HelpCookiesMessages } from '../en/help-cookies.ts';

export const helpCookies: HelpCookiesMessages = {
  version: '2026-12-01',
  lead: '我们只使用网站运行所必需的 Cookie，不跨站跟踪、不做统计画像、不投放广告，因此无需征求您的同意。',
  cookies: {
    title: 'Cookie',
    text: 'Cookie 是由浏览器保存并回传给网站的一小段文字。本站使用的全部 Cookie 如下：',
    caption: '本站使用的 Cookie',
    name: '名称',
    purpose: '用途',
    kept: '有效期',
    rows: ({ lifetimes }) => ({
      'portal-session': {
        purpose: '保持登录状态',
        kept: `关闭浏览器时失效；最长 ${lifetimes.sessionHours} 小时，${lifetimes.idleMinutes} 分钟无操作即失效`,
      },
      'portal-visit': { purpose: '将图形验证和验证码与本浏览器关联', kept: '关闭浏览器时失效' },
      'portal-ticket': { purpose: '两步登录时保存第一步的结果', kept: `${lifetimes.ticketMinutes} 分钟` },
      'portal-device': {
        purpose: `注册或登录时写入，使账户能够认出本设备，他人在别处的错误尝试不会影响您在本设备上登录。注册后，或登录时勾选信任本设备的，${lifetimes.trustedDeviceDays} 天内在本设备上仅凭密码即可登录`,
        kept: `自最近一次登录起 ${lifetimes.knownDeviceDays} 天，或在“账户管理”中移除该设备时失效`,
      },
      lang: { purpose: '记住您选择的语言', kept: '1 年' },
    }),
    prefixBefore: '在加密连接下，前四项的名称以 ',
    prefixAfter: ' 开头，浏览器只会将其发送给本站。',
  },
  storage: {
    title: '浏览器存储',
    text: '此外，网页会在浏览器的本地存储中记录以下内容，这些内容不会发送给任何人：',
    caption: '浏览器存储的内容',
    rows: ({ lifetimes }) => ({
      lang: '您选择的语言',
      steps: '当前标签页中报名进行到哪一步；不含证件号码',
      lastActiveAt: `最近一次操作的时间，用于 ${lifetimes.idleMinutes} 分钟无操作后自动退出`,
      'cookie-banner': '您已关闭 Cookie 提示',
      bindEmailPrompt: '已提示过您绑定邮箱',
      'coming-exams': '您选择存到本机的近期考试：时间、地点和报名编号，不含证件号码；退出登录或考试结束后删除',
      passkeyOffer: '已向您介绍过通行密钥',
    }),
  },
  others: {
    title: '其他网站',
    text: '付款时会跳转到支付渠道的页面，考试介绍中可能有考试局网站的链接，届时适用对方的规则。我们的页面不加载任何第三方内容。',
  },
  control: {
    title: '您可以怎样管理',
    text: '您可以随时在浏览器中清除 Cookie 和本地存储，清除后将退出登录，并需要重新选择语言。完全禁用 Cookie 时仍可浏览全部内容，但无法登录。',
  },
  versions: {
    title: '历史版本',
    list: [
      { date: '2026-12-01', text: '说明您可以将近期考试存到本机。' },
      { date: '2025-01-01', text: '第一版。' },
    ],
    later: '此后更新过上表中的名称和有效期，并完整说明了用于识别设备的 Cookie 的作用；没有增加新的 Cookie。',
  },
};
