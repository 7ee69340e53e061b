import { instantZh } from '../../format.ts';
import type { MessageWords } from '../../kinds.ts';

type SecurityKind =
  | 'newDevice'
  | 'passwordChanged'
  | 'phoneChanged'
  | 'emailChanged'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'numberReleased'
  | 'accountClosed'
  | 'claimAccepted'
  | 'claimRefused'
  | 'rightsAnswered'
  | 'relativeDeleted'
  | 'guardianDeleted'
  | 'registrationPrepared'
  | 'guardianNotice'
  | 'guardianReplaced'
  | 'guardianPickup'
  | 'objectionRefused'
  | 'objectionUpheld'
  | 'guardianEnded'
  | 'guardianAnswered'
  | 'guardianObjected'
  | 'objectionStands'
  | 'objectionEnded'
  | 'guardianWrongNumber'
  | 'staffInvitation';

/** What touches an account’s safety, in Chinese. */
export const securityWordsZh: Pick<MessageWords, SecurityKind> = {
  newDevice: {
    mail: ({ at }) => ({
      subject: '您的账户在新设备上登录',
      paragraphs: [
        `您的账户于 ${instantZh(at)}（北京时间）在一台新设备上登录。`,
        '如为本人操作，无需处理；如非本人操作，请立即重置密码，所有设备将随之退出登录。',
      ],
      action: { label: '登录', path: '/auth' },
    }),
    sms: {
      template: '您的账户于 ${time}（北京时间）在新设备上登录。如非本人操作，请立即重置密码。',
      params: ({ at }) => ({ time: instantZh(at) }),
    },
  },
  passwordChanged: {
    mail: ({ at }) => ({
      subject: '您的密码已修改',
      paragraphs: [
        `您的账户密码已于 ${instantZh(at)}（北京时间）修改，其他设备均已退出登录。`,
        '如非本人操作，请立即重置密码。',
      ],
      action: { label: '登录', path: '/auth' },
    }),
    sms: {
      template: '您的账户密码已于 ${time}（北京时间）修改。如非本人操作，请立即重置密码。',
      params: ({ at }) => ({ time: instantZh(at) }),
    },
  },
  phoneChanged: {
    mail: ({ at }) => ({
      subject: '您的手机号已更换',
      paragraphs: [
        `您的账户手机号已于 ${instantZh(at)}（北京时间）更换，其他设备均已退出登录。`,
        '如非本人操作，请立即联系我们。',
      ],
    }),
    sms: {
      template: '您的账户手机号已于 ${time}（北京时间）更换。如非本人操作，请立即联系我们。',
      params: ({ at }) => ({ time: instantZh(at) }),
    },
  },
  emailChanged: {
    mail: ({ at }) => ({
      subject: '您的邮箱已变更',
      paragraphs: [
        `您的账户邮箱已于 ${instantZh(at)}（北京时间）绑定或更换。`,
        '如非本人操作，请登录后修改密码并核对邮箱。',
      ],
      action: { label: '登录', path: '/auth' },
    }),
    sms: {
      template: '您的账户邮箱已于 ${time}（北京时间）变更。如非本人操作，请立即修改密码。',
      params: ({ at }) => ({ time: instantZh(at) }),
    },
  },
  passkeyAdded: {
    mail: ({ at }) => ({
      subject: '您的账户新增了通行密钥',
      paragraphs: [
        `您的账户于 ${instantZh(at)}（北京时间）新增了一个通行密钥，可用于免密码登录。`,
        '如非本人操作，请立即登录，移除该通行密钥并修改密码。',
      ],
      action: { label: '登录', path: '/auth' },
    }),
    sms: {
      template: '您的账户于 ${time}（北京时间）新增了通行密钥。如非本人操作，请立即移除并修改密码。',
      params: ({ at }) => ({ time: instantZh(at) }),
    },
  },
  passkeyRemoved: {
    mail: ({ at }) => ({
      subject: '您的账户移除了通行密钥',
      paragraphs: [
        `您的账户于 ${instantZh(at)}（北京时间）移除了一个通行密钥，该密钥已无法用于登录。`,
        '如非本人操作，请立即登录并修改密码。',
      ],
      action: { label: '登录', path: '/auth' },
    }),
    sms: {
      template: '您的账户于 ${time}（北京时间）移除了通行密钥。如非本人操作，请立即修改密码。',
      params: ({ at }) => ({ time: instantZh(at) }),
    },
  },
  numberReleased: {
    mail: ({ at }) => ({
      subject: '您的手机号已与账户解除绑定',
      paragraphs: [
        `${instantZh(at)}（北京时间），有人使用您的手机号登录并表示该账户不属于本人。我们已将该手机号与您的账户解除绑定，所有设备均已退出登录。您的考生信息、报名和订单均未变动，也未被他人查看。`,
        '请使用本邮箱和密码登录，并绑定您现在的手机号。如您仍在使用原手机号，请立即联系我们。',
      ],
      action: { label: '登录', path: '/auth' },
    }),
    sms: null,
  },
  accountClosed: {
    mail: ({ at }) => ({
      subject: '您的账户已注销',
      paragraphs: [
        `您的账户已于 ${instantZh(at)}（北京时间）注销，所有设备均已退出登录。`,
        '如非本人操作，请立即联系我们。',
      ],
    }),
    sms: {
      template: '您的账户已于 ${time}（北京时间）注销。如非本人操作，请立即联系我们。',
      params: ({ at }) => ({ time: instantZh(at) }),
    },
  },
  claimAccepted: {
    mail: ({ at }) => ({
      subject: '您可以重新登录了',
      paragraphs: [
        `我们的工作人员已于 ${instantZh(at)}（北京时间）核实，当前使用您手机号的人是账户本人。24 小时内可凭该手机号的验证码登录一次，无需其他验证。`,
        '如非本人操作，请立即联系我们。',
      ],
      action: { label: '登录', path: '/auth' },
    }),
    sms: {
      template: '我们已核实您是账户本人。请在 ${time}（北京时间）起 24 小时内凭本手机号的验证码登录。',
      params: ({ at }) => ({ time: instantZh(at) }),
    },
  },
  claimRefused: {
    mail: ({ at }) => ({
      subject: '有人未能证明您的账户归其所有',
      paragraphs: [
        `有人使用您的手机号申请进入您的账户，但截至 ${instantZh(at)}（北京时间）未能证明是账户本人，我们未予放行。`,
        '如为本人申请，请再次联系我们；如非本人，建议您为账户绑定新的手机号。',
      ],
    }),
    sms: {
      template: '截至 ${time}（北京时间），我们未能核实您是账户本人。如有疑问，请再次联系我们。',
      params: ({ at }) => ({ time: instantZh(at) }),
    },
  },
  rightsAnswered: {
    mail: ({ requestCode }) => ({
      subject: `您的个人信息申请 ${requestCode} 已有答复`,
      paragraphs: [
        `您关于个人信息的申请 ${requestCode} 已有答复，请登录账户，在“我的个人信息”中查看。`,
        '如对答复有异议，请通过隐私政策中公布的联系方式与我们联系。',
      ],
      action: { label: '查看答复', path: '/candidate/account/privacy' },
    }),
    sms: {
      template: '您关于个人信息的申请 ${request} 已有答复，请登录账户查看。',
      params: ({ requestCode }) => ({ request: requestCode }),
    },
  },
  relativeDeleted: {
    mail: ({ requestCode }) => ({
      subject: '一位考生已从您的账户中移除',
      paragraphs: [
        `逝者的近亲属申请删除其个人信息（申请 ${requestCode}）。经两位工作人员核对证明材料，我们已将该考生从您的账户中移除，您本人和其他考生不受影响。`,
        '如您认为有误，请立即与我们联系，并提供申请编号。',
      ],
      action: { label: '查看我的考生', path: '/candidate/my-candidates' },
    }),
    sms: {
      template: '应逝者近亲属的申请（${request}），我们已将一位考生从您的账户中移除。如有疑问，请立即与我们联系。',
      params: ({ requestCode }) => ({ request: requestCode }),
    },
  },
  guardianDeleted: {
    mail: ({ requestCode }) => ({
      subject: '一位考生已从您的账户中移除',
      paragraphs: [
        `您为考生填写的监护人依法申请删除该考生的个人信息（申请 ${requestCode}）。我们已将该考生从您的账户中移除，您本人和其他考生不受影响。`,
        '如您认为有误，请立即与我们联系，并提供申请编号。',
      ],
      action: { label: '查看我的考生', path: '/candidate/my-candidates' },
    }),
    sms: {
      template: '应考生监护人的申请（${request}），我们已将一位考生从您的账户中移除。如有疑问，请立即与我们联系。',
      params: ({ requestCode }) => ({ request: requestCode }),
    },
  },
  registrationPrepared: {
    mail: null,
    sms: {
      template:
        '${office}已为您填写“${exam}”的报名信息。请在 24 小时内用本手机号登录，核对、确认并付款：${site}/prepared。在此之前尚未报名。',
      params: ({ productName, officeName }) => ({ exam: productName, office: officeName }),
    },
  },
  guardianNotice: {
    mail: null,
    sms: {
      template:
        '您被填写为一名未成年人的监护人，该未成年人正在报名“${exam}”。请于 ${time}（北京时间）前确认同意或提出异议：${site}/guardian/${token}',
      params: ({ productName, until, token }) => ({ exam: productName, time: instantZh(until), token }),
    },
  },
  guardianReplaced: {
    mail: null,
    sms: {
      template:
        '您曾作为监护人收到过一名未成年人的报名通知。该账户现为其报名“${exam}”，并填写了另一位监护人。如有异议，请于 ${time}（北京时间）前提出：${site}/guardian/${token}',
      params: ({ productName, until, token }) => ({ exam: productName, time: instantZh(until), token }),
    },
  },
  guardianPickup: {
    mail: null,
    sms: {
      template:
        '您被填写为监护人的未成年人报名了“${exam}”，其接送人已变更。请查看；如不同意，请于 ${time}（北京时间）前提出异议：${site}/guardian/${token}',
      params: ({ productName, until, token }) => ({ exam: productName, time: instantZh(until), token }),
    },
  },
  objectionRefused: {
    mail: null,
    sms: {
      template:
        '我们已审核您对“${exam}”报名提出的异议，未予支持。您仍可于 ${time}（北京时间）前打开链接，表明是否同意该报名：${site}/guardian/${token}',
      params: ({ productName, until, token }) => ({ exam: productName, time: instantZh(until), token }),
    },
  },
  objectionUpheld: {
    mail: null,
    sms: {
      template: '我们已审核您对“${exam}”报名提出的异议，异议成立：该报名不再继续，相关信息不会提供给考试局。',
      params: ({ productName }) => ({ exam: productName }),
    },
  },
  guardianEnded: {
    mail: null,
    sms: {
      template:
        '经核实，您不是“${exam}”报名所涉未成年人的监护人，您的手机号码系误填：我们不再就此向您发送信息，您提出过异议的，异议随之结束。如与事实不符，请联系儿童个人信息保护负责人：${site}/help/childProtection',
      params: ({ productName }) => ({ exam: productName }),
    },
  },
  guardianAnswered: {
    mail: null,
    sms: {
      template:
        '您就未成年人个人信息提出的申请 ${request} 已有答复，请打开我们此前发送的链接查看；链接已过期的，请联系儿童个人信息保护负责人。',
      params: ({ requestCode }) => ({ request: requestCode }),
    },
  },
  guardianObjected: {
    mail: ({ code }) => ({
      subject: `监护人对 ${code} 提出异议`,
      paragraphs: [
        `${code} 中填写的监护人已提出异议，为其作出的同意自此失效，我们不再向考试局提供相关信息。`,
        '在儿童个人信息保护负责人作出决定之前，报名和已付款项保持不变。您可在账户的“我的个人信息”中查看该申请。',
      ],
      action: { label: '查看申请', path: '/candidate/account/privacy' },
    }),
    sms: {
      template: '${code} 中填写的监护人已提出异议。在我们作出决定前不再对外提供信息，请登录账户查看。',
      params: ({ code }) => ({ code }),
    },
  },
  objectionStands: {
    mail: ({ code }) => ({
      subject: `${code} 不再继续：监护人异议成立`,
      paragraphs: [
        `经审核，监护人对 ${code} 提出的异议成立。该报名不再继续，我们不会向考试局提供相关信息。考务办公室将撤销该报名，并就已付款项与您联系。`,
        '处理理由请在账户的“我的个人信息”中查看。',
      ],
      action: { label: '查看处理结果', path: '/candidate/account/privacy' },
    }),
    sms: {
      template: '监护人对 ${code} 提出的异议成立，该报名不再继续，将由考务办公室撤销，请登录账户查看。',
      params: ({ code }) => ({ code }),
    },
  },
  objectionEnded: {
    mail: ({ code }) => ({
      subject: `监护人对 ${code} 的异议未予支持`,
      paragraphs: [
        `我们已就监护人对 ${code} 提出的异议作出决定：该异议未予支持。我们已告知监护人，并以新链接再次征求其同意；监护人同意之前，不提供准考证，也不向考试局报送。`,
        '处理理由请在账户的“我的个人信息”中查看，报名页面会显示尚待完成的事项。',
      ],
      action: { label: '查看处理结果', path: '/candidate/account/privacy' },
    }),
    sms: {
      template: '监护人对 ${code} 提出的异议未予支持，请登录账户查看理由。',
      params: ({ code }) => ({ code }),
    },
  },
  guardianWrongNumber: {
    mail: ({ code }) => ({
      subject: `请更正 ${code} 的监护人信息`,
      paragraphs: [
        `${code} 中填写的监护人手机号码并非监护人本人所有，我们不再向该号码发送信息。在您提供正确的监护人信息之前，不提供准考证，也不向考试局报送；监护人使用其他手机号码的，还须等待其答复。`,
        '请在“我的考生”中更正监护人信息，以便今后报名使用；本次报名请将监护人姓名和手机号码告知我们。',
      ],
      action: { label: '查看我的考生', path: '/candidate/my-candidates' },
    }),
    sms: {
      template: '${code} 中填写的监护人号码并非监护人本人所有，请登录账户查看，并告知我们正确的监护人信息。',
      params: ({ code }) => ({ code }),
    },
  },
  staffInvitation: {
    mail: ({ token }) => ({
      subject: '考途管理后台：请开通您的账号',
      paragraphs: [
        '您已受邀使用考途管理后台。请在三天内设置密码并绑定身份验证器。',
        '该链接仅供您本人使用一次，请勿转发。',
      ],
      action: { label: '开通账号', path: `/invitation#${token}`, site: 'console' },
    }),
    sms: null,
  },
};
