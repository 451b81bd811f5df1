export const messages = {
  title: 'Create the first administrator',
  lead: 'This account can do everything, including creating other accounts. The link works only once.',
  submit: 'Create administrator',
  not_whole: 'The link is incomplete: the part after the # is missing. Open it exactly as it was printed.',
  refused: {
    title: 'This link doesn’t work',
    wrong: 'It has already been used, has expired or is invalid.',
    set_up: 'An administrator already exists. Sign in, or ask them for an account.',
    not_set_up:
      'Restart the service. Until an administrator exists, each start prints a new link that works for one hour. Earlier links no longer work.',
    sign_in: 'Sign in',
    docs: 'Read the API reference',
  },
}
