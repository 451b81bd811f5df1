export const messages = {
  title: 'Roles',
}
