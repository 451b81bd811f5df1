export const messages = {
  title: 'Make the first administrator',
  lead: 'This account may do everything, and makes the others. The link works once.',
  submit: 'Make the administrator',
  not_whole: 'The link is not whole: what follows the # is missing. Open it as it was printed.',
  refused: {
    title: 'This link does not work',
    wrong: 'It is used, expired or unknown.',
    set_up: 'There is an administrator already. Sign in, or ask them for an account.',
    not_set_up:
      'Restart the service: while there is no administrator, each start prints a new link, which works for an hour. Earlier links no longer work.',
    sign_in: 'Sign in',
    docs: 'Read the API reference',
  },
}
