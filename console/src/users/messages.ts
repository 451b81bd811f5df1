export const messages = {
  title: 'Users',
}
