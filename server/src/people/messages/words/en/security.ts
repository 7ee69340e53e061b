import { instantEn } from '../../format.ts';
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

/** What touches an account’s safety, in English. */
export const securityWordsEn: Pick<MessageWords, SecurityKind> = {
  newDevice: {
    mail: ({ at }) => ({
      subject: 'New sign-in to your account',
      paragraphs: [
        `Your account was signed in to on a device we had not seen before, on ${instantEn(at)} (China time).`,
        'If it was you, you do not need to do anything. If it was not, please reset your password now; this ends every session.',
      ],
      action: { label: 'Sign in', path: '/auth' },
    }),
    sms: {
      template:
        'Your account was signed in to on a new device on ${time} (China time). If it was not you, please reset your password now.',
      params: ({ at }) => ({ time: instantEn(at) }),
    },
  },
  passwordChanged: {
    mail: ({ at }) => ({
      subject: 'Your password was changed',
      paragraphs: [
        `The password of your account was changed on ${instantEn(at)} (China time). Every other device was signed out.`,
        'If it was not you, please reset your password now.',
      ],
      action: { label: 'Sign in', path: '/auth' },
    }),
    sms: {
      template:
        'The password of your account was changed on ${time} (China time). If it was not you, please reset it now.',
      params: ({ at }) => ({ time: instantEn(at) }),
    },
  },
  phoneChanged: {
    mail: ({ at }) => ({
      subject: 'Your mobile number was changed',
      paragraphs: [
        `The mobile number of your account was changed on ${instantEn(at)} (China time). Every other device was signed out.`,
        'If it was not you, please contact us at once.',
      ],
    }),
    sms: {
      template:
        'The mobile number of your account was changed on ${time} (China time). If it was not you, please contact us at once.',
      params: ({ at }) => ({ time: instantEn(at) }),
    },
  },
  emailChanged: {
    mail: ({ at }) => ({
      subject: 'Your e-mail address was changed',
      paragraphs: [
        `The e-mail address of your account was added or changed on ${instantEn(at)} (China time).`,
        'If it was not you, please sign in, change your password and check the address.',
      ],
      action: { label: 'Sign in', path: '/auth' },
    }),
    sms: {
      template:
        'The e-mail address of your account was changed on ${time} (China time). If it was not you, please change your password now.',
      params: ({ at }) => ({ time: instantEn(at) }),
    },
  },
  passkeyAdded: {
    mail: ({ at }) => ({
      subject: 'A passkey was added to your account',
      paragraphs: [
        `A passkey was added to your account on ${instantEn(at)} (China time). It signs in without a password.`,
        'If it was not you, please sign in, remove the passkey and change your password.',
      ],
      action: { label: 'Sign in', path: '/auth' },
    }),
    sms: {
      template:
        'A passkey was added to your account on ${time} (China time). If it was not you, please remove it and change your password now.',
      params: ({ at }) => ({ time: instantEn(at) }),
    },
  },
  passkeyRemoved: {
    mail: ({ at }) => ({
      subject: 'A passkey was removed from your account',
      paragraphs: [
        `A passkey was removed from your account on ${instantEn(at)} (China time). It can no longer be used to sign in.`,
        'If it was not you, please sign in and change your password.',
      ],
      action: { label: 'Sign in', path: '/auth' },
    }),
    sms: {
      template:
        'A passkey was removed from your account on ${time} (China time). If it was not you, please change your password now.',
      params: ({ at }) => ({ time: instantEn(at) }),
    },
  },
  numberReleased: {
    mail: ({ at }) => ({
      subject: 'Your mobile number was taken off your account',
      paragraphs: [
        `On ${instantEn(at)} (China time) somebody who holds your mobile number told us that this account is not theirs. We have taken the number off your account and signed out every device. Your candidates, registrations and orders are where they were, and nobody has seen them.`,
        'Please sign in with this e-mail address and your password, and add your current number. If you still use the old number, please contact us at once.',
      ],
      action: { label: 'Sign in', path: '/auth' },
    }),
    sms: null,
  },
  accountClosed: {
    mail: ({ at }) => ({
      subject: 'Your account is closed',
      paragraphs: [
        `Your account was closed on ${instantEn(at)} (China time), and every device was signed out.`,
        'If it was not you, please contact us at once.',
      ],
    }),
    sms: {
      template: 'Your account was closed on ${time} (China time). If it was not you, please contact us at once.',
      params: ({ at }) => ({ time: instantEn(at) }),
    },
  },
  claimAccepted: {
    mail: ({ at }) => ({
      subject: 'You can sign in again',
      paragraphs: [
        `On ${instantEn(at)} (China time) our staff found that the person with your mobile number is the owner of your account. For 24 hours one sign-in by a code to that number needs nothing else.`,
        'If it was not you, please contact us at once.',
      ],
      action: { label: 'Sign in', path: '/auth' },
    }),
    sms: {
      template:
        'We found that the account is yours. Until 24 hours after ${time} (China time) sign in by a code to this number.',
      params: ({ at }) => ({ time: instantEn(at) }),
    },
  },
  claimRefused: {
    mail: ({ at }) => ({
      subject: 'Somebody could not show that your account is theirs',
      paragraphs: [
        `Somebody with your mobile number asked to be let into your account, and did not show on ${instantEn(at)} (China time) that it is theirs. Nobody was let in.`,
        'If it was you, please contact us again. If not, you may want to add your new number to the account.',
      ],
    }),
    sms: {
      template: 'On ${time} (China time) we could not confirm that the account is yours. Please contact us again.',
      params: ({ at }) => ({ time: instantEn(at) }),
    },
  },
  rightsAnswered: {
    mail: ({ requestCode }) => ({
      subject: `Your request ${requestCode} about your data has been answered`,
      paragraphs: [
        `We have answered your request ${requestCode} about your personal information. You will find the answer in your account, under “Your data”.`,
        'If you do not agree with it, please write to the contact named in the privacy notice.',
      ],
      action: { label: 'Read the answer', path: '/candidate/account/privacy' },
    }),
    sms: {
      template:
        'We have answered your request ${request} about your personal information. Please read the answer in your account.',
      params: ({ requestCode }) => ({ request: requestCode }),
    },
  },
  relativeDeleted: {
    mail: ({ requestCode }) => ({
      subject: 'We have taken a candidate out of your account',
      paragraphs: [
        `A close relative of somebody who has died asked us to delete that person’s data (request ${requestCode}). Two members of our staff checked the proofs, and we have taken the candidate out of your account. You and your other candidates are not affected.`,
        'If you believe that this is a mistake, please contact us at once and quote the number of the request.',
      ],
      action: { label: 'See your candidates', path: '/candidate/my-candidates' },
    }),
    sms: {
      template:
        'At the request of a relative of somebody who has died (${request}), we have taken a candidate out of your account. If this is a mistake, please contact us at once.',
      params: ({ requestCode }) => ({ request: requestCode }),
    },
  },
  guardianDeleted: {
    mail: ({ requestCode }) => ({
      subject: 'We have taken a candidate out of your account',
      paragraphs: [
        `The guardian whom you named for a child asked us to delete the child’s data (request ${requestCode}). They have this right by law, and we have taken the child out of your account. You and your other candidates are not affected.`,
        'If you believe that this is a mistake, please contact us at once and quote the number of the request.',
      ],
      action: { label: 'See your candidates', path: '/candidate/my-candidates' },
    }),
    sms: {
      template:
        'At the request of a child’s guardian (${request}), we have taken a candidate out of your account. If this is a mistake, please contact us at once.',
      params: ({ requestCode }) => ({ request: requestCode }),
    },
  },
  registrationPrepared: {
    mail: null,
    sms: {
      template:
        '${office} has typed in your registration for ${exam}. Sign in with this number within 24 hours to check it, confirm it and pay: ${site}/prepared. Nothing is registered before that.',
      params: ({ productName, officeName }) => ({ exam: productName, office: officeName }),
    },
  },
  guardianNotice: {
    mail: null,
    sms: {
      template:
        'You are named as guardian of a minor who is being registered for ${exam}. Please agree or object by ${time} (China time): ${site}/guardian/${token}',
      params: ({ productName, until, token }) => ({ exam: productName, time: instantEn(until), token }),
    },
  },
  guardianReplaced: {
    mail: null,
    sms: {
      template:
        'You were asked as the guardian of a minor before. The account now registers the child for ${exam} and names another guardian. If you object, please say so by ${time} (China time): ${site}/guardian/${token}',
      params: ({ productName, until, token }) => ({ exam: productName, time: instantEn(until), token }),
    },
  },
  guardianPickup: {
    mail: null,
    sms: {
      template:
        'Another person is named to collect the minor whose guardian you are from ${exam}. Please see who; if you do not agree, object by ${time} (China time): ${site}/guardian/${token}',
      params: ({ productName, until, token }) => ({ exam: productName, time: instantEn(until), token }),
    },
  },
  objectionRefused: {
    mail: null,
    sms: {
      template:
        'We have looked into your objection to the registration for ${exam} and have not upheld it. Until ${time} (China time) you can still say by this link whether you agree: ${site}/guardian/${token}',
      params: ({ productName, until, token }) => ({ exam: productName, time: instantEn(until), token }),
    },
  },
  objectionUpheld: {
    mail: null,
    sms: {
      template:
        'We have looked into your objection to the registration for ${exam} and uphold it: the registration does not go on, and nothing is passed on to the awarding body.',
      params: ({ productName }) => ({ exam: productName }),
    },
  },
  guardianEnded: {
    mail: null,
    sms: {
      template:
        'We have found that you are not the guardian of the child registered for ${exam}, and that your number was given by mistake: we send you nothing more about it, and any objection of yours has ended. If that is wrong, please reach the person responsible for children’s data: ${site}/help/childProtection',
      params: ({ productName }) => ({ exam: productName }),
    },
  },
  guardianAnswered: {
    mail: null,
    sms: {
      template:
        'We have answered your request ${request} about a minor’s personal information. Please read the answer by the link we sent you before; if it is over, please reach the person responsible for children’s data.',
      params: ({ requestCode }) => ({ request: requestCode }),
    },
  },
  guardianObjected: {
    mail: ({ code }) => ({
      subject: `The guardian objects to ${code}`,
      paragraphs: [
        `The guardian named in ${code} has objected. The consents given for it have ended, so nothing more is passed on to the awarding body.`,
        'The registration and what was paid stay as they are until the person responsible for children’s data has decided. The request is in your account, under “Your data”.',
      ],
      action: { label: 'See the request', path: '/candidate/account/privacy' },
    }),
    sms: {
      template:
        'The guardian named in ${code} has objected. Nothing more is passed on until we have decided; see your account.',
      params: ({ code }) => ({ code }),
    },
  },
  objectionStands: {
    mail: ({ code }) => ({
      subject: `${code} does not go on: the guardian’s objection was upheld`,
      paragraphs: [
        `We have upheld the guardian’s objection to ${code}. This registration does not go on, and nothing is passed on to the awarding body. Our office withdraws it and writes to you about what was paid.`,
        'Our reasons are in your account, under “Your data”.',
      ],
      action: { label: 'Read the decision', path: '/candidate/account/privacy' },
    }),
    sms: {
      template:
        'We have upheld the guardian’s objection to ${code}. It does not go on, and our office withdraws it; see your account.',
      params: ({ code }) => ({ code }),
    },
  },
  objectionEnded: {
    mail: ({ code }) => ({
      subject: `The guardian’s objection to ${code} was not upheld`,
      paragraphs: [
        `We have decided about the guardian’s objection to ${code}: it was not upheld. The guardian is told, and asked once more by a new link. Until they agree, there is no letter, and the entry is not passed on.`,
        'Our reasons are in your account, under “Your data”. The page of the exam shows what is still needed.',
      ],
      action: { label: 'Read the decision', path: '/candidate/account/privacy' },
    }),
    sms: {
      template: 'The guardian’s objection to ${code} was not upheld. Please read our reasons in your account.',
      params: ({ code }) => ({ code }),
    },
  },
  guardianWrongNumber: {
    mail: ({ code }) => ({
      subject: `Please name the right guardian for ${code}`,
      paragraphs: [
        `The mobile number given for the guardian in ${code} is not the guardian’s. We send nothing more to that number. Until the right guardian is named, and has answered where their number is not yours, there is no letter, and the entry is not passed on.`,
        'Please correct the guardian in your list of candidates for later exams, and send us the guardian’s name and mobile number for this one.',
      ],
      action: { label: 'See your candidates', path: '/candidate/my-candidates' },
    }),
    sms: {
      template:
        'The number given for the guardian in ${code} is not the guardian’s. Please tell us the right guardian; see your account.',
      params: ({ code }) => ({ code }),
    },
  },
  staffInvitation: {
    mail: ({ token }) => ({
      subject: 'Your access to the Examport console',
      paragraphs: [
        'You have been invited to the Examport console. Choose a password and set up an authenticator app within three days.',
        'The link works once and is yours alone. Please do not pass it on.',
      ],
      action: { label: 'Set up my access', path: `/invitation#${token}`, site: 'console' },
    }),
    sms: null,
  },
};
