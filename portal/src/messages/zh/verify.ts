import type { VerifyMessages } from '../en/verify.ts';

export const verify: VerifyMessages = {
  title: '核验准考证',
};
