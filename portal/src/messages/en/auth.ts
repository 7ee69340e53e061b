export const auth = {
  aside: {
    title: 'One account, every exam',
    points: [
      'Add yourself, your children or others as candidates and register them for exams.',
      'Only adults aged 18 or over can hold an account. Children are registered by a parent or guardian.',
      'Your cart, orders and confirmation letters are kept here.',
    ],
  },
  signIn: {
    title: 'Sign in',
    ways: 'How to sign in',
    byCode: 'By code',
    byPassword: 'By password',
    submit: 'Sign in',
    newHere: 'No account yet?',
    register: 'Register',
    forgotten: 'Forgotten your password?',
    account: 'Mobile number or e-mail',
    done: 'Signed in',
  },
  register: {
    title: 'Create an account',
    intro: 'For adults. Children and other candidates are added afterwards.',
    submit: 'Register',
    haveAccount: 'Already have an account?',
    signIn: 'Sign in',
    confirmPassword: 'Password again',
    ruleMet: 'met:',
    ruleTexts: {
      PASSWORD_LENGTH: '8 to 16 characters',
      PASSWORD_LETTER: 'at least one letter',
      PASSWORD_DIGIT: 'at least one digit',
      PASSWORD_SIGN: 'at least one of @#$%*&^!_-',
    },
    dateOfBirth: 'Your date of birth',
    dateOfBirthHint: 'The account holder’s, not a child’s. You must be 18 or over.',
    terms: {
      before: 'I am 18 or over, and I accept the terms of use, the ',
      privacy: 'privacy notice',
      between: ' and the ',
      children: 'rules on children’s information',
      after: '.',
      label: 'Terms of use',
      newWindow: '(opens in a new window)',
    },
    done: 'Registered',
  },
  fields: {
    phone: 'Mobile number',
    phoneHint: 'A mainland China number',
    code: 'Verification code',
    codeHint: '6 digits, sent by SMS and valid for 5 minutes',
    password: 'Password',
  },
  stages: {
    idle: '',
    checking: 'Security check: this takes a moment …',
    sending: 'Sending the code …',
  },
  problemAt: (label: string, sentence: string) => `${label}: ${sentence}`,
};

export type AuthMessages = typeof auth;
