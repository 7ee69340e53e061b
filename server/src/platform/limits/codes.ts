import { byAddress, type Limit } from './limit.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Messages with a code to one target, or for one holder. */
const messages = [
  { takes: 1, seconds: minute },
  { takes: 5, seconds: hour },
  { takes: 10, seconds: day },
] as const;
const fromAddress = [
  { takes: 20, seconds: hour },
  { takes: 60, seconds: day },
] as const;
const wrongCodes = [{ takes: 20, seconds: day }] as const;

/** The strict limits of codes by SMS and e-mail, sent and entered; `limits` has them with the others. */
export const codeLimits = {
  'sms.number': {
    what: 'SMS codes sent',
    by: 'phone number',
    windows: messages,
    usedUpBy:
      'a stranger, with a solved captcha for each message, for a day: whoever has an account asks on a device that it knows (`codeSent.device`), or once the password was right (`codeSent.password`), or signs in by passkey; whoever has none yet waits, which is what keeps 11 messages from coming',
    source: 'T1, R-19',
  },
  'codeSent.device': {
    what: 'codes sent, by SMS or e-mail, to the holder of an account on a device that it knows; what others ask for elsewhere does not count here',
    by: 'device',
    windows: messages,
    usedUpBy: 'nobody: only the holder of the device',
    source: 'T1, R-19',
  },
  'codeSent.password': {
    what: 'codes sent, by SMS or e-mail, for the second step of a sign-in whose password was right; what others ask for elsewhere does not count here',
    by: 'account',
    windows: messages,
    usedUpBy: 'nobody: only the holder of the password',
    source: 'T1, R-17',
  },
  'sms.ip': {
    what: 'SMS codes sent',
    by: byAddress,
    windows: fromAddress,
    usedUpBy: 'whoever shares the address: a school or a carrier, with a captcha each; it ends within the day',
    source: 'T1',
  },
  'sms.network': {
    what: 'SMS codes sent',
    by: 'caller’s network (/24, /48)',
    windows: [{ takes: 200, seconds: day }],
    usedUpBy: 'whoever has many addresses of one network, with a captcha each; devices elsewhere are not kept out',
    source: 'T1',
  },
  'sms.all': {
    what: 'SMS codes sent',
    by: 'whole site',
    windows: [{ takes: 3000, seconds: hour }],
    usedUpBy:
      'whoever has many addresses and numbers, with a captcha each, for an hour: the budget of all; passwords, passkeys and e-mail still work',
    source: 'T1',
  },
  'mail.address': {
    what: 'e-mail codes sent',
    by: 'e-mail address',
    windows: messages,
    usedUpBy:
      'a stranger, with a solved captcha for each message, for a day: whoever has an account asks on a device that it knows (`codeSent.device`), or uses the phone',
    source: 'T1, R-19',
  },
  'mail.ip': {
    what: 'e-mail codes sent',
    by: byAddress,
    windows: fromAddress,
    usedUpBy: 'whoever shares the address: a school or a carrier, with a captcha each; it ends within the day',
    source: 'T1',
  },
  'mail.network': {
    what: 'e-mail codes sent',
    by: 'caller’s network (/24, /48)',
    windows: [{ takes: 200, seconds: day }],
    usedUpBy: 'whoever has many addresses of one network, with a captcha each',
    source: 'T1',
  },
  'mail.all': {
    what: 'e-mail codes sent',
    by: 'whole site',
    windows: [{ takes: 3000, seconds: hour }],
    usedUpBy: 'whoever has many addresses, with a captcha each, for an hour; passwords, passkeys and SMS still work',
    source: 'T1',
  },
  'code.number': {
    what: 'wrong codes entered where a code was sent to that browser and still lives',
    by: 'phone number or e-mail address',
    windows: wrongCodes,
    usedUpBy:
      'a stranger, with four codes sent and spoilt, for a day: the holder enters codes on a device that the account knows (`code.device`), once the password was right (`code.password`), or signs in by passkey; whoever has none of them waits',
    source: 'T2',
  },
  'code.device': {
    what: 'wrong codes entered on a device of the account that holds the number or address',
    by: 'device',
    windows: wrongCodes,
    usedUpBy: 'nobody: only the holder of the device',
    source: 'T2',
  },
  'code.password': {
    what: 'wrong codes entered for the second step of a sign-in whose password was right',
    by: 'account',
    windows: wrongCodes,
    usedUpBy: 'nobody: only the holder of the password',
    source: 'T2',
  },
} as const satisfies Record<string, Limit>;
