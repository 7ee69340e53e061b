/** What a page says to somebody who is signed in, whatever the page. */
export const signedIn = {
  offline: 'You are offline. Nothing on this page is lost: send it once you are back online.',
  bindEmail: {
    label: 'Add an e-mail address',
    text: 'Add an e-mail address to your account: confirmation letters arrive there, and it is a second way in if you lose your phone.',
    add: 'Add e-mail address',
    notNow: 'Not now',
  },
  passkeyOffer: {
    label: 'Sign in without a password',
    text: 'Next time, sign in with your fingerprint, your face or the PIN of this device: add a passkey.',
    add: 'Add a passkey',
    notNow: 'No thanks',
  },
  idle: {
    warning: 'Are you still there?',
    warningText: 'For your safety you will be signed out unless you stay. Time left:',
    stay: 'Stay signed in',
    over: 'You have been signed out',
    overText:
      'No operation detected for a long time, please log in again. You will come back to the same page; a registration in progress has been kept.',
    signInAgain: 'Sign in again',
  },
};

export type SignedInMessages = typeof signedIn;
