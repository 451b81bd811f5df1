export const messages = {
  title: 'Overview',
}
