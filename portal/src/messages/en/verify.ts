export const verify = {
  title: 'Check a confirmation letter',
};

export type VerifyMessages = typeof verify;
