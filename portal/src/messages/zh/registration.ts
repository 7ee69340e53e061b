import type { RegistrationMessages } from '../en/registration.ts';

export const registration: RegistrationMessages = {
  title: '考试报名',
};
