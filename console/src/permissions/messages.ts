export const messages = {
  title: 'Permissions',
}
