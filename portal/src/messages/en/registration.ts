export const registration = {
  title: 'Exam registration',
};

export type RegistrationMessages = typeof registration;
