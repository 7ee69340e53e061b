import { normaliseMainlandMobile } from '@exam/contract/rules';

/** What is wrong with a phone number and its code: the account's number is a mainland one (3-domain 1.6, R-19). */
export function phoneAndCodeRefusals(given: { phone: string; code: string }): { phone?: string; code?: string } {
  return {
    ...(given.phone.trim() === '' && { phone: 'REQUIRED_FIELD' }),
    ...(given.phone.trim() !== '' && normaliseMainlandMobile(given.phone) === null && { phone: 'PHONE_INVALID' }),
    ...(given.code === '' && { code: 'REQUIRED_FIELD' }),
    ...(given.code !== '' && !/^\d{6}$/.test(given.code) && { code: 'INVALID_FORMAT' }),
  };
}
