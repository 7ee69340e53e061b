export const auth = {
  title: 'Sign in',
};

export type AuthMessages = typeof auth;
