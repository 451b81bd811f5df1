/** Of the pages for signing in, apart from the texts that every account page loads. */
export const messages = {
  use_passkey: 'Sign in with a passkey',
  passkey: {
    title: 'Use your passkey',
    lead: 'Your account has a second factor. Your device asks for its PIN, your fingerprint or your face.',
    submit: 'Use passkey',
    other: 'Use your passkey',
  },
  totp: {
    title: 'Enter your code',
    lead: 'Your account has a second factor. Type the code that your authenticator app shows.',
    submit: 'Sign in',
    other: 'Use the app’s code',
  },
  recovery_code: {
    title: 'Enter your code',
    lead: 'Type one of the recovery codes that you kept. Each works once.',
    submit: 'Sign in',
    other: 'Use a recovery code',
  },
  hint: '6 digits',
  recovery: 'Recovery code',
  back: 'Back to sign-in',
  expired: 'The ten minutes for the second factor are over. Sign in again.',
  exhausted: 'Five attempts were refused. Sign in again.',
}
