export const messages = {
  title: 'Sign in',
  email: 'Email or username',
  password: 'Password',
  no_account: 'No account yet?',
  have_account: 'Already have an account?',
  sign_up: 'Sign up',
  to_sign_in: 'Sign in',
  not_set_up: 'There is no administrator yet. Open the setup link that the service printed when it started.',
  no_sign_up_yet: 'You can’t sign up until the service has an administrator. Come back once it is set up.',
  sign_up_title: 'Sign up',
  lead: {
    open: 'You can sign in right away.',
    verify: 'An administrator has to approve your registration before you can sign in.',
  },
  registered: {
    title: 'Registration submitted',
    text: 'An administrator will review it. Once it is approved, you can sign in as %{email}.',
  },
  closed: {
    title: 'Sign-up is closed',
    text: 'Ask an administrator for an account.',
  },
}
