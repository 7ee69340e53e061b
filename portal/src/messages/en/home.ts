export const home = {
  title: 'Register for an exam',
};

export type HomeMessages = typeof home;
