export const messages = {
  title: 'Sign in',
  email: 'Email or username',
  password: 'Password',
  no_account: 'No account yet?',
  have_account: 'You have one already?',
  sign_up: 'Sign up',
  to_sign_in: 'Sign in',
  not_set_up: 'There is no administrator yet. Open the setup link that the service printed at its start.',
  no_sign_up_yet:
    'Sign-up is not possible before the first administrator exists. Come back when the service is set up.',
  sign_up_title: 'Sign up',
  lead: {
    open: 'You can sign in at once.',
    verify: 'An administrator looks at it before you can sign in.',
  },
  registered: {
    title: 'You are registered',
    text: 'An administrator decides on %{email}. You can sign in once it is approved.',
  },
  closed: {
    title: 'Sign-up is closed',
    text: 'Ask an administrator for an account.',
  },
}
