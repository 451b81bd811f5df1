export const messages = {
  title: 'Make the first administrator',
  lead: 'This account may do everything, and makes the others. The link works once.',
  submit: 'Make the administrator',
  not_whole: 'The link is not whole: what follows the # is missing. Open it as it was printed.',
  refused: {
    title: 'This link does not work',
    text: 'If there is an administrator already, ask them for an account. If not, restart the service: while it has no users, each start prints a new link, which works for an hour.',
    docs: 'Read the API reference',
  },
}
