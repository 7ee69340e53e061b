import { wire } from '@exam/contract/wire';
import { describe, expect, it } from 'vitest';
import { redirects, routeOf, routes } from './routes.tsx';

/** The specification's table (1-portal section 2): address, and whether it needs a signed-in person. */
const specified: readonly (readonly [string, boolean])[] = [
  ['/', false],
  [wire.paths.businessLicence, false],
  ['/auth/signin', false],
  ['/auth/register', false],
  ['/auth/forget-password', false],
  ['/auth/emailregister', false],
  ['/help/question', false],
  ['/help/group-application', false],
  ['/help/contact-us', false],
  ['/help/protection', false],
  ['/help/privacy', false],
  ['/help/privacyCookie', false],
  ['/help/childProtection', false],
  ['/exam-all', false],
  ['/exam-registration', false],
  ['/tkt/step-3/confirm', false],
  ['/payment/pay', true],
  ['/payment-success', false],
  ['/post-test-payment-success', false],
  ['/candidate/application', true],
  ['/candidate/application/7', true],
  ['/candidate/booking', true],
  ['/candidate/booking/7', true],
  ['/candidate/shopping-cart', true],
  ['/candidate/shopping-cart/application/7', true],
  ['/candidate/order', true],
  ['/candidate/order/confirm', true],
  ['/candidate/order/7', true],
  ['/candidate/order/posttest/7', true],
  ['/candidate/account', true],
  ['/candidate/my-candidates', true],
  ['/candidate/posttestservice', true],
  ['/candidate/posttestservice/7', true],
];

describe('the pages of the portal', () => {
  it.each(specified)('%s has a page and needs a sign-in: %s [1.2]', (address, needsLogin) => {
    const route = routeOf(address);
    expect(route).not.toBeNull();
    expect(route?.login === true).toBe(needsLogin);
  });

  it('stand in the order of the specification, the house\u2019s own last [1.2]', () => {
    const found = specified.map(([address]) => routes.findIndex((route) => route === routeOf(address)));
    expect(found).toEqual(specified.map((_, index) => index));
  });

  it('keeps the confirm page of an order apart from an order named "confirm" [1.2]', () => {
    expect(routeOf('/candidate/order/confirm')?.title).toBe('orderConfirm');
  });

  it('lead on from the short addresses and from the right spelling of the licence page [R-01]', () => {
    expect(redirects).toEqual({
      '/auth': '/auth/signin',
      '/help': '/help/question',
      '/payment': '/payment/pay',
      '/business-licence': wire.paths.businessLicence,
    });
  });

  it.each(['/nope', '/candidate', '/candidate/order/1/2', '/Candidate/order', '/help/other'])(
    'know no %s',
    (address) => {
      expect(routeOf(address)).toBeNull();
    },
  );
});
